import type { Operation } from '../../../../spec/document.ts'
import { singular, wordsOf } from '../../../../spec/inference/prose/words.ts'
import { equalJson, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess, jsonOf } from '../../../answer.ts'
import { show } from '../../../answers/compare.ts'
import { recordProperties } from '../../../api/api.ts'
import { baseOf } from '../../../api/shared-ids.ts'
import { statesOf } from '../../../api/state-values.ts'
import type { Context } from '../../../context.ts'
import { snapshot, type Snapshot } from '../../../records/snapshot.ts'

/** The records of all lists, and the numbers in the responses of other reads, such as statistics. */
export interface State extends Snapshot {
  /** By operation id and property names, separated by spaces. */
  readonly counters: ReadonlyMap<string, number>
}

/** A rule that holds for all existing records. */
export interface Rule {
  /** Stable name. */
  readonly cause: string
  /** For people; completes `that …`. */
  readonly text: string
  /** The resources it involves. */
  readonly resources: ReadonlySet<string>
  /** Describes a violation by the record with that id, or by any record; undefined if the rule holds. */
  broken(state: State, id?: string): string | undefined
}

/** Reads all lists, or those of the resources in `only`, and all counters. */
export async function observeState(context: Context, only?: ReadonlySet<string>): Promise<State> {
  const seen = await snapshot(context, only)
  const counters = new Map<string, number>()
  for (const operation of counterOperations(context)) {
    const accepted = await context.control(operation)
    if (!accepted.template) continue
    const answer = await context.send(await context.instantiate(operation, accepted.template), 'valid')
    const body = isSuccess(answer.status) ? jsonOf(answer) : undefined
    for (const [path, value] of numbersIn(body, [])) counters.set([operation.id, ...path].join(' '), value)
  }
  return { ...seen, counters }
}

/** Reads of neither a single record nor a list: sums and statistics. */
function counterOperations({ api }: Context): readonly Operation[] {
  return api.operations.filter(({ id, method, path }) => {
    const role = api.model.roles.get(id)
    const isSingle = role === undefined || role.resource.kind === 'singleton'
    return method === 'GET' && isSingle && !path.includes('{')
  })
}

function numbersIn(
  value: Json | undefined,
  path: readonly string[],
): readonly (readonly [readonly string[], number])[] {
  if (typeof value === 'number' && Number.isInteger(value)) return [[path, value]]
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => numbersIn(member, [...path, name]))
}

/** Infers rules that hold for the records before the run changes any, and that hardly hold by chance. */
export function inferRules(context: Context, state: State): readonly Rule[] {
  const { resources } = context.api.model
  const twins = resources.flatMap((resource) => {
    const base = baseOf(context.api, resource)
    return base ? twinRules(base, resource) : []
  })
  const counts = resources.flatMap((resource) => countRules(context, resource, state))
  return [...twins, ...counts].filter((rule) => hasEvidence(rule, state) && rule.broken(state) === undefined)
}

/** Whether there are enough records for a rule not to hold by chance. */
function hasEvidence({ resources }: Rule, state: State): boolean {
  return [...resources].every((name) => (state.resources.get(name)?.size ?? 0) >= 2)
}

/** Rules for two resources that share their ids: each record has its counterpart, and common properties agree. */
function twinRules(base: Resource, twin: Resource): readonly Rule[] {
  const pair = new Set([base.name, twin.name])
  const counterpart: Rule = {
    cause: `each ${base.name} ${twin.name}`,
    text: `each record of ${base.name} has one of ${twin.name}`,
    resources: pair,
    broken: (state, id) =>
      missing(state, base.name, twin.name, id) ?? missing(state, twin.name, base.name, id),
  }
  return [counterpart, { ...counterpart, ...agreement(base, twin) }]
}

