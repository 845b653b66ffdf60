import { createColors } from 'picocolors'
import type { Lifecycle } from '../lifecycle.ts'
import { formatProblem } from '../problems/spec-error.ts'
import { groupBy } from '../util/group-by.ts'
import { plural } from '../util/plural.ts'
import type { InspectedOperation, InspectedResource, Inspection } from './inspect.ts'

type Colors = ReturnType<typeof createColors>

/**
 * Renders an inspection as text for a terminal, ending in a line feed.
 * @param options.color whether to use ANSI colours; by default not
 */
export function renderInspection(
  inspection: Inspection,
  { color = false }: { readonly color?: boolean } = {},
): string {
  const paint = createColors(color)
  const sections = [
    headline(inspection, paint),
    ...section('Resources', resourceBlocks(inspection, paint), paint),
    ...section(
      'Without a role (answered as far as records tell, else with examples or generated data)',
      statelessBlocks(inspection, paint),
      paint,
    ),
    ...section('Not served (answered with 501)', obstacleBlocks(inspection, paint), paint),
    ...section('Callbacks and webhooks', messageBlocks(inspection, paint), paint),
    ...section('Lifecycle', lifecycleBlocks(inspection, paint), paint),
    ...section('Problems', problemBlocks(inspection, paint), paint),
  ]
  return `${sections.join('\n\n')}\n`
}

/** A title above blocks that blank lines separate; nothing if there are no blocks. */
function section(title: string, blocks: readonly string[], paint: Colors): readonly string[] {
  const [, name = title, note = ''] = /^(.*?)( \(.*\))?$/.exec(title) ?? []
  return blocks.length === 0 ? [] : [`${paint.bold(name.toUpperCase())}${paint.dim(note)}`, ...blocks]
}

function headline(
  { title, version, openapi, source, operations, resources }: Inspection,
  paint: Colors,
): string {
  const name = [title === '' ? 'Untitled' : title, version].filter((part) => part !== '').join(' ')
  const stateful = operations.filter(({ role }) => role !== undefined).length
  const deprecated = operations.filter(({ lifecycle }) => lifecycle.deprecated).length
  const counts = [
    count(operations.length, 'operation'),
    ...(stateful > 0 ? [`${stateful} stateful on ${count(resources.length, 'resource')}`] : []),
    ...(deprecated > 0 ? [`${deprecated} deprecated`] : []),
  ]
  return `${paint.bold(name)}  ${paint.dim(`OpenAPI ${openapi}  ${source}`)}\n${counts.join(', ')}`
}

function count(number: number, noun: string): string {
  return number === 0 ? `no ${noun}s` : plural(number, noun)
}

function resourceBlocks({ resources, operations }: Inspection, paint: Colors): readonly string[] {
  const byResource = groupBy(operations, ({ resource }) => resource)
  return resources.map((resource) => {
    const lines = (byResource.get(resource.name) ?? []).flatMap((operation) => [
      roleLine(operation, paint),
      ...operation.rules.map((rule) => `${' '.repeat(20)}${paint.yellow(rule)}`),
    ])
    const facts = factsOf(resource).map(([name, text]) => `  ${paint.dim(`${name.padEnd(9)} ${text}`)}`)
    return [`${paint.cyan(resource.name)}${identityOf(resource, paint)}`, ...lines, ...facts].join('\n')
  })
}

function identityOf(
  { kind, idProperty, idParameter, idType, parent }: InspectedResource,
  paint: Colors,
): string {
  const id = idProperty ?? (idParameter === undefined ? undefined : `{${idParameter}}`)
  const parts = [
    ...(kind === 'singleton' ? ['singleton'] : []),
    ...(id === undefined ? [] : [`identified by ${id}${idType === undefined ? '' : ` (${idType})`}`]),
    ...(parent ? [`nested in ${parent.resource}`] : []),
  ]
  return parts.length === 0 ? '' : paint.dim(`  ${parts.join(', ')}`)
}

function roleLine({ role, within, lifecycle, ...operation }: InspectedOperation, paint: Colors): string {
  const conditions = within.map(({ parameter, property }) => `${property} = {${parameter}}`)
  const notes = [
    ...(conditions.length > 0 ? [`where ${conditions.join(' and ')}`] : []),
    ...lifecycleMarks(lifecycle),
  ]
  return withNotes(`  ${(role ?? '').padEnd(9)} ${requestLine(operation, paint)}`, notes, paint)
}

const requestLine = ({ method, path }: Pick<InspectedOperation, 'method' | 'path'>, paint: Colors): string =>
  `${paint.green(method.padEnd(7))} ${path}`

