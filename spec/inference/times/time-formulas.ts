import type { Document, Pointer, SchemaNode } from '../../document.ts'
import type { Json, JsonObject } from '../../json.ts'
import { numericProperties, possiblePropertiesOf } from '../../schemas/properties.ts'
import { formatOf, isDateTime, isNumeric, typesOf } from '../../schemas/types.ts'
import { numberIn } from '../prose/number-words.ts'
import { schemaDescription } from '../prose/sentences.ts'
import { wordsOf } from '../prose/words.ts'
import { timestampedEvent } from '../states/words/state-properties.ts'
import { solePeriod } from './sole-period.ts'
import { isCreationTimestamp } from './timestamps.ts'

/** How a time follows from another one of the same object, by its description. */
export interface TimeFormula {
  readonly property: string
  /** The description. */
  readonly pointer: Pointer
  /** The formula with names as the document has them: `starts_at + duration_minutes`. */
  readonly text: string
  /** Whether the property is a date, of which a server may have another in its time zone. */
  readonly isDate: boolean
  /** Milliseconds since 1970; undefined if the object lacks something the formula needs. */
  readonly valueIn: (object: JsonObject) => number | undefined
}

/** "`duration_minutes` after `starts_at`". */
const after =
  /^[\x60"']?(?<length>\w+)[\x60"']? (?:minutes |hours |days )?after [\x60"']?(?<start>\w+)[\x60"']?\.?$/i
/** "`starts_at` plus `duration_minutes`", "Computed from `starts_at` and `duration_minutes`". */
const plus =
  /^(?:(?:it )?(?:is )?(?:always )?(?:computed|calculated|derived)(?: as|:)? )?[\x60"']?(?<start>\w+)[\x60"']? (?:plus|\+) (?:the )?[\x60"']?(?<length>\w+)[\x60"']?(?: (?:minutes|hours|days))?\.?$/i
const from =
  /^(?:it )?(?:is )?(?:always )?(?:computed|calculated|derived) (?:from|out of) (?:the )?[\x60"']?(?<start>\w+)[\x60"']? and (?:the )?[\x60"']?(?<length>\w+)[\x60"']?\.?$/i

const fixed =
  /^(?<count>\w+) (?<unit>second|minute|hour|day|week)s? after (?:(?:the |its )?(?<creation>creation)|(?:it|the \w+) (?:was|is|has been) (?<event>\w+)|[\x60"']?(?<start>\w+)[\x60"']?)\.?$/i

/** A length of time in seconds: "seven days", "24 hours", "a week". */
export function secondsOf(count: string, unit: string): number | undefined {
  const number = numberIn(count)
  const each = unit === 'week' ? 7 * 86_400 : units[`${unit}s`]
  return number !== undefined && each !== undefined ? number * each : undefined
}

const units: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

/**
 * The formulas in the descriptions of an object's times that say nothing else: "`duration_minutes` after `starts_at`", and of its dates if
 * these are wanted, too.
 */
export function timeFormulasOf(
  document: Document,
  object: SchemaNode,
  withDates = false,
): readonly TimeFormula[] {
  const properties = possiblePropertiesOf(document, object)
  const isTime = (name: string): boolean => {
    const node = properties.get(name)
    return node !== undefined && isDateTime(document, node)
  }
  const isNumber = (name: string): boolean => {
    const node = properties.get(name)
    return node !== undefined && isNumeric(typesOf(document, node))
  }
  return [...properties].flatMap(([property, node]): readonly TimeFormula[] => {
    const isDate = formatOf(document, node) === 'date'
    if (!isTime(property) && !(withDates && isDate)) return []
    const description = schemaDescription(document, node).trim()
    const created = [...properties.keys()].find((name) => isCreationTimestamp(name) && isTime(name))
    const timeOf = (event: string): string | undefined =>
      [...properties.keys()].find((name) => timestampedEvent(name) === event && isTime(name))
    const lapse = fixedLapse(description, created, timeOf) ?? statedLapse(description)
    if (!lapse || !isTime(lapse.start) || lapse.start === property) return []
    if (lapse.count === undefined && !isNumber(lapse.length)) return []
    return [timeFormula(property, isDate, `${node.pointer}/description`, lapse)]
  })
}

const timeFormula = (
  property: string,
  isDate: boolean,
  pointer: Pointer,
  { start, length, count, unit }: Lapse,
): TimeFormula => ({
  property,
  isDate,
  pointer,
  text: `${start} + ${length}`,
  valueIn: (value) => {
    const instant = instantOf(value[start])
    const number = count ?? value[length]
    return instant === undefined || typeof number !== 'number' ? undefined : instant + number * unit * 1000
  },
})

/** The name of how long something takes: `duration_minutes`. */
const lengthName = /^(?:duration|length)(?: in)? (?<unit>seconds|minutes|hours|days)$/

/**
 * The formulas in the descriptions of an object's times and dates, and the one that names tell as well as anything does: the `end` is
 * `duration_minutes` after the `start`.
 */
export function likelyTimesOf(document: Document, object: SchemaNode): readonly TimeFormula[] {
  const described = timeFormulasOf(document, object, true)
  const { lower, upper } = solePeriod(document, object) ?? { lower: '', upper: '' }
  const end = possiblePropertiesOf(document, object).get(upper)
  const [length, ...others] = numericProperties(document, object).filter((name) =>
    lengthName.test(wordsOf(name).join(' ')),
  )
  if (!end || !isDateTime(document, end) || length === undefined || others.length > 0) return described
  if (described.some(({ property }) => property === upper)) return described
  const lapse = { start: lower, length, unit: units[wordsOf(length).at(-1) ?? ''] ?? 0 }
  return [...described, timeFormula(upper, false, end.pointer, lapse)]
}

/** A length of time after another time. */
interface Lapse {
  /** The property with the other time. */
  readonly start: string
  /** The property with the length, or its words: `24 hours`. */
  readonly length: string
  /** The length, unless a property has it. */
  readonly count?: number
  /** Seconds in one unit of the length. */
  readonly unit: number
}

/** "24 hours after `starts_at`", "15 minutes after creation", "14 days after it was sent". */
function fixedLapse(
  description: string,
  created: string | undefined,
  timeOf: (event: string) => string | undefined,
): Lapse | undefined {
  const { count = '', unit = '', creation, event, start: named } = fixed.exec(description)?.groups ?? {}
  const start = (event === undefined ? named : timeOf(event)) ?? (creation && created) ?? ''
  const seconds = secondsOf(count, unit.toLowerCase())
  return seconds === undefined ? undefined : { start, length: `${count} ${unit}s`, count: 1, unit: seconds }
}

/** "`duration_minutes` after `starts_at`". */
function statedLapse(description: string): Lapse | undefined {
  const sum = plus.exec(description) ?? from.exec(description) ?? after.exec(description)
  const { start = '', length = '' } = sum?.groups ?? {}
  const unit = units[wordsOf(length).at(-1) ?? '']
  return unit === undefined ? undefined : { start, length, unit }
}

/** A date or a time as milliseconds since 1970; undefined for anything else. */
export function instantOf(value: Json | undefined): number | undefined {
  const instant = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}