function missing(
  { resources }: State,
  from: string,
  to: string,
  only: string | undefined,
): string | undefined {
  const counterparts = resources.get(to)
  const alone = [...(resources.get(from)?.keys() ?? [])].find(
    (id) => (only === undefined || id === only) && !counterparts?.has(id),
  )
  return alone === undefined ? undefined : `${from}/${alone} without ${to}/${alone}`
}

/** The rule that properties with the same name keep agreeing, if they agree in every pair when first looked at. */
function agreement(base: Resource, twin: Resource): Pick<Rule, 'cause' | 'text' | 'broken'> {
  let agreeing: ReadonlySet<string> | undefined
  return {
    cause: `agree ${base.name} ${twin.name}`,
    text: `records of ${base.name} and ${twin.name} agree in what both have`,
    broken(state, only) {
      const pairs = pairsOf(state, base, twin)
      agreeing ??= agreeingProperties(pairs, twin)
      for (const [id, record, other] of pairs.filter(([each]) => only === undefined || each === only)) {
        const name = [...agreeing].find((each) => !equalJson(record[each] ?? null, other[each] ?? null))
        if (name !== undefined)
          return `${name} ${show(record[name])} of ${base.name}/${id} and ${show(other[name])} of ${twin.name}/${id}`
      }
      return undefined
    },
  }
}

type Pair = readonly [id: string, record: JsonObject, other: JsonObject]

function pairsOf({ resources }: State, base: Resource, twin: Resource): readonly Pair[] {
  const others = resources.get(twin.name)
  return [...(resources.get(base.name) ?? [])].flatMap(([id, record]) => {
    const other = others?.get(id)
    return other ? [[id, record, other] as const] : []
  })
}

function agreeingProperties(pairs: readonly Pair[], { idProperty }: Resource): ReadonlySet<string> {
  const names = new Set(
    pairs.flatMap(([, record, other]) =>
      Object.keys(record).filter((name) => name !== idProperty && Object.hasOwn(other, name)),
    ),
  )
  return new Set(
    [...names].filter((name) =>
      pairs.every(([, record, other]) => equalJson(record[name] ?? null, other[name] ?? null)),
    ),
  )
}

/** Rules for numbers that count the existing records, in total or in one state. */
function countRules(context: Context, resource: Resource, state: State): readonly Rule[] {
  const records = state.resources.get(resource.name)
  if (!records) return []
  const states = [...recordProperties(context.api, resource)].flatMap(([property, node]) =>
    (statesOf(context.api, node) ?? [])
      .filter((value) => typeof value === 'string')
      .map((value) => ({ property, value })),
  )
  const words = new Set(
    wordsOf(resource.name)
      .filter((word) => word.length > 2)
      .map(singular),
  )
  return [...state.counters.keys()].flatMap((counter) => {
    const [, ...path] = counter.split(' ')
    const leaf = path.at(-1) ?? ''
    const counted = states.filter(({ value }) => value === leaf)
    if (counted.length > 0)
      return counted.map(({ property, value }) =>
        countRule(resource, counter, (record) => record[property] === value, `${property} ${value}`),
      )
    const name = wordsOf(leaf)
    const isTotal =
      /\b(?:totals?|counts?)\b|^num\b|\bnumber of\b/.test(name.join(' ')) &&
      name.some((word) => words.has(singular(word)))
    return isTotal ? [countRule(resource, counter, () => true, 'all')] : []
  })
}

function countRule(
  { name }: Resource,
  counter: string,
  isCounted: (record: JsonObject) => boolean,
  condition: string,
): Rule {
  return {
    cause: `count ${name} ${condition}`,
    text: `${counter.replaceAll(' ', '.')} is the number of records of ${name} (${condition})`,
    resources: new Set([name]),
    broken({ resources, counters }) {
      const counted = [...(resources.get(name)?.values() ?? [])].filter(isCounted).length
      const shown = counters.get(counter)
      return shown === undefined || shown === counted
        ? undefined
        : `${String(shown)} for ${String(counted)} records`
    },
  }
}
