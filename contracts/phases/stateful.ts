import { isSafe } from '../../spec/http.ts'
import type { Resource } from '../../spec/resources.ts'
import { operationFor, operationsFor, type Api, type RoleOperation } from '../api.ts'
import { slug, type Case, type Phase } from '../case.ts'
import type { Context } from '../context.ts'
import { isSelected, type RunOptions } from '../options.ts'
import type { Lane } from '../records/lane.ts'
import { judgeActions, machineOf } from './stateful/actions.ts'
import { followDerived, undo } from './stateful/aggregates.ts'
import { changeTimeOf, changeTimes } from './stateful/changed-last.ts'
import { revalidate, writeConditionally } from './stateful/conditional.ts'
import { repeatKey } from './stateful/idempotency.ts'
import { keyParameter } from '../requests/sendable.ts'
import { defaultsOf, leaveDefaultsOut } from './stateful/defaults.ts'
import { learnRules, lookAtState, type Rule } from './stateful/derived.ts'
import { isBare } from './stateful/feed.ts'
import { askHead } from './stateful/head.ts'
import { readLargeIds } from './stateful/large-ids.ts'
import { liveThrough } from './stateful/life.ts'
import { judgeFilter, judgeQuery } from './stateful/filters.ts'
import { judgePages } from './stateful/pages.ts'
import { useMissing } from './stateful/gone.ts'
import { deleteReferenced } from './stateful/referenced.ts'
import { provoke } from './stateful/refusals.ts'
import { readEverything } from './stateful/safety.ts'
import { assignmentCases } from './stateful/assigned.ts'
import { isBelowRecord, listThroughOther, useMissingParent, useOtherParent } from './stateful/hierarchy.ts'
import { listBelowOwner, ownedLists } from './stateful/owned.ts'
import { memberOf, putIntoList } from './stateful/members.ts'
import { mergePatchType, removeByNull } from './stateful/merge-patch.ts'
import { judgeOrder, judgeUsualOrder, orderOf, orderParameters } from './stateful/order.ts'
import { queriesOf } from './stateful/queries.ts'
import { searchView } from './stateful/searches.ts'
import { isShownAlike, judgeAgreement } from './stateful/agreement.ts'
import { countsOf, judgeCounts } from './stateful/counts.ts'
import { mayCreate, putNew } from './stateful/put-new.ts'
import { replaceTwice } from './stateful/replace-twice.ts'
import { putAndTakeAway, relationsOf } from './stateful/relations.ts'
import { restoreDeleted, restoringOf } from './stateful/restored.ts'
import { lookForSecrets, secretsOf } from './stateful/shown-once.ts'
import { changeStates } from './stateful/states.ts'
import { changeVersions, tellsOfVersion } from './stateful/versions.ts'

/** Whether the API remembers: each resource followed through what can be done with its records. */
export const stateful: Phase = {
  name: 'stateful',
  isParallel: false,
  requestsPerCase: 10,
  plan(api, options) {
    const resources = api.model.resources.filter((each) => each.discoverable || each.kind === 'singleton')
    const selected = resources.filter((each) => isAnySelected(api, each, options))
    const reading = [...selected.flatMap((each) => readingCases(api, each)), ...readCases(api, options)]
    const whole = { api, options, resources: new Set(selected.map(({ name }) => name)) }
    if (options.readOnly) return [safety(whole), ...reading]
    const lives = selected.map((each) =>
      caseOn(each, 'life', 'create, read, list, change and delete', liveThrough),
    )
    const writing = [...selected.flatMap((each) => writingCases(api, each)), ...orphanCases(api, options)]
    return [...lives, safety(whole), derived(whole), ...reading, ...writing]
  },
}

function isAnySelected(api: Api, resource: Resource, options: RunOptions): boolean {
  return resource.operations.some(({ operationId }) => {
    const operation = api.byId.get(operationId)
    return operation !== undefined && isSelected(operation, options)
  })
}

function caseOf(about: string, what: string, title: string, run: Case['run']): Case {
  const place = slug(about)
  return {
    path: `stateful/${place}/${slug(what)}`,
    phase: 'stateful',
    operation: about,
    title: `${about}: ${title}`,
    lane: `${about} ${what}`,
    run,
  }
}

/** Follows records of a resource through something that can be done with them. */
type Judge = (context: Context, lane: Lane, resource: Resource) => Promise<void>