const withNotes = (line: string, notes: readonly string[], paint: Colors): string =>
  notes.length > 0 ? `${line}${paint.dim(`  ${notes.join(', ')}`)}` : line

function lifecycleMarks({ deprecated, stability }: Lifecycle): readonly string[] {
  return [...(deprecated ? ['deprecated'] : []), ...(stability === undefined ? [] : [stability])]
}

type Fact = readonly [name: string, text: string]

function factsOf(resource: InspectedResource): readonly Fact[] {
  const { filters, search, sort, paging, total, references, scope, parent } = resource
  const ownScope = scope.slice(parent?.parameters.length ?? 0)
  const facts: Fact[] = []
  if (ownScope.length > 0)
    facts.push(['scope', `separate for each ${ownScope.map((name) => `{${name}}`).join(', ')}`])
  if (filters.length > 0) facts.push(['filters', filters.map(({ parameter }) => parameter).join(', ')])
  if (search) facts.push(['search', `${search.parameter} in ${search.properties?.join(', ') ?? 'all texts'}`])
  if (sort) facts.push(['sort', [sort.parameter, sort.direction].filter(Boolean).join(', ')])
  if (paging) facts.push(['paging', pagingText(paging)])
  if (total) facts.push(['total', 'header' in total ? `header ${total.header}` : total.property.join('.')])
  for (const { property, resource: target } of references)
    facts.push(['reference', `${property} → ${target}`])
  if (resource.supposed)
    facts.push(['inferred', 'no response describes its records; requests or examples do'])
  if (!resource.discoverable)
    facts.push(['ids', 'nothing lists or creates its records, so every id is taken to exist'])
  return facts
}

function pagingText({ kind, size, position }: NonNullable<InspectedResource['paging']>): string {
  const parameters = [size, position].filter((name) => name !== undefined).join(', ')
  return position === undefined ? parameters : `${parameters} (by ${kind})`
}

/** Groups operations by the reason why they are stateless. */
function statelessBlocks({ operations }: Inspection, paint: Colors): readonly string[] {
  const lineOf = (operation: InspectedOperation): string =>
    withNotes(`  ${requestLine(operation, paint)}`, lifecycleMarks(operation.lifecycle), paint)
  return [...groupBy(operations, ({ reason }) => reason)].flatMap(([reason, group]) =>
    reason === undefined ? [] : [paint.yellow(reason), ...group.map(lineOf)].join('\n'),
  )
}

function obstacleBlocks({ operations }: Inspection, paint: Colors): readonly string[] {
  return operations.flatMap((operation) =>
    operation.obstacle === undefined
      ? []
      : [`  ${requestLine(operation, paint)}  ${paint.red(operation.obstacle)}`],
  )
}

function messageBlocks({ operations, webhooks }: Inspection, paint: Colors): readonly string[] {
  const callbacks = operations.flatMap((operation) =>
    operation.callbacks.map(
      ({ name, method, expression }) =>
        `  ${requestLine(operation, paint)}  ${paint.dim(`${name}: ${method} ${expression ?? ''}`)}`,
    ),
  )
  return asBlock([
    ...callbacks,
    ...webhooks.map(({ name, method }) => `  webhook ${name}  ${paint.dim(method)}`),
  ])
}

function lifecycleBlocks({ operations }: Inspection, paint: Colors): readonly string[] {
  return asBlock(
    operations.flatMap((operation) => {
      const facts = lifecycleFacts(operation.lifecycle)
      return facts.length === 0 ? [] : [withNotes(`  ${requestLine(operation, paint)}`, facts, paint)]
    }),
  )
}

function lifecycleFacts({ deprecated, since, sunset, stability, successor }: Lifecycle): readonly string[] {
  return [
    ...(deprecated ? [since === undefined ? 'deprecated' : `deprecated since ${dateOf(since)}`] : []),
    ...(sunset === undefined ? [] : [`ends ${dateOf(sunset)}`]),
    ...(successor === undefined ? [] : [`use ${successor}`]),
    ...(stability === undefined ? [] : [stability]),
  ]
}

/** Formats seconds since the epoch as a date, with the time unless that is midnight UTC. */
function dateOf(seconds: number): string {
  return new Date(seconds * 1000)
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .replace('.000Z', 'Z')
}

function problemBlocks({ problems }: Inspection, paint: Colors): readonly string[] {
  return asBlock(
    problems.map((problem) => {
      const line = `  ${formatProblem(problem)}`
      return problem.severity === 'error' ? paint.red(line) : line
    }),
  )
}

/** Lines without blank lines between them. */
const asBlock = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [lines.join('\n')]
