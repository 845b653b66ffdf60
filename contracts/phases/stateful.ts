import { isSafe } from '../../spec/http.ts'
import type { Resource } from '../../spec/resources.ts'
import { operationsFor, type Api } from '../api/api.ts'
import { slug, type Case, type Phase } from '../case.ts'
import { isSelected, type RunOptions } from '../options.ts'
import { relatedResources, selectedResources } from '../api/related-resources.ts'
import { totalsOf } from '../../spec/inference/records/totals.ts'
import { judgeTotals } from './stateful/relations/totals.ts'
import { followDerived } from './stateful/relations/derived-values.ts'
import { revalidate } from './stateful/reads/conditional.ts'
import { inferRules, observeState, type Rule } from './stateful/relations/rules.ts'
import { askHead } from './stateful/reads/head.ts'
import { isBelowRecord, useMissingParent } from './stateful/relations/hierarchy.ts'
import { followLifeCycle } from './stateful/life-cycle/life-cycle.ts'
import { readingCases } from './stateful/list-cases.ts'
import { recordCases } from './stateful/record-cases.ts'
import { mayCreate } from './stateful/life-cycle/put-new.ts'
import { readEverything } from './stateful/reads/safe-methods.ts'
import { caseOf, caseOn } from './stateful/stateful-case.ts'

/** Whether the API remembers: each resource followed through what can be done with its records. */
export const stateful: Phase = {
  name: 'stateful',
  isParallel: false,
  requestsPerCase: 10,
  plan(api, options) {
    const names = selectedResources(api, options)
    const selected = api.model.resources.filter((each) => names.has(each.name) && canBeFollowed(api, each))
    const reading = [...selected.flatMap((each) => readingCases(api, each)), ...readCases(api, options)]
    if (options.readOnly) return [safety(api, options), ...reading]
    const lives = selected.map((each) =>
      caseOn(each, 'life', 'create, read, list, change and delete', followLifeCycle),
    )
    const writing = [
      ...selected.flatMap((each) => recordCases(api, each)),
      ...orphanCases(api, options),
      ...totalCases(api, options),
    ]
    return [...lives, safety(api, options), derived(api, options), ...reading, ...writing]
  },
}

/** Whether it can be known which records there are: by a list, as there is one, or since clients put them where they are. */
function canBeFollowed(api: Api, resource: Resource): boolean {
  return (
    resource.discoverable ||
    resource.kind === 'singleton' ||
    operationsFor(api, resource, 'replace').some((each) => mayCreate(api, resource, each))
  )
}

/** Lists below records, asked for when the record is gone. */
function orphanCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations
    .filter((each) => isBelowRecord(api, each) && isSelected(each, options))
    .map((operation) => ({
      path: `stateful/${slug(operation.id)}/missing-parent`,
      phase: 'stateful',
      operation: operation.id,
      title: `${operation.method} ${operation.path} below a deleted record`,
      group: `${operation.id} missing-parent`,
      run: (context, group) => useMissingParent(context, group, operation),
    }))
}

/** Numbers that count records, in responses of their own. */
function totalCases(api: Api, options: RunOptions): readonly Case[] {
  return api.operations.flatMap((operation) => {
    const totals = isSelected(operation, options) ? totalsOf(api.document, api.model, operation) : []
    if (totals.length === 0) return []
    return {
      path: `stateful/${slug(operation.id)}/totals`,
      phase: 'stateful',
      operation: operation.id,
      title: `${operation.method} ${operation.path} counts the records`,
      group: `${operation.id} totals`,
      run: (context, group) => judgeTotals(context, group, operation, totals),
    } satisfies Case
  })
}

/** Each read, asked for again and asked for its header section alone. */
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
          run: (context, group) => askHead(context, group, operation),
        },
        {
          ...about,
          path: `${path}/entity-tag`,
          title: `${title} with If-None-Match`,
          run: (context, group) => revalidate(context, group, operation),
        },
      ] satisfies readonly Case[]
    })
}

function safety(api: Api, options: RunOptions): Case {
  const operations = api.operations.filter((each) => isSafe(each.method) && isSelected(each, options))
  const names = selectedResources(api, options)
  return caseOf('(all)', 'safe-methods', 'reading changes nothing', (context, group) =>
    readEverything(context, group, operations, names),
  )
}

/** The rules are learnt before anything is changed. */
function derived(api: Api, options: RunOptions): Case {
  let rules: readonly Rule[] = []
  return {
    ...caseOf('(all)', 'derived', 'values derived from other records', (context, group) =>
      followDerived(context, group, rules),
    ),
    async prepare(context, group) {
      rules = inferRules(context, await observeState(context, group, relatedResources(api, options)))
    },
  }
}