const caseOn = (resource: Resource, what: string, title: string, judge: Judge): Case =>
  caseOf(resource.name, what, title, (context, lane) => judge(context, lane, resource))

/** As {@link Judge}, by one of the resource's operations. */
type JudgeBy = (context: Context, lane: Lane, resource: Resource, by: RoleOperation) => Promise<void>

const caseBy = (resource: Resource, by: RoleOperation, what: string, title: string, judge: JudgeBy): Case =>
  caseOn(resource, `${what}-${by.operation.id}`, title, (context, lane) => judge(context, lane, resource, by))

function readingCases(api: Api, resource: Resource): readonly Case[] {
  const list = operationFor(api, resource, 'list')
  if (!list || resource.kind !== 'collection') return []
  const isLarge = resource.idType === 'integer' && operationFor(api, resource, 'read') !== undefined
  const asked = api.flat.get(resource.name) ?? resource
  return [
    ...listCases(api, { resource, asked }, list, (what, title, judge) =>
      caseOn(resource, what, title, judge),
    ),
    ...(isLarge ? [caseOn(resource, 'large-ids', 'ids beyond 2^53', readLargeIds)] : []),
  ]
}

/** A resource, and as its filters and its order have its records: with all properties on one level. */
interface Listed {
  readonly resource: Resource
  readonly asked: Resource
}

/** What is asked of a list, or of a search, by its paging, its filters and its order. */
function listCases(
  api: Api,
  { resource, asked }: Listed,
  list: RoleOperation,
  caseFor: (what: string, title: string, judge: Judge) => Case,
): readonly Case[] {
  return [
    caseFor('pages', 'pages and totals', (context, lane) => judgePages(context, lane, resource, list)),
    ...asked.filters.map((filter) =>
      caseFor(`filter-${filter.parameter}`, `filtered by ${filter.parameter}`, (context, lane) =>
        judgeFilter(context, lane, asked, filter, list),
      ),
    ),
    ...queriesOf(api, asked, list).map((query) => {
      const { name } = query.parameter
      return caseFor(`query-${name}-${query.property}`, `filtered by ${name}`, (context, lane) =>
        judgeQuery(context, lane, asked, query, list),
      )
    }),
    ...(orderOf(api, asked, list)
      ? [
          caseFor('order', 'in the order told', (context, lane) =>
            judgeUsualOrder(context, lane, asked, list),
          ),
        ]
      : []),
    ...orderParameters(api, asked, list).map(({ name }) =>
      caseFor(`order-${name}`, `ordered by ${name}`, (context, lane) =>
        judgeOrder(context, lane, asked, name, list),
      ),
    ),
  ]
}

/** Searches are judged as lists are. */
function searchCases(api: Api, resource: Resource): readonly Case[] {
  if (isBare(resource)) return []
  return operationsFor(api, resource, 'search').flatMap(({ operation, role }) => {
    const search = searchView(api, resource, role, operation)
    const { resource: asked } = search
    return listCases(api, { resource: asked, asked }, search, (what, title, judge) =>
      caseBy(resource, search, what, `${title}, by ${operation.id}`, judge),
    )
  })
}

