import type { Json } from '../../spec/json.ts'
import { show } from '../records/compare.ts'
import { fine, type Check, type Severity, type Violation } from '../check.ts'

export interface FilterEvidence {
  readonly parameter: string
  readonly property: string
  readonly values: readonly Json[]
  /** The filtered property of each item that came although it has another value. */
  readonly strangers: readonly Json[]
  /** Ids of records that have the value and did not come; empty unless both lists were seen whole. */
  readonly missing: readonly Json[]
  readonly pointer: string
  /** A warning where only the parameter's name says what it asks for. */
  readonly severity?: Severity
}

/** A filter gives the records that match, all of them and no others. */
export const listFilter: Check<FilterEvidence> = {
  id: 'list-filter',
  title: 'Filters narrow the list to what matches',
  severity: 'error',
  requirement: 'The parameter of the document that filters the list',
  judge({ parameter, property, values, strangers, missing, pointer, severity }) {
    const asked = `${parameter}=${values.map((value) => (typeof value === 'string' ? value : show(value))).join(',')}`
    const say = (cause: string, expected: string, actual: string): Violation => ({
      cause: `${parameter}:${cause}`,
      expected,
      actual,
      requirement: pointer,
      ...(severity && { severity }),
    })
    const [stranger] = strangers
    const [absent] = missing
    if (stranger !== undefined)
      return [say('others', `only items that match ${asked}`, `one with ${property} = ${show(stranger)}`)]
    return absent === undefined
      ? fine
      : [say('missing', `every item that matches ${asked}`, `a list without ${show(absent)}`)]
  },
}
