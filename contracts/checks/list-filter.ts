import type { Json } from '../../spec/json.ts'
import { show } from '../answers/compare.ts'
import { fine, type Check, type Severity, type Violation } from '../check.ts'

export interface FilterEvidence {
  readonly parameter: string
  readonly property: string
  /** Empty for a list that leaves items out unless the parameter asks for them. */
  readonly values: readonly Json[]
  /** The filtered property of each returned item that does not match. */
  readonly mismatches: readonly Json[]
  /** Ids of matching records that were not returned; empty unless both lists were read completely. */
  readonly missing: readonly Json[]
  readonly pointer: string
  /** Another filter in the same request, which all items have to match as well. */
  readonly together?: { readonly parameter: string; readonly value: Json }
  /** A warning when only the name of the parameter suggests that it is a filter. */
  readonly severity?: Severity
}

/** A filtered list has all matching records and no others. */
export const listFilter: Check<FilterEvidence> = {
  id: 'list-filter',
  title: 'Filters return all matching records and no others',
  severity: 'error',
  requirement: 'The filter parameter in the document',
  judge({ parameter, property, values, mismatches, missing, pointer, together, severity }) {
    const asked = [
      ...(together ? [`${together.parameter}=${textOf(together.value)}`] : []),
      `${parameter}=${values.map(textOf).join(',')}`,
    ].join(' and ')
    const name = together ? `${together.parameter}+${parameter}` : parameter
    const violation = (cause: string, expected: string, actual: string): Violation => ({
      cause: `${name}:${cause}`,
      expected,
      actual,
      requirement: pointer,
      ...(severity && { severity }),
    })
    const [mismatch] = mismatches
    const [absent] = missing
    if (mismatch !== undefined)
      return [
        violation(
          'others',
          values.length > 0
            ? `only items that match ${asked}`
            : `no such item unless ${parameter} asks for it`,
          `an item with ${property} = ${show(mismatch)}`,
        ),
      ]
    if (absent === undefined) return fine
    return [violation('missing', `every item that matches ${asked}`, `a list without ${show(absent)}`)]
  },
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : show(value))
