import type { ErrorCode, Operation } from '../../../spec/document.ts'
import { singular, wordsOf } from '../../../spec/inference/prose/words.ts'
import type { Refused } from '../../behaviour.ts'

/** The codes of refusals by rules that documents describe in words, with what their sentences may say instead. */
const rules: Readonly<Record<string, string>> = {
  already_exists: 'unique taken twice second once same duplicate duplicated conflict',
  unknown_reference: 'unknown no such missing not found',
  in_use: 'used referenced while has has still',
  wrong_state: 'only otherwise unless final already invalid',
  wrong_reference: 'belongs another',
  wrong_time: 'time past future late early',
  overlapping: 'another overlaps overlap busy time period',
  invalid_range: 'before after inverted later earlier',
  limit_reached: 'full many maximum most more',
  limit_exceeded: 'exceeds exceeded more than insufficient balance most',
  too_low: 'less minimum low than',
  wrong_direction: 'lower higher decrease increase',
  unmet_demand: 'requires required needs missing without',
  not_deleted: 'not',
  empty: 'empty no without',
  same_record: 'same itself',
}

/**
 * The code that the operation's texts name for a refusal: that of the only sentence about its status, or of the one that has most words
 * in common with its message. Undefined if there is none, and for refusals that are no rule of the document.
 */
export function namedCode({ status, code, message }: Refused, operation: Operation): string | undefined {
  const rule = Object.hasOwn(rules, code) ? rules[code] : undefined
  const told = rule === undefined ? [] : statements(operation).filter((each) => each.status === status)
  if (told.every((each) => each.code === undefined)) return undefined
  const wanted = stemsOf(`${message} ${code} ${rule}`)
  const scored = told.map((each) => ({ code: each.code, score: score(each, wanted) }))
  const best = Math.max(...scored.map((each) => each.score))
  const [found, ...others] = new Set(scored.flatMap((each) => (each.score === best ? [each.code] : [])))
  return others.length === 0 ? found : undefined
}

const statements = ({ errorCodes, responses }: Operation): readonly ErrorCode[] => [
  ...errorCodes,
  ...responses.flatMap((response) => response.errorCodes),
]

/** How much a sentence has in common with a message; its code says most. */
const score = ({ code = '', sentence }: ErrorCode, wanted: ReadonlySet<string>): number =>
  common(stemsOf(sentence), wanted) + 2 * common(stemsOf(code), wanted)

const common = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((each) => other.has(each)).length

/** The words of a text without endings: `archiv` for `archived`, `archives` and `archiving`. */
const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    wordsOf(text).flatMap((each) =>
      /^(?:a|an|the|is|are|to|of|it|this|that|with|code|4\d\d)$/.test(each)
        ? []
        : [singular(each).replace(/(?:e|ed|ing)$/, '')],
    ),
  )
