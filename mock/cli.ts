import { InvalidArgumentError, Option, type Command } from 'commander'
import { stringifyJson, type Json } from '../spec/json.ts'
import type { Behaviours } from './behaviour.ts'
import { addFaultOptions, faultOptions, type FaultFlags } from './cli/fault-options.ts'
import type { MockOptions } from './index.ts'
import type { Log, LogFormat } from './cli/log.ts'
import type { Reloadable } from './cli/reloadable.ts'
import { hasColors } from './cli/colors.ts'
import { worldNames } from './world-name.ts'
import { worldNamed } from './cli/world-file.ts'

interface MockFlags extends FaultFlags {
  readonly port: number
  readonly host: string
  readonly seed: string
  readonly world: string
  readonly now?: string
  readonly auth: 'off' | 'required'
  readonly token?: readonly string[]
  readonly cors: 'on' | 'off'
  readonly log: LogFormat
  readonly behaviours?: string
  readonly state?: string
  readonly store: string
  readonly controlToken?: string
  readonly journal: number
  readonly maxBody?: number
  readonly watch?: boolean
  readonly strict?: true
  readonly allowRemoteRefs?: true
  readonly callbacks?: true
  readonly callbackHosts?: readonly string[]
}

const remoteRefs = "follow $refs to other servers, and to files outside the document's folder"

/** Adds `stablehand mock`. */
export function registerMock(program: Command): void {
  const command = program
    .command('mock')
    .summary('serve a stateful stand-in for the API')
    .description('Serves a stateful, schema-valid stand-in for the API that the document describes.')
    .argument('[document]', 'OpenAPI 3.x document: a file or URL (default: the embedded Pet Store)')
    .option('-p, --port <number>', 'port to listen on; 0 takes any free one', port, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--seed <seed>', 'fixes all generated data', '1')
    .option('--world <name|file>', `records to begin with: ${worldNames.join(', ')}, or a JSON file`, 'demo')
    .option('--now <date>', 'where the clock stands, and stays: 2030-12-06 or 2030-12-06T10:00:00Z')
    .addOption(
      new Option('--auth <mode>', 'whether credentials are needed')
        .choices(['off', 'required'])
        .default('off'),
    )
    .addOption(
      new Option(
        '--token <token>',
        'credentials to accept, and to require; may be repeated (default: stablehand)',
      )
        .argParser((token: string, others: readonly string[] | undefined) => [...(others ?? []), token])
        .implies({ auth: 'required' }),
    )
    .addOption(
      new Option('--cors <mode>', 'whether pages of any origin may read the answers')
        .choices(['on', 'off'])
        .default('on'),
    )
    .option('--state <file>', 'a file that the world is loaded from, if it is there, and kept in')
    .option(
      '--store <memory|url>',
      'where the world is: redis://host:6379/0 is shared by several mocks',
      'memory',
    )
    .option(
      '--control-token <token>',
      'what has to be presented to steer the mock below /_mock, from any machine',
    )
    .option('--journal <entries>', 'exchanges kept for the console; 0 keeps none', entries, 1000)
    .option('--max-body <size>', 'largest request body: 500kb, 10mb (default: 1mb)', size)
    .option('--behaviours <file>', 'business rules by operation id, in TypeScript or JavaScript')
    .option('--strict', 'refuse a document with problems, instead of serving what can be served')
    .option('--allow-remote-refs', remoteRefs)
    .option('--callbacks', 'send callbacks to the URLs that requests name')
    .option('--callback-hosts <hosts>', 'where callbacks may go: 127.0.0.1:9000,hooks.test', hosts)
    .option('--watch', 'reload the document and the behaviours when they change')
    .addOption(
      new Option('--log <format>', 'how requests are logged')
        .choices(['pretty', 'json', 'silent'])
        .default('pretty'),
    )
    .addHelpText('after', examples)
    .action(mock)
  addFaultOptions(command)
}

const examples = `
Examples:
  $ stablehand mock                              the embedded Pet Store on http://127.0.0.1:4010
  $ stablehand mock openapi.yaml --port 8080     your own API
  $ stablehand mock --now 2030-12-06             the day after GET /pets/{petId} ends
  $ stablehand mock --state world.json           the world is still there after the next start
  $ stablehand mock --fail 5% --latency 50..200  as things are on a bad day
  $ stablehand mock --rate-limit 100/60s         429 beyond 100 requests a minute
  $ stablehand mock --scenarios scenarios.ts --scenario 'sold out'
  $ stablehand mock --token s3cret               only with 'Authorization: Bearer s3cret'
  $ curl -H 'Prefer: code=404' http://127.0.0.1:4010/pets

A world file holds records by resource: { "/pets": [{ "id": 1, "name": "Rex", "categoryId": 1 }] }.`

/** `a.test, 127.0.0.1:9000`. */
function hosts(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.find(
    (name) =>
      !URL.canParse(`http://${name}`) || new URL(`http://${name}`).pathname !== '/' || /[/@?#]/.test(name),
  )
  if (wrong === undefined) return names
  throw new InvalidArgumentError(`'${wrong}' is no host such as hooks.test or 127.0.0.1:9000.`)
}

function entries(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a number from 0 to 999999.')
}

/** Bytes: `500kb`, `10mb`, `4096`. */
function size(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})(|b|kb|mb|gb)$/i.exec(text) ?? []
  if (count !== undefined) return Number(count) * 1024 ** ['', 'kb', 'mb', 'gb'].indexOf(unit.toLowerCase())
  throw new InvalidArgumentError('It is a size such as 500kb or 10mb.')
}

