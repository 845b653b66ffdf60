import type { Document, SchemaNode } from '../../document.ts'
import type { JsonObject } from '../../json.ts'
import { formatOf } from '../../schemas/types.ts'
import { singularWordsOf } from '../prose/words.ts'

/** A length of time as a formula. */
interface Elapsed {
  readonly text: string
  readonly valueIn: (object: JsonObject) => number | undefined
}

const length =
  /^ (?:the )?(?:(?:number|length) (?:of )?(?:the )?|in )?(?<calendar>calendar )?(?<unit>night|day|hour|minute)s? (?:from|between) (?:the )?(?<start>\w+(?: \w+)*?) (?:to|until|and) (?:the )?(?<end>\w+(?: \w+)*?)(?<both> (?:(?:with )?both(?: day| date| end)? (?:included|inclusive|counted)|included|inclusive(?: of both)?|including both(?: day| date| end)?))? $/

const milliseconds: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  night: 86_400_000,
}

/**
 * The time between two dates or times: "Number of nights between `arrival` and `departure`", "Days from `start` to `end`, both included".
 * Whether days count the last one has to be said.
 */
export function elapsed(
  document: Document,
  sentence: string,
  properties: ReadonlyMap<string, SchemaNode>,
): Elapsed | undefined {
  const { unit = '', start = '', end = '', both } = length.exec(sentence)?.groups ?? {}
  const format = unit === 'night' || unit === 'day' ? 'date' : 'date-time'
  const named = (words: string): string | undefined =>
    [...properties].find(
      ([name, node]) => singularWordsOf(name) === words && formatOf(document, node) === format,
    )?.[0]
  const [first, last] = [named(start), named(end)]
  if (first === undefined || last === undefined || (unit === 'day') !== (both !== undefined)) return undefined
  const instantIn = (object: JsonObject, name: string): number => {
    const value = object[name]
    return typeof value === 'string' ? Date.parse(value) : Number.NaN
  }
  return {
    text: `the ${unit}s from ${first} to ${last}${both === undefined ? '' : ', both included'}`,
    valueIn(object) {
      const passed = (instantIn(object, last) - instantIn(object, first)) / (milliseconds[unit] ?? 1)
      // How parts of a day, an hour or a minute are counted is left open.
      return Number.isInteger(passed) ? passed + (both === undefined ? 0 : 1) : undefined
    },
  }
}
