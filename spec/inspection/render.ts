import { createColors } from 'picocolors'
import { groupBy } from '../util/group-by.ts'
import type { InspectedOperation, InspectedResource, Inspection } from './inspect.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { formatProblem } from '../problems/spec-error.ts'

type Colors = ReturnType<typeof createColors>

/** An inspection as text for a terminal, ending in a line feed. */
export function renderInspection(
  inspection: Inspection,
  { color = false }: { readonly color?: boolean } = {},
): string {
  const paint = createColors(color)
  const sections = [
    headline(inspection, paint),
    ...section('Resources', resourceBlocks(inspection, paint), paint),
    ...section('Without state', statelessBlocks(inspection, paint), paint),
    ...section('Not served', obstacleBlocks(inspection, paint), paint),
    ...section('Callbacks and webhooks', messageBlock(inspection, paint), paint),
    ...section('Lifecycle', lifecycleBlock(inspection, paint), paint),
    ...section('Problems', problemsBlock(inspection, paint), paint),
  ]
  return `${sections.join('\n\n')}\n`
}

function section(title: string, blocks: readonly string[], paint: Colors): readonly string[] {
  return blocks.length === 0 ? [] : [paint.bold(title.toUpperCase()), ...blocks]
}

function headline(
  { title, version, openapi, source, operations, resources }: Inspection,
  paint: Colors,
): string {
  const stateful = operations.filter(({ role }) => role !== undefined).length
  const name = [title === '' ? 'Untitled' : title, version].filter((part) => part !== '').join(' ')
  const deprecated = operations.filter(({ lifecycle }) => lifecycle.deprecated).length
  const counts = [
    count(operations.length, 'operation'),
    `${stateful} on ${count(resources.length, 'resource')} with state`,
    ...(deprecated > 0 ? [`${deprecated} deprecated`] : []),
  ]
  return `${paint.bold(name)}  ${paint.dim(`OpenAPI ${openapi}  ${source}`)}\n${counts.join(', ')}`
}

