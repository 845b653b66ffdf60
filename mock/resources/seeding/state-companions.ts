import { normalizeName, wordsOf } from '../../../spec/inference/prose/words.ts'
import {
  isChangeTimestamp,
  isCreationTimestamp,
  isEventTimestamp,
} from '../../../spec/inference/records/timestamps.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { CrudOptions } from '../options.ts'
import { finishedProgress, isFinished } from '../records/progress.ts'
import { actorProperties } from '../relations/actors.ts'

/**
 * Makes what goes with the state of a generated record consistent with it: only what was rejected has a `rejection_reason`, only what has
 * an `approved_at` has an `approved_by`, and all of what is completed is done.
 */
export function withStateCompanions(
  options: CrudOptions,
  resource: Resource,
  record: JsonObject,
): JsonObject {
  const isValid = options.validator.of(resource.record, 'response').accepts
  const { reasons, actors, states, progress, drafts, events, trials, edits, choices, limits, outcome } =
    companionsOf(options)(resource)
  let result = record
  const set = (name: string, value: Json): void => {
    if (!Object.hasOwn(result, name) || result[name] === value) return
    const next = { ...result, [name]: value }
    if (isValid(next)) result = next
  }
  const unset = (name: string): void => {
    const { [name]: _, ...others } = result
    if (isValid(others)) result = others
  }
  for (const { property, state, values } of reasons)
    if (!values.includes(record[state] ?? null)) set(property, null)
  for (const { at, by } of actors) if (record[at] === null) set(by, null)
  if (drafts.some(({ name, value }) => record[name] === value)) for (const name of events) set(name, null)
  for (const { name, values, ends } of trials) if (!values.includes(record[name] ?? null)) set(ends, null)
  for (const { flag, changed, created } of edits)
    if (record[flag] === false) set(changed, record[created] ?? null)
  for (const [one, other] of choices) {
    const [value, alternative] = [result[one] ?? null, result[other] ?? null]
    if (value !== null && alternative !== null) set(Number(value) % 2 === 0 ? other : one, null)
  }
  for (const { count, most } of limits) {
    const [number, limit] = [result[count], result[most]]
    if (typeof number === 'number' && typeof limit === 'number' && number > limit)
      set(count, number % (limit + 1))
  }
  // Work that goes on has no outcome yet, and work that is done has one (https://google.aip.dev/151).
  if (outcome && record[outcome.done] === false) outcome.parts.forEach(unset)
  else if (outcome) unset('error')
  const isDone = states.some((name) => isFinished(record[name]))
  for (const [name, most] of progress) if (isDone || record[name] === most) set(name, isDone ? most : 0)
  return result
}

/** A text that only records in some states have. */
interface Reason {
  readonly property: string
  readonly state: string
  readonly values: readonly Json[]
}

const companionsOf = perObject((options: CrudOptions) =>
  perObject((resource: Resource) => {
    const { document } = options
    const properties = [...possiblePropertiesOf(document, resource.record)]
    const enums = properties.flatMap(([name, node]) => {
      const values = enumValues(document, node)
      return values.length > 1 && !typesOf(document, node).has('array') ? [{ name, values }] : []
    })
    const reasons = properties.flatMap(([property, node]): readonly Reason[] => {
      const words = wordsOf(property)
      if (words.length < 2 || words.at(-1) !== 'reason' || !typesOf(document, node).has('null')) return []
      const noun = words.slice(0, -1).join('')
      return enums.flatMap(({ name, values }) => {
        const named = values.filter((value) => isNamedBy(noun, value))
        return named.length > 0 ? [{ property, state: name, values: named }] : []
      })
    })
    const nullable = new Set(
      properties.flatMap(([name, node]) => (typesOf(document, node).has('null') ? [name] : [])),
    )
    const states = enums.flatMap(({ name, values }) => (values.some(isFinished) ? [name] : []))
    const names = properties.map(([name]) => name)
    const events = names.filter(
      (name) =>
        nullable.has(name) &&
        isEventTimestamp(name) &&
        !isCreationTimestamp(name) &&
        !isChangeTimestamp(name),
    )
    const [changed, created] = [isChangeTimestamp, isCreationTimestamp].map((isMeant) => names.find(isMeant))
    return {
      drafts: enums.flatMap(({ name, values }) =>
        values
          .filter((value) => typeof value === 'string' && /^draft$/i.test(value))
          .map((value) => ({ name, value })),
      ),
      events,
      trials: enums.flatMap(({ name, values }) => {
        const own = values.filter(
          (value) => typeof value === 'string' && /^(?:trial|trialing|trialling|in[ _-]?trial)$/i.test(value),
        )
        const ends = names.filter((each) => /^trial (?:ends?|expires?|until)/.test(wordsOf(each).join(' ')))
        return own.length > 0 ? ends.map((each) => ({ name, values: own, ends: each })) : []
      }),
      edits:
        changed === undefined || created === undefined
          ? []
          : names
              .filter((name) => /^(?:is )?(?:edited|modified)$/.test(wordsOf(name).join(' ')))
              .map((flag) => ({ flag, changed, created })),
      choices: alternativesAmong(names.filter((name) => nullable.has(name))),
      limits: limitsAmong(names),
      outcome: ['done', 'error', 'response'].every((name) => names.includes(name))
        ? { done: 'done', parts: ['error', 'response'] }
        : undefined,
      reasons,
      actors: actorProperties(options, resource).filter(({ by }) => nullable.has(by)),
      states,
      progress: states.length > 0 ? finishedProgress(document, resource.record) : [],
    }
  }),
)

/** The pairs of names only one of which has a value: `percent_off` and `amount_off`. */
const alternativesAmong = (names: readonly string[]): readonly (readonly [string, string])[] =>
  names.flatMap((name) => {
    const other = wordsOf(name)
      .map((word) => (/^percent(?:age)?$/.test(word) ? 'amount' : word))
      .join(' ')
    return names
      .filter((each) => each !== name && wordsOf(each).join(' ') === other)
      .map((each) => [name, each] as const)
  })

/** The numbers that are never above another: `times_redeemed` and `max_redemptions`. */
const limitsAmong = (
  names: readonly string[],
): readonly { readonly count: string; readonly most: string }[] =>
  names.flatMap((most) => {
    const [first = '', noun = '', ...others] = wordsOf(most)
    if (!/^max(?:imum)?$/.test(first) || noun.length < 4 || others.length > 0) return []
    const stem = noun.slice(0, 4)
    return names.flatMap((count) => {
      const words = wordsOf(count)
      const isCount = words.some((word) => /^(?:times|count|current|used|number|total)$/.test(word))
      return isCount && words.some((word) => word.startsWith(stem)) ? [{ count, most }] : []
    })
  })

/** Whether a state is that after what a noun or a verb says: `rejected` after `rejection` or `reject`. */
function isNamedBy(noun: string, state: Json): boolean {
  if (typeof state !== 'string') return false
  const stem = normalizeName(state).replace(/(?:l?led|ed|d)$/, '')
  return stem.length > 3 && noun.startsWith(stem)
}
