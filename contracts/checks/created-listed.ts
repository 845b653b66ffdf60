import type { JsonObject } from '../../spec/json.ts'
import { differences, show } from '../records/compare.ts'
import type { Check } from '../check.ts'
import { unlessKept } from './created-readable.ts'

export interface ListedEvidence {
  readonly sent: JsonObject
  /** The record as the list shows it; undefined when the whole list does not have it. */
  readonly item: JsonObject | undefined
}

/** A list contains what was created, as it was created. */
export const createdListed: Check<ListedEvidence> = {
  id: 'created-listed',
  title: 'What was created is listed',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.1 and §15.3.2: the list is the current representation of its resource',
  judge({ sent, item }) {
    if (item === undefined)
      return [{ cause: 'missing', expected: 'the new record in the list', actual: 'a list without it' }]
    return differences(sent, item, () => false).map((each) => ({
      cause: `property:${each.property}`,
      expected: `${each.property} = ${show(each.expected)} in the list, as sent`,
      actual: show(each.actual),
      ...unlessKept(each),
    }))
  },
}