function port(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

async function mock(document: string | undefined, flags: MockFlags): Promise<void> {
  const [{ createMock }, { startServer }, { createLog }] = await Promise.all([
    import('./index.ts'),
    import('./adapters/server.ts'),
    import('./cli/log.ts'),
  ])
  const log = await createLog(flags.log)
  const load = (): Promise<MockOptions> => mockOptions(document, flags, log)
  const reloadable = flags.watch === true ? await reloadableMock(load) : undefined
  const stand = reloadable?.mock ?? (await createMock(await load()))
  const { operationsOf } = await import('../spec/operations.ts')
  const { problems } = operationsOf(stand.document)
  for (const problem of [...stand.document.problems, ...problems]) log.problem(problem)
  const { url } = await startServer(stand, {
    port: flags.port,
    host: flags.host,
    endOnSignals: true,
    ...(log.request && { log: log.request }),
  })
  await log.start(stand, url)
  if (reloadable) await watchFor(reloadable, document, flags, log)
}

async function reloadableMock(load: () => Promise<MockOptions>): Promise<Reloadable> {
  const { createReloadable } = await import('./cli/reloadable.ts')
  return createReloadable(load)
}

async function watchFor(
  reloadable: Reloadable,
  document: string | undefined,
  { behaviours, scenarios }: MockFlags,
  log: Log,
): Promise<void> {
  const isFile = document !== undefined && !/^[a-z][a-z0-9+.-]+:\/\//i.test(document)
  const { watch } = await import('./cli/watch.ts')
  await watch(
    reloadable,
    { document: isFile ? document : undefined, behaviours: behaviours ?? scenarios, ignored: [] },
    log,
  )
}

async function mockOptions(document: string | undefined, flags: MockFlags, log: Log): Promise<MockOptions> {
  return {
    ...(document !== undefined && { document }),
    strict: flags.strict ?? false,
    allowRemoteRefs: flags.allowRemoteRefs ?? false,
    ...(flags.callbacks && { callbacks: { hosts: flags.callbackHosts ?? [] } }),
    seed: flags.seed,
    world: (await worldNamed(flags.world)) as NonNullable<MockOptions['world']>,
    ...(flags.now !== undefined && { now: flags.now }),
    auth: flags.auth,
    ...(flags.token && { tokens: flags.token }),
    cors: flags.cors === 'on',
    journal: flags.journal,
    ...(flags.maxBody !== undefined && { maxBody: flags.maxBody }),
    control: {
      hosts: [flags.host],
      ...(flags.controlToken !== undefined && { token: flags.controlToken }),
    },
    store: flags.store,
    ...(flags.state !== undefined && { state: flags.state }),
    ...(flags.behaviours !== undefined && { behaviours: await behavioursFile(flags.behaviours) }),
    ...(await faultOptions(flags)),
    onWarning: log.warn,
    onError: log.error,
  }
}

async function behavioursFile(path: string): Promise<Behaviours> {
  const { loadBehaviours } = await import('./cli/behaviours-file.ts')
  return loadBehaviours(path)
}

/** Adds `stablehand inspect`. */
export function registerInspect(program: Command): void {
  program
    .command('inspect')
    .summary('show what is understood of the document')
    .description('Shows the operations, the resources found in them, lifecycles and problems of a document.')
    .argument('[document]', 'OpenAPI 3.x document: a file or URL (default: the embedded Pet Store)')
    .option('--json', 'print JSON')
    .option('--allow-remote-refs', remoteRefs)
    .addHelpText('after', inspectExamples)
    .action(inspect)
}

const inspectExamples = `
Examples:
  $ stablehand inspect                     the embedded Pet Store
  $ stablehand inspect openapi.yaml        what the mock will do with your own API
  $ stablehand inspect openapi.yaml --json | jq .resources

The JSON, members without a value left out:
  source, openapi, title, version
  operations  [{ id, method, path, summary, lifecycle, role, resource, within, reason, security, callbacks, obstacle }]
              role and resource: what it does to which records; reason: why it has none; obstacle: why it is answered 501
  resources   [{ name, kind, collectionPath, itemPath, idParameter, idProperty, idType, scope, parent, discoverable,
                 filters, paging, total, references, supposed }]
  lifecycle   [{ operation, method, path, deprecated, since, sunset, stability, documentation, successor }]
  stateless   [{ operation, reason }]
  webhooks    [{ name, method }]
  problems    [{ code, severity, message, pointer, location: { file, line, column } }]`

interface InspectFlags {
  readonly json?: boolean
  readonly allowRemoteRefs?: boolean
}

async function inspect(
  source: string | undefined,
  { json, allowRemoteRefs = false }: InspectFlags,
): Promise<void> {
  const [{ loadDocument }, { describeDocument }, { lintDocument }] = await Promise.all([
    import('../spec/load.ts'),
    import('../spec/inspection/inspect.ts'),
    import('../spec/problems/lint.ts'),
  ])
  const document = await loadDocument(source, { allowRemoteRefs })
  const inspection = describeDocument(document, await lintDocument(document))
  if (json) return void process.stdout.write(`${stringifyJson(inspection as unknown as Json, 2)}\n`)
  const { renderInspection } = await import('../spec/inspection/render.ts')
  process.stdout.write(renderInspection(inspection, { color: hasColors(process.stdout) }))
}
