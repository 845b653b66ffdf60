import type { Pointer } from '../../spec/document.ts'
import { equalJson, type Json } from '../../spec/json.ts'
import { isTimestamp, show } from '../answers/compare.ts'
import { fine, type Check } from '../check.ts'

export interface OrderEvidence {
  readonly parameter: string
  /** The requested order, `-price`; else the words in which the document defines it. */
  readonly order: string
  readonly property: string
  readonly descending: boolean
  /** Values of that property, in the order returned. */
  readonly values: readonly Json[]
  /** Where a description defines the order; undefined when the parameter requests it. */
  readonly describedAt?: Pointer
}

type Compare = (a: string, b: string) => number

/** How APIs order text. */
const collations: readonly Compare[] = [
  (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0),
  new Intl.Collator('en').compare,
  new Intl.Collator('en', { ignorePunctuation: true, sensitivity: 'base' }).compare,
  new Intl.Collator('en', { numeric: true }).compare,
  (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
]

/** A list is in the requested order. That a value such as `-price` names a property is only a convention. */
export const listOrder: Check<OrderEvidence> = {
  id: 'list-order',
  title: 'Lists are sorted as requested',
  severity: 'warning',
  requirement: 'Convention: a sort parameter names the property to sort by',
  judge({ parameter, order, property, descending, values, describedAt }) {
    if (isInOrder(descending ? [...values].reverse() : values)) return fine
    const sorted = `${property} in ${descending ? 'descending' : 'ascending'} order`
    const actual = differing(values).slice(0, 4).map(show).join(', ')
    if (describedAt === undefined)
      return [{ cause: `${parameter}:${order}`, expected: `${sorted} for ${parameter}=${order}`, actual }]
    const expected = `${sorted} (${order})`
    return [{ cause: order, expected, actual, requirement: describedAt, severity: 'error' }]
  },
}

/** The values from the last one that equals the first: what is alike shows no order. */
const differing = (values: readonly Json[]): readonly Json[] =>
  values.slice(values.findIndex((each) => !equalJson(each, values[0] ?? null)) - 1)

function isInOrder(values: readonly Json[]): boolean {
  if (values.every((each) => typeof each === 'number' || typeof each === 'bigint'))
    return isSorted(values, (a, b) => (a < b ? -1 : a > b ? 1 : 0))
  if (!values.every((each) => typeof each === 'string')) return true
  if (values.every(isTimestamp)) return isSorted(values, (a, b) => Date.parse(a) - Date.parse(b))
  return collations.some((compare) => isSorted(values, compare))
}

const isSorted = <T>(values: readonly T[], compare: (a: T, b: T) => number): boolean =>
  values.every((value, index) => index === 0 || compare(values[index - 1] ?? value, value) <= 0)