function writingCases(api: Api, resource: Resource): readonly Case[] {
  const creates = operationsFor(api, resource, 'create')
  const patches = operationsFor(api, resource, 'update')
  const updates = [...patches, ...operationsFor(api, resource, 'replace')]
  const writes = [...creates, ...updates]
  const puts = updates.filter(({ operation }) => operation.method === 'PUT')
  const removal = operationFor(api, resource, 'delete')
  const isUndone = creates.length > 0 && removal !== undefined && resource.references.length > 0
  return [
    ...(removal ? [] : [caseOn(resource, 'missing', 'records that are gone', useMissing)]),
    ...(resource.parent
      ? [
          caseOn(resource, 'hierarchy', 'reached through another parent', useOtherParent),
          caseOn(resource, 'other-list', 'listed below another parent', listThroughOther),
        ]
      : []),
    ...searchCases(api, resource),
    ...ownedLists(api, resource).map((each) => {
      const title = `${each.list.operation.method} ${each.list.operation.path} below one record and another`
      return caseBy(resource, each.list, 'owned', title, (context, lane) =>
        listBelowOwner(context, lane, resource, each),
      )
    }),
    ...(countsOf(api, resource).length > 0
      ? [caseOn(resource, 'counts', 'counts of what there is', judgeCounts)]
      : []),
    ...(isShownAlike(api, resource)
      ? [caseOn(resource, 'agreement', 'the list and the record agree', judgeAgreement)]
      : []),
    ...writes.flatMap((each) => assignmentCases(api, resource, each)),
    ...puts.map((each) =>
      caseBy(resource, each, 'again', `${each.operation.id} twice is like once`, replaceTwice),
    ),
    ...puts
      .filter((each) => mayCreate(api, resource, each))
      .map((each) => caseBy(resource, each, 'new', `${each.operation.id} where there is nothing`, putNew)),
    ...patches
      .filter(({ operation }) => mergePatchType(operation))
      .map((each) => caseBy(resource, each, 'null', `null in ${each.operation.id} removes`, removeByNull)),
    caseOn(resource, 'conditions', 'writes under a condition', writeConditionally),
    ...writes.map((each) =>
      caseBy(
        resource,
        each,
        'refused',
        `what ${each.operation.id} refuses changes nothing`,
        (context, lane) => provoke(context, lane, each),
      ),
    ),
    ...updates
      .filter((each) => tellsOfVersion(api, resource, each))
      .map((each) =>
        caseBy(resource, each, 'version', `the version that ${each.operation.id} changes`, changeVersions),
      ),
    ...(changeTimeOf(api, resource) ? updates : []).map((each) =>
      caseBy(resource, each, 'changed', `the time of the change by ${each.operation.id}`, changeTimes),
    ),
    ...updates.map((each) =>
      caseBy(resource, each, 'states', `from state to state by ${each.operation.id}`, changeStates),
    ),
    ...(machineOf(api, resource)
      ? [caseOn(resource, 'actions', 'from state to state by its actions', judgeActions)]
      : []),
    ...(removal
      ? [
          caseOn(resource, 'referenced', 'records that others refer to', (context, lane) =>
            deleteReferenced(context, lane, resource, removal),
          ),
        ]
      : []),
    ...creates.flatMap((each) => {
      const key = keyParameter(each.operation)
      if (!key) return []
      return [
        caseBy(resource, each, 'repeated', 'a key used again', (context, lane) =>
          repeatKey(context, lane, resource, each, key),
        ),
      ]
    }),
    ...creates
      .filter((each) => secretsOf(api, each).length > 0)
      .map((each) =>
        caseBy(resource, each, 'secrets', `what ${each.operation.id} shows only once`, lookForSecrets),
      ),
    ...creates
      .filter((each) => defaultsOf(api, resource, each).length > 0)
      .map((each) =>
        caseBy(resource, each, 'defaults', `the defaults of ${each.operation.id}`, leaveDefaultsOut),
      ),
    ...operationsFor(api, resource, 'put')
      .filter((each) => memberOf(api, resource, each))
      .map((each) =>
        caseBy(resource, each, 'member', `what ${each.operation.id} puts into the list`, putIntoList),
      ),
    ...relationsOf(api, resource).map((related) =>
      caseOn(
        resource,
        `relation-${related.put.id}`,
        `what ${related.put.id} puts below it`,
        (context, lane) => putAndTakeAway(context, lane, resource, related),
      ),
    ),
    ...(restoringOf(api, resource)
      ? [caseOn(resource, 'restored', 'deleted and restored', restoreDeleted)]
      : []),
    ...(isUndone ? [caseOn(resource, 'undo', 'created and deleted again', undo)] : []),
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

/** All that is to be judged, by what is about more than one resource. */
interface Whole {
  readonly api: Api
  readonly options: RunOptions
  /** Names of the resources. */
  readonly resources: ReadonlySet<string>
}

function safety({ api, options, resources }: Whole): Case {
  const operations = api.operations.filter((each) => isSafe(each.method) && isSelected(each, options))
  return caseOf('(all)', 'safe-methods', 'reading changes nothing', (context, lane) =>
    readEverything(context, lane, operations, resources),
  )
}

/** The rules are learnt before anything is changed. */
function derived({ resources }: Whole): Case {
  let rules: readonly Rule[] = []
  return {
    ...caseOf('(all)', 'derived', 'what is derived from other records', (context, lane) =>
      followDerived(context, lane, rules),
    ),
    async prepare(context, lane) {
      rules = learnRules(context, await lookAtState(context, lane, resources))
    },
  }
}
