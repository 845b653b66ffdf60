import type { JsonObject } from '../../spec/json.ts'
import { differences, show } from '../answers/compare.ts'
import type { Check } from '../check.ts'
import { byConvention } from './created-readable.ts'

export interface ListedEvidence {
  readonly sent: JsonObject
  /** The record as it appears in the list; undefined when the complete list does not contain it. */
  readonly item: JsonObject | undefined
  /** Whether the list had the record before another one was created. */
  readonly isEarlier?: boolean
}

/** A created record appears in the list, with the values that were sent. */
export const createdListed: Check<ListedEvidence> = {
  id: 'created-listed',
  title: 'Created records appear in the list',
  severity: 'error',
  requirement:
    'RFC 9110 §9.3.1 and §15.3.2: GET returns the current list, which includes the created resource',
  judge({ sent, item, isEarlier = false }) {
    if (item === undefined && isEarlier)
      return [
        {
          cause: 'earlier',
          expected: 'the record that was created before as well',
          actual: 'a list without it',
        },
      ]
    if (item === undefined)
      return [{ cause: 'missing', expected: 'the new record in the list', actual: 'a list without it' }]
    return differences(sent, item, () => false).map((each) => ({
      cause: `property:${each.property}`,
      expected: `${each.property} = ${show(each.expected)} in the list, as sent`,
      actual: show(each.actual),
      ...byConvention(each),
    }))
  },
}
