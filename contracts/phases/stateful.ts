import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import type { Resource } from '../../spec/resources.ts'
import { operationsFor, type Api } from '../api/api.ts'
import { relatedResources, selectedResources } from '../api/related-resources.ts'
import { slug, type Case, type Phase } from '../case.ts'
import type { Context } from '../context.ts'
import { isSelected, type RunOptions } from '../options.ts'
import { keysOfUnlisted, takesPassword, useOtherPassword, useTakenValues } from './stateful/accounts.ts'
import { endsSession, useEndedToken } from './stateful/ended-session.ts'
import { followLifeCycle } from './stateful/life-cycle/life-cycle.ts'
import { mayCreate } from './stateful/life-cycle/put-new.ts'
import { listCases } from './stateful/list-cases.ts'
import { revalidate } from './stateful/reads/conditional-reads.ts'
import { askHead } from './stateful/reads/head.ts'
import { readEverything } from './stateful/reads/safe-methods.ts'
import { recordCases } from './stateful/record-cases.ts'
import { followDerived } from './stateful/relations/derived-values.ts'
import { isBelowRecord, useMissingParent } from './stateful/relations/hierarchy.ts'
import { judgePresence, presenceOf } from './stateful/relations/presence.ts'
import { inferRules, observeState, type Rule } from './stateful/relations/rules.ts'
import { judgeTotals, talliesOf } from './stateful/relations/totals.ts'
import { caseOf, caseOn } from './stateful/stateful-case.ts'
import { creatingBatchOf, judgeBatchCreation } from './stateful/writes/batches/batch-create.ts'
import { judgeBatchOrder, orderedBatchOf } from './stateful/writes/batches/batch-order.ts'
import { judgeBatchResults } from './stateful/writes/batches/batch-results.ts'
import { sharedUpdateOf, updateSeveral } from './stateful/writes/batches/batch-update.ts'
import { resultingBatchOf } from './stateful/writes/batches/resulting-batch.ts'
import { ownerStatesOf, writeBelowExcluded } from './stateful/writes/refusals/owner-states.ts'
import { downloadAgain, downloadOf } from './stateful/writes/uploaded-files.ts'

/** Tests that the API keeps state: creates, reads, lists, changes and deletes the records of each resource. */
export const stateful: Phase = {
  name: 'stateful',
  isParallel: false,
  requestsPerCase: () => 10,
  plan(api, options) {
    const names = selectedResources(api, options)
    const selected = api.model.resources.filter((each) => names.has(each.name) && isObservable(api, each))
    const reading = [...selected.flatMap((each) => listCases(api, each)), ...readCases(api, options)]
    if (options.readOnly) return [safetyCase(api, options), ...reading]
    const lives = selected.map((each) =>
      caseOn(each, 'life', 'create, read, list, change and delete', followLifeCycle),
    )
    const writing = [
      ...selected.flatMap((each) => recordCases(api, each)),
      ...orphanCases(api, options),
      ...totalCases(api, options),
      ...ownerStateCases(api, options),
      ...batchCases(api, options),
      ...accountCases(api, options),
    ]
    return [...lives, safetyCase(api, options), derivedValuesCase(api, options), ...reading, ...writing]
  },
}

/** Whether clients can know which records exist: there is a list, only one record, or a PUT that creates records. */
function isObservable(api: Api, resource: Resource): boolean {
  return (
    resource.discoverable ||
    resource.kind === 'singleton' ||
    operationsFor(api, resource, 'replace').some((each) => mayCreate(api, resource, each))
  )
}

type JudgeOperation = (context: Context, operation: Operation) => Promise<void>

/** The case about one behaviour of an operation. */
const caseFor = (operation: Operation, what: string, title: string, judge: JudgeOperation): Case => ({
  path: `stateful/${slug(operation.id)}/${what}`,
  phase: 'stateful',
  operation: operation.id,
  title: `${operation.method} ${operation.path} ${title}`,
  group: `${operation.id} ${what}`,
  run: (context) => judge(context, operation),
})

/** Cases that call operations below a record after it was deleted. */
function orphanCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations
    .filter((each) => isBelowRecord(api, each) && isSelected(each, options))
    .map((each) => caseFor(each, 'missing-parent', 'below a deleted record', useMissingParent))
}

