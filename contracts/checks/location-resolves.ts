import type { Pointer } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { isSuccess } from '../answer.ts'
import { sameId } from '../answers/answer-records.ts'
import { show } from '../answers/compare.ts'
import { fine, type Check } from '../check.ts'

export interface LocationEvidence {
  readonly location: string
  /** Status of GET on the location; undefined when it is no URI reference or points to another host. */
  readonly status: number | undefined
  /** Whether it points to the list that contains the record. */
  readonly isList?: boolean
  /** Ids of the record at the location and of the created one; undefined when unknown. */
  readonly found: Json | undefined
  readonly created: Json | undefined
  /** Where the document says that the location reports the progress of the request. */
  readonly progress?: Pointer
}

/** The Location header of a 201 response points to the created record. */
export const locationResolves: Check<LocationEvidence> = {
  id: 'location-resolves',
  title: 'Location points to the created record',
  severity: 'error',
  requirement: 'RFC 9110 §15.3.2 and §10.2.2: Location identifies the created resource',
  judge({ location, status, isList = false, found, created, progress }) {
    if (progress !== undefined)
      return [
        {
          cause: 'progress',
          expected: 'Location to point to the progress of the request',
          actual: `${String(status)} at ${location}`,
          requirement: progress,
        },
      ]
    const expected = 'Location to point to the new record'
    if (status === undefined) return [{ cause: 'unusable', expected, actual: `Location: ${location}` }]
    if (status === 410) return fine
    if (!isSuccess(status))
      return [{ cause: 'unresolved', expected, actual: `${String(status)} at ${location}` }]
    if (isList) return [{ cause: 'list', expected, actual: `Location: ${location}, which is the list` }]
    if (found === undefined || created === undefined || sameId(found, created)) return fine
    return [
      {
        cause: 'other-record',
        expected: `${expected}, ${show(created)}`,
        actual: `${show(found)} at ${location}`,
      },
    ]
  },
}