function count(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number} ${noun}${number === 1 ? '' : 's'}`
}

function resourceBlocks({ resources, operations }: Inspection, paint: Colors): readonly string[] {
  const byResource = groupBy(operations, ({ resource }) => resource)
  return resources.map((resource) => {
    const lines = (byResource.get(resource.name) ?? []).map((operation) => operationLine(operation, paint))
    const facts = factsOf(resource).map(([name, text]) => `  ${paint.dim(`${name.padEnd(10)}${text}`)}`)
    return [`${paint.cyan(resource.name)}${identityOf(resource, paint)}`, ...lines, ...facts].join('\n')
  })
}

function identityOf(
  { kind, idProperty, idParameter, idType, parent }: InspectedResource,
  paint: Colors,
): string {
  const id = idProperty ?? (idParameter === undefined ? undefined : `{${idParameter}}`)
  const parts = [
    ...(kind === 'singleton' ? ['one record'] : []),
    ...(id === undefined ? [] : [`by ${id}${idType === undefined ? '' : ` (${idType})`}`]),
    ...(parent ? [`within ${parent.resource}`] : []),
  ]
  return parts.length === 0 ? '' : paint.dim(`  ${parts.join(', ')}`)
}

function operationLine({ role, within, lifecycle, ...operation }: InspectedOperation, paint: Colors): string {
  const where = within.map(({ parameter, property }) => `${property} = {${parameter}}`)
  const marks = [...(where.length > 0 ? [`where ${where.join(', ')}`] : []), ...marksOf(lifecycle)]
  const method = paint.green(operation.method.padEnd(7))
  return `  ${(role ?? '').padEnd(8)}  ${method} ${operation.path}${marks.length > 0 ? paint.dim(`  ${marks.join(', ')}`) : ''}`
}

function marksOf({ deprecated, stability }: Lifecycle): readonly string[] {
  return [...(deprecated ? ['deprecated'] : []), ...(stability === undefined ? [] : [stability])]
}

function factsOf(resource: InspectedResource): readonly (readonly [name: string, text: string])[] {
  const { filters, paging, total, references, scope, parent } = resource
  const asked = [paging?.size, paging?.position].filter((name) => name !== undefined)
  const whole = total && ('header' in total ? total.header : total.property.join('.'))
  const loose = scope.slice(parent?.parameters.length ?? 0)
  return [
    ...(loose.length > 0 ? ([['for each', loose.map((name) => `{${name}}`).join(', ')]] as const) : []),
    ...(filters.length > 0
      ? ([['filters', filters.map(({ parameter }) => parameter).join(', ')]] as const)
      : []),
    ...(paging
      ? ([['paging', `${asked.join(', ')}${paging.kind === 'offset' ? '' : `, by ${paging.kind}`}`]] as const)
      : []),
    ...(whole === undefined ? [] : ([['total', whole]] as const)),
    ...references.map(({ property, resource: other }) => ['refers', `${property} to ${other}`] as const),
    ...(resource.supposed
      ? ([['supposed', 'no answer describes its records: requests or examples do']] as const)
      : []),
    ...(resource.discoverable ? [] : ([['ids', 'nothing tells which exist, so any does']] as const)),
  ]
}

/** Grouped by reason, so that a long list is read quickly. */
function statelessBlocks({ operations }: Inspection, paint: Colors): readonly string[] {
  const lineOf = ({ method, path, lifecycle }: InspectedOperation): string => {
    const marks = marksOf(lifecycle)
    return `  ${paint.green(method.padEnd(7))} ${path}${marks.length > 0 ? paint.dim(`  ${marks.join(', ')}`) : ''}`
  }
  return [...groupBy(operations, ({ reason }) => reason)].flatMap(([reason, group]) =>
    reason === undefined ? [] : [paint.yellow(reason), ...group.map(lineOf)].join('\n'),
  )
}

function obstacleBlocks({ operations }: Inspection, paint: Colors): readonly string[] {
  return operations.flatMap(({ method, path, obstacle }) =>
    obstacle === undefined ? [] : [`  ${paint.green(method.padEnd(7))} ${path}  ${paint.red(obstacle)}`],
  )
}

function messageBlock({ operations, webhooks }: Inspection, paint: Colors): readonly string[] {
  const callbacks = operations.flatMap(({ method, path, callbacks: own }) =>
    own.map(
      ({ name, method: sent, expression }) =>
        `  ${paint.green(method.padEnd(7))} ${path}  ${paint.dim(`${name}: ${sent} ${expression ?? ''}`)}`,
    ),
  )
  const lines = [
    ...callbacks,
    ...webhooks.map(({ name, method }) => `  webhook ${name}  ${paint.dim(method)}`),
  ]
  return lines.length === 0 ? [] : [lines.join('\n')]
}

function lifecycleBlock({ operations }: Inspection, paint: Colors): readonly string[] {
  const lines = operations.flatMap(({ method, path, lifecycle }) => {
    const facts = lifecycleFacts(lifecycle)
    return facts.length === 0
      ? []
      : [`  ${paint.green(method.padEnd(7))} ${path}  ${paint.dim(facts.join(', '))}`]
  })
  return lines.length === 0 ? [] : [lines.join('\n')]
}

function lifecycleFacts({ deprecated, since, sunset, stability, successor }: Lifecycle): readonly string[] {
  return [
    ...(deprecated ? [since === undefined ? 'deprecated' : `deprecated since ${day(since)}`] : []),
    ...(sunset === undefined ? [] : [`ends ${day(sunset)}`]),
    ...(successor === undefined ? [] : [`use ${successor}`]),
    ...(stability === undefined ? [] : [stability]),
  ]
}

/** Seconds as a date, with the time when it is not midnight UTC. */
function day(seconds: number): string {
  return new Date(seconds * 1000)
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .replace('.000Z', 'Z')
}

function problemsBlock({ problems }: Inspection, paint: Colors): readonly string[] {
  const lines = problems.map((problem) => {
    const text = `  ${formatProblem(problem)}`
    return problem.severity === 'error' ? paint.red(text) : text
  })
  return lines.length === 0 ? [] : [lines.join('\n')]
}
