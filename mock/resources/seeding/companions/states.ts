import { normalizeName, wordsOf } from '../../../../spec/inference/prose/words.ts'
import {
  isChangeTimestamp,
  isCreationTimestamp,
  isEventTimestamp,
} from '../../../../spec/inference/times/timestamps.ts'
import type { Json } from '../../../../spec/json.ts'
import { words } from '../../../data/build/place.ts'
import { tellsOfErrors } from '../../../data/realistic/errors.ts'
import { finishedProgress, isFinished } from '../../values/progress.ts'
import type { Companion, RecordFacts } from './companion.ts'

/** Only what was rejected has a `rejection_reason`. */
export function reasons({ names, enums }: RecordFacts): readonly Companion[] {
  return names.flatMap((property) => {
    const words = wordsOf(property)
    if (words.length < 2 || words.at(-1) !== 'reason') return []
    const noun = words.slice(0, -1).join('')
    return enums.flatMap(({ name, values }): readonly Companion[] => {
      const named = values.filter((value) => isNamedBy(noun, value))
      return named.length === 0
        ? []
        : [
            (record, edit) => {
              if (!named.includes(record[name] ?? null)) edit.clear(property)
            },
          ]
    })
  })
}

/** Whether a state is that after what a noun or a verb says: `rejected` after `rejection` or `reject`. */
function isNamedBy(noun: string, state: Json): boolean {
  if (typeof state !== 'string') return false
  const stem = normalizeName(state).replace(/(?:l?led|ed|d)$/, '')
  return stem.length > 3 && noun.startsWith(stem)
}

/** Only what has failed tells why. */
export function failures({ names, enums }: RecordFacts): readonly Companion[] {
  const errors = names.filter((name) => tellsOfErrors(words(name)))
  const states = errors.length === 0 ? [] : enums.filter(({ values }) => values.some(isFailure))
  return states.map(({ name }) => (record, edit) => {
    for (const error of errors) {
      if (!isFailure(record[name])) edit.clear(error)
      else if (record[error] === null)
        edit.set(error, /(?:code|type)$/.test(words(error)) ? 'timeout' : 'The connection timed out.')
    }
  })
}

const isFailure = (state: Json | undefined): boolean =>
  typeof state === 'string' &&
  /\b(?:fail(?:ed|ure|ing)?|error(?:ed)?|crashed|timed? ?out|bounced|undelivered|aborted)$/.test(words(state))

/** Only what has an `approved_at` has an `approved_by`. */
export function actors(facts: RecordFacts): readonly Companion[] {
  return facts.actors.map(({ at, by }) => (record, edit) => {
    if ((record[at] ?? null) === null) edit.clear(by)
  })
}

/** Nothing has happened to a draft. */
export function drafts({ names, enums }: RecordFacts): readonly Companion[] {
  const events = names.filter(
    (name) => isEventTimestamp(name) && !isCreationTimestamp(name) && !isChangeTimestamp(name),
  )
  const isDraft = (value: Json | undefined): boolean => typeof value === 'string' && /^draft$/i.test(value)
  return enums
    .filter(({ values }) => values.some(isDraft))
    .map(({ name }) => (record, edit) => {
      if (isDraft(record[name])) for (const event of events) edit.clear(event)
    })
}

/** Only what is on trial has a `trial_ends_at`. */
export function trials({ names, enums }: RecordFacts): readonly Companion[] {
  const ends = names.filter((name) => /^trial (?:ends?|expires?|until)/.test(wordsOf(name).join(' ')))
  const isTrial = (value: Json | undefined): boolean =>
    typeof value === 'string' && /^(?:trial|trialing|trialling|in[ _-]?trial)$/i.test(value)
  return enums
    .filter(({ values }) => values.some(isTrial))
    .map(({ name }) => (record, edit) => {
      if (!isTrial(record[name])) for (const end of ends) edit.set(end, null)
    })
}

/** All of what is completed is done, and not all of what is not. */
export function progress({ document, resource, enums }: RecordFacts): readonly Companion[] {
  const states = enums.filter(({ values }) => values.some(isFinished))
  if (states.length === 0) return []
  return finishedProgress(document, resource.record).map(([name, most]) => (record, edit) => {
    const isDone = states.some((state) => isFinished(record[state.name]))
    if (isDone || record[name] === most) edit.set(name, isDone ? most : 0)
  })
}
