import { isSafe } from '../../spec/http.ts'
import type { Resource } from '../../spec/resources.ts'
import { operationsFor, type Api } from '../api/api.ts'
import { slug, type Case, type Phase } from '../case.ts'
import { isSelected, type RunOptions } from '../options.ts'
import { relatedResources, selectedResources } from '../api/related-resources.ts'
import { followDerived } from './stateful/aggregates.ts'
import { revalidate } from './stateful/conditional.ts'
import { learnRules, lookAtState, type Rule } from './stateful/derived.ts'
import { askHead } from './stateful/head.ts'
import { isBelowRecord, useMissingParent } from './stateful/hierarchy.ts'
import { liveThrough } from './stateful/life.ts'
import { readingCases } from './stateful/list-cases.ts'
import { recordCases } from './stateful/record-cases.ts'
import { mayCreate } from './stateful/put-new.ts'
import { readEverything } from './stateful/safety.ts'
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
      caseOn(each, 'life', 'create, read, list, change and delete', liveThrough),
    )
    const writing = [...selected.flatMap((each) => recordCases(api, each)), ...orphanCases(api, options)]
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
          title: `${title} and HEAD`,
          run: (context, lane) => askHead(context, lane, operation),
        },
        {
          ...about,
          path: `${path}/entity-tag`,
          title: `${title} with If-None-Match`,
          run: (context, lane) => revalidate(context, lane, operation),
        },
      ] satisfies readonly Case[]
    })
}

function safety(api: Api, options: RunOptions): Case {
  const operations = api.operations.filter((each) => isSafe(each.method) && isSelected(each, options))
  const names = selectedResources(api, options)
  return caseOf('(all)', 'safe-methods', 'reading changes nothing', (context, lane) =>
    readEverything(context, lane, operations, names),
  )
}

/** The rules are learnt before anything is changed. */
function derived(api: Api, options: RunOptions): Case {
  let rules: readonly Rule[] = []
  return {
    ...caseOf('(all)', 'derived', 'values derived from other records', (context, lane) =>
      followDerived(context, lane, rules),
    ),
    async prepare(context, lane) {
      rules = learnRules(context, await lookAtState(context, lane, relatedResources(api, options)))
    },
  }
}
