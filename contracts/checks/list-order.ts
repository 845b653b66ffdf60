import type { Pointer } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { isTimestamp, show } from '../records/compare.ts'
import { fine, type Check } from '../check.ts'

export interface OrderEvidence {
  readonly parameter: string
  /** The value asked for: `-price`. */
  readonly order: string
  readonly property: string
  readonly descending: boolean
  /** Of that property, in the order they came. */
  readonly values: readonly Json[]
  /** Where the document says in words that it is ordered so, whatever is asked for. */
  readonly told?: Pointer
}

type Compare = (a: string, b: string) => number

/** The orders of text that APIs have. */
const collations: readonly Compare[] = [
  (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0),
  new Intl.Collator('en').compare,
  new Intl.Collator('en', { ignorePunctuation: true, sensitivity: 'base' }).compare,
  new Intl.Collator('en', { numeric: true }).compare,
  (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
]

/** A list comes in the order asked for. That a value such as `-price` names a property is convention. */
export const listOrder: Check<OrderEvidence> = {
  id: 'list-order',
  title: 'Lists come in the order asked for',
  severity: 'warning',
  requirement: 'convention: a parameter for the order, with a value that names a property',
  judge({ parameter, order, property, descending, values, told }) {
    if (isInOrder(descending ? [...values].reverse() : values)) return fine
    const way = `${property} ${descending ? 'descending' : 'ascending'}`
    const actual = values.slice(0, 4).map(show).join(', ')
    return told === undefined
      ? [{ cause: `${parameter}:${order}`, expected: `${way} for ${parameter}=${order}`, actual }]
      : [{ cause: order, expected: `${way}: ${order}`, actual, requirement: told, severity: 'error' }]
  },
}

function isInOrder(values: readonly Json[]): boolean {
  if (values.every((each) => typeof each === 'number' || typeof each === 'bigint'))
    return isSorted(values, (a, b) => (a < b ? -1 : a > b ? 1 : 0))
  if (!values.every((each) => typeof each === 'string')) return true
  if (values.every(isTimestamp)) return isSorted(values, (a, b) => Date.parse(a) - Date.parse(b))
  return collations.some((compare) => isSorted(values, compare))
}

const isSorted = <T>(values: readonly T[], compare: (a: T, b: T) => number): boolean =>
  values.every((value, index) => index === 0 || compare(values[index - 1] ?? value, value) <= 0)
