import { isSafe } from '../../spec/http.ts'
import type { Resource } from '../../spec/resources.ts'
import { operationFor, operationsFor, type Api } from '../api.ts'
import { slug, type Case, type Phase } from '../case.ts'
import type { RunOptions } from '../options.ts'
import { isSelected } from '../options.ts'
import { followDerived, undo } from './stateful/aggregates.ts'
import { revalidate, writeConditionally } from './stateful/conditional.ts'
import { keyParameter, repeatKey } from './stateful/idempotency.ts'
import { learnRules, lookAtState, type Rule } from './stateful/derived.ts'
import { askHead } from './stateful/head.ts'
import { readLargeIds } from './stateful/large-ids.ts'
import { liveThrough } from './stateful/life.ts'
import { judgeFilter, judgePages, judgeQuery } from './stateful/lists.ts'
import { deleteReferenced, provoke, useMissing } from './stateful/refusals.ts'
import { readEverything } from './stateful/safety.ts'
import { assignmentCases } from './stateful/assigned.ts'
import { isBelowRecord, listThroughOther, useMissingParent, useOtherParent } from './stateful/hierarchy.ts'
import { listBelowOwner, ownedLists } from './stateful/owned.ts'
import { mergePatchType, removeByNull } from './stateful/merge-patch.ts'
import { judgeOrder, orderParameters } from './stateful/order.ts'
import { queriesOf } from './stateful/queries.ts'
import { isShownAlike, judgeAgreement } from './stateful/agreement.ts'
import { countsOf, judgeCounts } from './stateful/counts.ts'
import { mayCreate, putNew } from './stateful/put-new.ts'
import { replaceTwice } from './stateful/replace-twice.ts'
import { changeStates } from './stateful/states.ts'