/** Cases about writes below a record in a state in which the document excludes them. */
function ownerStateCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations
    .filter((each) => isSelected(each, options) && ownerStatesOf(api, each).length > 0)
    .map((each) => caseFor(each, 'owner-state', 'below a record in an excluded state', writeBelowExcluded))
}

/** Cases about operations on several records at once, about files, and about what is put without content. */
function batchCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations
    .filter((each) => isSelected(each, options))
    .flatMap((operation) => {
      const caseOf = (what: string, title: string, judge: JudgeOperation): Case =>
        caseFor(operation, what, title, judge)
      return [
        ...(downloadOf(api, operation)
          ? [caseOf('file', 'and the download of what it uploads', downloadAgain)]
          : []),
        ...(presenceOf(api, operation)
          ? [caseOf('presence', 'and whether its path finds it', judgePresence)]
          : []),
        ...(sharedUpdateOf(api, operation)
          ? [caseOf('several', 'changes several records', updateSeveral)]
          : []),
        ...(creatingBatchOf(api, operation)
          ? [caseOf('created', 'creates several records as they are sent', judgeBatchCreation)]
          : []),
        ...(resultingBatchOf(api, operation)
          ? [caseOf('results', 'tells what became of each of several records', judgeBatchResults)]
          : []),
        ...(orderedBatchOf(api, operation)
          ? [caseOf('in-order', 'shows records in the order of the request', judgeBatchOrder)]
          : []),
      ]
    })
}

/** Cases about accounts: names that are taken, other passwords, and tokens that must be refused after logging out. */
function accountCases(api: Api, options: RunOptions): readonly Case[] {
  const selected = api.operations.filter((each) => isSelected(each, options))
  return [
    ...selected
      .filter((each) => keysOfUnlisted(api, each).length > 0)
      .map((each) => caseFor(each, 'taken', 'refuses what is taken', useTakenValues)),
    ...selected
      .filter((each) => takesPassword(api, each))
      .map((each) => caseFor(each, 'password', 'refuses another password', useOtherPassword)),
    ...selected
      .filter((each) => endsSession(api, each))
      .map((each) => caseFor(each, 'token', 'ends the use of its token', useEndedToken)),
  ]
}

/** Cases about operations that respond with numbers of records. */
function totalCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations.flatMap((operation) => {
    const totals = isSelected(operation, options) ? talliesOf(api, operation) : []
    if (totals.length === 0) return []
    return {
      path: `stateful/${slug(operation.id)}/totals`,
      phase: 'stateful',
      operation: operation.id,
      title: `${operation.method} ${operation.path} counts the records`,
      group: `${operation.id} totals`,
      run: (context) => judgeTotals(context, operation, totals),
    } satisfies Case
  })
}

/** Cases that repeat each GET with If-None-Match, and as a HEAD. */
function readCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations
    .filter((operation) => operation.method === 'GET' && isSelected(operation, options))
    .flatMap((operation) => {
      const about = { phase: 'stateful', operation: operation.id, group: `${operation.id} read` } as const
      const [path, title] = [`stateful/${slug(operation.id)}`, `${operation.method} ${operation.path}`]
      return [
        {
          ...about,
          path: `${path}/head`,
          title: `${title} and HEAD`,
          run: (context) => askHead(context, operation),
        },
        {
          ...about,
          path: `${path}/entity-tag`,
          title: `${title} with If-None-Match`,
          run: (context) => revalidate(context, operation),
        },
      ] satisfies readonly Case[]
    })
}

function safetyCase(api: Api, options: RunOptions): Case {
  const operations = api.operations.filter((each) => isSafe(each.method) && isSelected(each, options))
  const names = selectedResources(api, options)
  return caseOf('(all)', 'safe-methods', 'reading changes nothing', (context) =>
    readEverything(context, operations, names),
  )
}

/** The case about values derived from other records. Its rules are inferred before any case changes a record. */
function derivedValuesCase(api: Api, options: RunOptions): Case {
  let rules: readonly Rule[] = []
  return {
    ...caseOf('(all)', 'derived', 'values derived from other records', (context) =>
      followDerived(context, rules),
    ),
    async prepare(context) {
      rules = inferRules(context, await observeState(context, relatedResources(api, options)))
    },
  }
}
