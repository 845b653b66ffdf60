import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import {
  isChangeTimestamp,
  isCreationTimestamp,
  isEditedFlag,
} from '../../../../spec/inference/times/timestamps.ts'
import type { Companion, RecordFacts } from './companion.ts'

/** What was never `edited` was last changed when it was created. */
export function edits({ names }: RecordFacts): readonly Companion[] {
  const [changed, created] = [names.find(isChangeTimestamp), names.find(isCreationTimestamp)]
  const flag = names.find(isEditedFlag)
  if (changed === undefined || created === undefined || flag === undefined) return []
  return [
    (record, edit) => {
      if (record[flag] === false) edit.set(changed, record[created] ?? null)
    },
  ]
}

/** A discount has either a `percent_off` or an `amount_off`. */
export function alternatives({ names, nullable }: RecordFacts): readonly Companion[] {
  return names.flatMap((percent) => {
    const named = wordsOf(percent).map((word) => (/^percent(?:age)?$/.test(word) ? 'amount' : word))
    return names
      .filter((amount) => amount !== percent && wordsOf(amount).join(' ') === named.join(' '))
      .filter((amount) => nullable.has(percent) && nullable.has(amount))
      .map((amount): Companion => (record, edit) => {
        const value = record[percent] ?? null
        if (value !== null && (record[amount] ?? null) !== null)
          edit.set(Number(value) % 2 === 0 ? amount : percent, null)
      })
  })
}

/** `times_redeemed` is at most `max_redemptions`. */
export function limits({ names }: RecordFacts): readonly Companion[] {
  return names.flatMap((most) => {
    const [first = '', noun = '', ...others] = wordsOf(most)
    if (!/^max(?:imum)?$/.test(first) || noun.length < 4 || others.length > 0) return []
    const stem = noun.slice(0, 4)
    const isCount = (name: string): boolean => {
      const words = wordsOf(name)
      return (
        words.some((word) => /^(?:times|count|current|used|number|total)$/.test(word)) &&
        words.some((word) => word.startsWith(stem))
      )
    }
    return names.filter(isCount).map((count): Companion => (record, edit) => {
      const [number, limit] = [record[count], record[most]]
      if (typeof number === 'number' && typeof limit === 'number' && number > limit)
        edit.set(count, number % (limit + 1))
    })
  })
}

/** Work that goes on has no outcome yet, and work that is done has no error (https://google.aip.dev/151). */
export function outcome({ names }: RecordFacts): readonly Companion[] {
  if (!['done', 'error', 'response'].every((name) => names.includes(name))) return []
  return [
    (record, edit) => {
      edit.unset('error')
      if (record['done'] === false) edit.unset('response')
    },
  ]
}
