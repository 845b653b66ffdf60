import { countedNoun } from '../../../spec/inference/numbers/counts.ts'
import { nounsOf } from '../../../spec/inference/prose/verb-nouns.ts'
import { singularWordsOf, wordsOf } from '../../../spec/inference/prose/words.ts'
import { actionWords } from '../../../spec/inference/states/action-outcome.ts'
import { isMarkedBy } from '../../../spec/inference/states/marks.ts'
import { flagOf } from '../../../spec/inference/states/words/state-properties.ts'
import { undoneBy } from '../../../spec/inference/states/words/verb-forms.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Endpoint } from '../endpoint.ts'
import { isSettable } from '../records/settable.ts'

/** The numbers of those who have set a flag: `starCount` beside `starred`, which the current user sets and clears. */
export function tallies({ resource, options }: Endpoint, before: JsonObject, effect: JsonObject): JsonObject {
  const changed = Object.entries(effect).filter(
    ([name, value]) =>
      typeof value === 'boolean' && typeof before[name] === 'boolean' && before[name] !== value,
  )
  return Object.fromEntries(
    Object.entries(before).flatMap(([name, count]) => {
      const noun = typeof count === 'number' ? countedNoun(name) : undefined
      const flag = changed.find(([each]) => isMarkedBy(noun ?? '', flagOf(each)))
      if (typeof count !== 'number' || !flag || isSettable(options, resource, name)) return []
      return [[name, Math.max(0, count + (flag[1] === true ? 1 : -1))]]
    }),
  )
}

/** What an action adds one to by its name, and what it takes one from: `like` for `unlike`. */
const counting = perObject(({ declared }: Endpoint): ReadonlyMap<string, 1 | -1> => {
  const words = actionWords(declared)
  const done = [words.join(' '), ...(words.length === 1 ? nounsOf(words[0] ?? '') : [])]
  return new Map([
    ...done.map((each) => [each, 1] as const),
    ...undoneBy(words).map((undone) => [undone.join(' '), -1] as const),
  ])
})

/** How many times something has been done, where no flag tells by whom: the `likes` of a comment after `like`, and after `unlike`. */
export const repetitions = (endpoint: Endpoint, before: JsonObject): JsonObject =>
  Object.fromEntries(
    countsIn(endpoint, before).map(({ name, count, by }) => [name, Math.max(0, count + by)] as const),
  )

/** How many times an action has been performed on a record, if that counts them: its `renewals`. */
export const repeatedSoFar = (endpoint: Endpoint, record: JsonObject): number | undefined =>
  countsIn(endpoint, record).find(({ by }) => by > 0)?.count

function countsIn(
  endpoint: Endpoint,
  record: JsonObject,
): readonly { readonly name: string; readonly count: number; readonly by: 1 | -1 }[] {
  const { resource, options } = endpoint
  return Object.entries(record).flatMap(([name, count]) => {
    const noun = countedNoun(name) ?? singularWordsOf(name)
    const by = counting(endpoint).get(noun)
    if (by === undefined || !Number.isInteger(count) || noun === wordsOf(name).join(' ')) return []
    const isFlagged = Object.keys(record).some(
      (flag) => typeof record[flag] === 'boolean' && isMarkedBy(noun, flagOf(flag)),
    )
    return isFlagged || isSettable(options, resource, name) ? [] : [{ name, count: Number(count), by }]
  })
}
