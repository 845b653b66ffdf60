import type { Operation, SchemaNode } from '../../spec/document.ts'
import { wordsOf } from '../../spec/inference/prose/words.ts'
import { describedMoments, type DescribedMoment } from '../../spec/inference/times/described-moments.ts'
import { isJsonObject, type Json } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import type { Api } from '../api/api.ts'

/** Words in the names of dates after which something is refused: it cannot be used when they have passed. */
const deadline = /^(?:due|deadline|expir(?:es?|y|ation))$/

/**
 * The body with the dates that lie in the future, or in the past, by the document moved there, in nested objects too, and deadlines
 * into the future. Their years are the same in every run; they keep their day, also on 29 February.
 */
export function withDescribedMoments(api: Api, operation: Operation, schema: SchemaNode, body: Json): Json {
  if (!isJsonObject(body)) return body
  const properties = possiblePropertiesOf(api.document, schema)
  const times = new Map(
    describedMoments(api.document, operation, schema).map(({ property, time }) => [property, time]),
  )
  const moved = Object.entries(body).map(([name, value]) => {
    const node = properties.get(name)
    const time = times.get(name) ?? (wordsOf(name).some((word) => deadline.test(word)) ? 'future' : undefined)
    if (node && isJsonObject(value)) return [name, withDescribedMoments(api, operation, node, value)] as const
    return [name, time === undefined ? value : movedTo(time, value)] as const
  })
  return Object.fromEntries(moved)
}

/** The first of four years, a leap year. All are before 2038, which some databases have as a limit. */
const firstYears: Readonly<Record<DescribedMoment['time'], number>> = { future: 2032, past: 2012 }

/** A date, moved into the future or the past unless it is there, with the same day and time; other values as they are. */
export function movedTo(time: DescribedMoment['time'], value: Json): Json {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return value
  const year = Number(value.slice(0, 4))
  const isThere = time === 'future' ? year >= firstYears.future : year < firstYears.past + 4
  return isThere ? value : `${String(firstYears[time] + (year % 4))}${value.slice(4)}`
}

/** Whether a value is a date on the wrong side of the present, or not surely on the right one. */
export const contradicts = ({ time }: DescribedMoment, value: Json): boolean => movedTo(time, value) !== value