/** Whether the API remembers: each resource followed through what can be done with its records. */
export const stateful: Phase = {
  name: 'stateful',
  isParallel: false,
  requestsPerCase: 10,
  plan(api, options) {
    const resources = api.model.resources.filter((each) => each.discoverable || each.kind === 'singleton')
    const selected = resources.filter((each) => isAnySelected(api, each, options))
    const reading = [...selected.flatMap((each) => readingCases(api, each)), ...readCases(api, options)]
    if (options.readOnly) return [safety(api), ...reading]
    const lives = selected.flatMap((each) => lifeCases(each))
    const writing = [...selected.flatMap((each) => writingCases(api, each)), ...orphanCases(api, options)]
    return [...lives, safety(api), derived(), ...reading, ...writing]
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
  return {
    path: `stateful/${place}/${slug(what)}`,
    phase: 'stateful',
    operation: resource,
    title: `${resource}: ${title}`,
    lane: `${resource} ${what}`,
    run,
  }
}

function lifeCases(resource: Resource): readonly Case[] {
  const { name } = resource
  return [
    caseOf(name, 'life', 'create, read, list, change and delete', (context, lane) =>
      liveThrough(context, lane, resource),
    ),
  ]
}

function readingCases(api: Api, resource: Resource): readonly Case[] {
  const { name } = resource
  if (!operationFor(api, resource, 'list') || resource.kind !== 'collection') return []
  const filters = resource.filters.map((filter) =>
    caseOf(name, `filter-${filter.parameter}`, `filtered by ${filter.parameter}`, (context, lane) =>
      judgeFilter(context, lane, resource, filter),
    ),
  )
  const large = resource.idType === 'integer' && operationFor(api, resource, 'read')
  return [
    caseOf(name, 'pages', 'pages and totals', (context, lane) => judgePages(context, lane, resource)),
    ...filters,
    ...queriesOf(api, resource).map((query) =>
      caseOf(
        name,
        `query-${query.parameter.name}-${query.property}`,
        `filtered by ${query.parameter.name}`,
        (context, lane) => judgeQuery(context, lane, resource, query),
      ),
    ),
    ...orderParameters(api, resource).map(({ name: order }) =>
      caseOf(name, `order-${order}`, `ordered by ${order}`, (context, lane) =>
        judgeOrder(context, lane, resource, order),
      ),
    ),
    ...(large
      ? [
          caseOf(name, 'large-ids', 'ids beyond 2^53', (context, lane) =>
            readLargeIds(context, lane, resource),
          ),
        ]
      : []),
  ]
}

function writingCases(api: Api, resource: Resource): readonly Case[] {
  const { name } = resource
  const creates = operationsFor(api, resource, 'create')
  const updates = [...operationsFor(api, resource, 'update'), ...operationsFor(api, resource, 'replace')]
  const puts = updates.filter(({ operation }) => operation.method === 'PUT')
  const removal = operationFor(api, resource, 'delete')
  return [
    ...(removal
      ? []
      : [
          caseOf(name, 'missing', 'records that are gone', (context, lane) =>
            useMissing(context, lane, resource),
          ),
        ]),
    ...(resource.parent
      ? [
          caseOf(name, 'hierarchy', 'reached through another parent', (context, lane) =>
            useOtherParent(context, lane, resource),
          ),
        ]
      : []),
    ...(resource.parent
      ? [
          caseOf(name, 'other-list', 'listed below another parent', (context, lane) =>
            listThroughOther(context, lane, resource),
          ),
        ]
      : []),
    ...ownedLists(api, resource).map((each) => {
      const { id, method, path } = each.list.operation
      return caseOf(name, `owned-${id}`, `${method} ${path} below one record and another`, (context, lane) =>
        listBelowOwner(context, lane, resource, each),
      )
    }),
    ...(countsOf(api, resource).length > 0
      ? [
          caseOf(name, 'counts', 'counts of what there is', (context, lane) =>
            judgeCounts(context, lane, resource),
          ),
        ]
      : []),
    ...(isShownAlike(api, resource)
      ? [
          caseOf(name, 'agreement', 'the list and the record agree', (context, lane) =>
            judgeAgreement(context, lane, resource),
          ),
        ]
      : []),
    ...[...creates, ...updates].flatMap((each) => assignmentCases(api, resource, each)),
    ...puts.map((each) =>
      caseOf(name, `again-${each.operation.id}`, `${each.operation.id} twice is like once`, (context, lane) =>
        replaceTwice(context, lane, resource, each),
      ),
    ),
    ...puts
      .filter((each) => mayCreate(api, resource, each))
      .map((each) =>
        caseOf(
          name,
          `new-${each.operation.id}`,
          `${each.operation.id} where there is nothing`,
          (context, lane) => putNew(context, lane, resource, each),
        ),
      ),
    ...operationsFor(api, resource, 'update')
      .filter(({ operation }) => mergePatchType(operation))
      .map((each) =>
        caseOf(name, `null-${each.operation.id}`, `null in ${each.operation.id} removes`, (context, lane) =>
          removeByNull(context, lane, resource, each),
        ),
      ),
    caseOf(name, 'conditions', 'writes under a condition', (context, lane) =>
      writeConditionally(context, lane, resource),
    ),
    ...[...creates, ...updates].map((each) =>
      caseOf(
        name,
        `refused-${each.operation.id}`,
        `what ${each.operation.id} refuses changes nothing`,
        (context, lane) => provoke(context, lane, each),
      ),
    ),
    ...updates.map((each) =>
      caseOf(
        name,
        `states-${each.operation.id}`,
        `from state to state by ${each.operation.id}`,
        (context, lane) => changeStates(context, lane, resource, each),
      ),
    ),
    ...(removal
      ? [
          caseOf(name, 'referenced', 'records that others refer to', (context, lane) =>
            deleteReferenced(context, lane, resource, removal),
          ),
        ]
      : []),
    ...creates
      .filter(({ operation }) => keyParameter(operation))
      .map((each) =>
        caseOf(name, `repeated-${each.operation.id}`, 'a key used again', (context, lane) =>
          repeatKey(context, lane, resource, each),
        ),
      ),
    ...(creates.length > 0 && removal && resource.references.length > 0
      ? [caseOf(name, 'undo', 'created and deleted again', (context, lane) => undo(context, lane, resource))]
      : []),
  ]
}

/** Lists below records, asked for when the record is gone. */
function orphanCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations
    .filter((each) => isBelowRecord(api, each) && isSelected(each, options))
    .map((operation) => ({
      path: `stateful/${slug(operation.id)}/missing-parent`,
      phase: 'stateful',
      operation: operation.id,
      title: `${operation.method} ${operation.path} of a record that is gone`,
      lane: `${operation.id} missing-parent`,
      run: (context, lane) => useMissingParent(context, lane, operation),
    }))
}

/** Each read, asked for again and asked for its header section alone. */
function readCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations
    .filter((operation) => operation.method === 'GET' && isSelected(operation, options))
    .flatMap((operation) => {
      const about = { phase: 'stateful', operation: operation.id, lane: `${operation.id} read` } as const
      const [path, title] = [`stateful/${slug(operation.id)}`, `${operation.method} ${operation.path}`]
      return [
        {
          ...about,
          path: `${path}/head`,
          title: `${title} agrees with HEAD`,
          run: (context, lane) => askHead(context, lane, operation),
        },
        {
          ...about,
          path: `${path}/entity-tag`,
          title: `${title} under If-None-Match`,
          run: (context, lane) => revalidate(context, lane, operation),
        },
      ] satisfies readonly Case[]
    })
}

function safety(api: Api): Case {
  const operations = api.operations.filter(({ method }) => isSafe(method))
  return caseOf('(all)', 'safe-methods', 'reading changes nothing', (context, lane) =>
    readEverything(context, lane, operations),
  )
}

/** The rules are learnt before anything is changed. */
function derived(): Case {
  let rules: readonly Rule[] = []
  return {
    ...caseOf('(all)', 'derived', 'what is derived from other records', (context, lane) =>
      followDerived(context, lane, rules),
    ),
    async prepare(context, lane) {
      rules = learnRules(context, await lookAtState(context, lane))
    },
  }
}
