import type { Command } from 'commander'
import { stringifyJson, type Json } from '../../spec/json.ts'
import { hasColors } from './colors.ts'
import { documentArgument, remoteRefsOption } from './shared-options.ts'

interface InspectFlags {
  readonly json?: boolean
  readonly allowRemoteRefs?: boolean
}

/** Adds `stablehand inspect`. */
export function registerInspect(program: Command): void {
  program
    .command('inspect')
    .summary('show what the mock understands of a document')
    .description('Show the operations, resources, lifecycles and problems found in an OpenAPI document.')
    .addArgument(documentArgument())
    .option('--json', 'print JSON')
    .addOption(remoteRefsOption())
    .addHelpText('after', examples)
    .action(inspect)
}

const examples = `
Examples:
  $ stablehand inspect                     the built-in Pet Store
  $ stablehand inspect openapi.yaml        your own API
  $ stablehand inspect openapi.yaml --json | jq .resources

JSON output (members without a value are omitted):
  source, openapi, title, version
  operations  [{ id, method, path, summary, lifecycle, role, resource, within, reason, security, callbacks, rules,
                 obstacle }]
              role and resource: what it does to which records; reason: why it has no role; rules: what was read from
              its description; obstacle: why it is a 501
  resources   [{ name, kind, collectionPath, itemPath, idParameter, idProperty, idType, scope, parent, discoverable,
                 filters, search, sort, paging, total, references, supposed }]
  lifecycle   [{ operation, method, path, deprecated, since, sunset, stability, documentation, successor }]
  stateless   [{ operation, reason }]
  webhooks    [{ name, method }]
  problems    [{ code, severity, message, pointer, location: { file, line, column } }]`

async function inspect(
  source: string | undefined,
  { json, allowRemoteRefs = false }: InspectFlags,
): Promise<void> {
  const [{ loadDocument }, { describeDocument }, { lintDocument }] = await Promise.all([
    import('../../spec/load.ts'),
    import('../../spec/inspection/inspect.ts'),
    import('../../spec/problems/lint.ts'),
  ])
  const document = await loadDocument(source, { allowRemoteRefs })
  const inspection = describeDocument(document, await lintDocument(document))
  if (json) return void process.stdout.write(`${stringifyJson(inspection as unknown as Json, 2)}\n`)
  const { renderInspection } = await import('../../spec/inspection/render.ts')
  process.stdout.write(renderInspection(inspection, { color: hasColors(process.stdout) }))
}
