import { isSafe } from '../../spec/http.ts'
import type { Resource } from '../../spec/resources.ts'
import { operationFor, operationsFor, type Api } from '../api.ts'
import { slug, type Case, type Phase } from '../case.ts'
import type { RunOptions } from '../options.ts'
import { isSelected } from '../options.ts'
import { followDerived, undo } from './stateful/aggregates.ts'
import { revalidate, writeConditionally } from './stateful/conditional.ts'
import { keyParameter, repeatKey } from './stateful/idempotency.ts'
import { readLargeIds } from './stateful/large-ids.ts'
import { liveThrough } from './stateful/life.ts'
import { judgeFilter, judgePages } from './stateful/lists.ts'
import { deleteReferenced, provoke } from './stateful/refusals.ts'
import { readEverything } from './stateful/safety.ts'
import { changeStates } from './stateful/states.ts'

/** Whether the API remembers: each resource followed through what can be done with its records. */
export const stateful: Phase = {
  name: 'stateful',
  isParallel: false,
  plan(api, options) {
    const resources = api.model.resources.filter((each) => each.discoverable || each.kind === 'singleton')
    const selected = resources.filter((each) => isAnySelected(api, each, options))
    const reading = [...selected.flatMap((each) => readingCases(api, each)), ...tagCases(api, options), safety(api)]
    if (options.readOnly) return reading
    return [...selected.flatMap((each) => lifeCases(each)), ...reading, ...selected.flatMap((each) => writingCases(api, each)), derived()]
  },
}

function isAnySelected(api: Api, resource: Resource, options: RunOptions): boolean {
  return resource.operations.some(({ operationId }) => {
    const operation = api.byId.get(operationId)
    return operation !== undefined && isSelected(operation, options)
  })
}

function caseOf(resource: string, what: string, title: string, run: Case['run']): Case {
  const place = slug(resource)
  return { path: `stateful/${place}/${slug(what)}`, phase: 'stateful', operation: resource, title: `${resource}: ${title}`, lane: `${resource} ${what}`, run }
}

function lifeCases(resource: Resource): readonly Case[] {
  const { name } = resource
  return [caseOf(name, 'life', 'create, read, list, change and delete', (context, lane) => liveThrough(context, lane, resource))]
}

function readingCases(api: Api, resource: Resource): readonly Case[] {
  const { name } = resource
  if (!operationFor(api, resource, 'list') || resource.kind !== 'collection') return []
  const filters = resource.filters.map((filter) =>
    caseOf(name, `filter-${filter.parameter}`, `filtered by ${filter.parameter}`, (context, lane) => judgeFilter(context, lane, resource, filter)),
  )
  const large = resource.idType === 'integer' && operationFor(api, resource, 'read')
  return [
    caseOf(name, 'pages', 'pages and totals', (context, lane) => judgePages(context, lane, resource)),
    ...filters,
    ...(large ? [caseOf(name, 'large-ids', 'ids beyond 2^53', (context, lane) => readLargeIds(context, lane, resource))] : []),
  ]
}

function writingCases(api: Api, resource: Resource): readonly Case[] {
  const { name } = resource
  const creates = operationsFor(api, resource, 'create')
  const updates = [...operationsFor(api, resource, 'update'), ...operationsFor(api, resource, 'replace')]
  const removal = operationFor(api, resource, 'delete')
  return [
    caseOf(name, 'conditions', 'writes under a condition', (context, lane) => writeConditionally(context, lane, resource)),
    ...[...creates, ...updates].map((each) =>
      caseOf(name, `refused-${each.operation.id}`, `what ${each.operation.id} refuses changes nothing`, (context, lane) => provoke(context, lane, each)),
    ),
    ...updates.map((each) =>
      caseOf(name, `states-${each.operation.id}`, `from state to state by ${each.operation.id}`, (context, lane) => changeStates(context, lane, resource, each)),
    ),
    ...(removal ? [caseOf(name, 'referenced', 'records that others refer to', (context, lane) => deleteReferenced(context, lane, resource, removal))] : []),
    ...creates
      .filter(({ operation }) => keyParameter(operation))
      .map((each) => caseOf(name, `repeated-${each.operation.id}`, 'a key used again', (context, lane) => repeatKey(context, lane, resource, each))),
    ...(creates.length > 0 && removal && resource.references.length > 0 ? [caseOf(name, 'undo', 'created and deleted again', (context, lane) => undo(context, lane, resource))] : []),
  ]
}

function tagCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations
    .filter((operation) => operation.method === 'GET' && isSelected(operation, options))
    .map((operation) => ({
      path: `stateful/${slug(operation.id)}/entity-tag`,
      phase: 'stateful',
      operation: operation.id,
      title: `${operation.method} ${operation.path} under If-None-Match`,
      lane: `${operation.id} tag`,
      run: (context, lane) => revalidate(context, lane, operation),
    }))
}

function safety(api: Api): Case {
  const operations = api.operations.filter(({ method }) => isSafe(method))
  return caseOf('(all)', 'safe-methods', 'reading changes nothing', (context, lane) => readEverything(context, lane, operations))
}

function derived(): Case {
  return caseOf('(all)', 'derived', 'what is derived from other records', followDerived)
}
