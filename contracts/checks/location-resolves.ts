import type { Pointer } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { show } from '../records/compare.ts'
import { isSuccess } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import { sameId } from '../records/shown.ts'

export interface LocationEvidence {
  readonly location: string
  /** Status of a GET there; undefined when it is no URI reference, or leads to another host. */
  readonly status: number | undefined
  /** Whether it leads to the list the record is in, whole. */
  readonly isList?: boolean
  /** Ids of the record there and of the one created; undefined when not known. */
  readonly found: Json | undefined
  readonly created: Json | undefined
  /** Where the document says that it leads to what tells of the progress. */
  readonly progress?: Pointer
}

/** Location of 201 leads to what was created. */
export const locationResolves: Check<LocationEvidence> = {
  id: 'location-resolves',
  title: 'Location leads to what was created',
  severity: 'error',
  requirement: 'RFC 9110 §15.3.2 and §10.2.2: Location identifies the created resource',
  judge({ location, status, isList = false, found, created, progress }) {
    if (progress !== undefined)
      return [
        {
          cause: 'progress',
          expected: 'Location to lead to what tells of the progress',
          actual: `${String(status)} at ${location}`,
          requirement: progress,
        },
      ]
    const expected = 'Location to lead to the new record'
    if (status === undefined) return [{ cause: 'unusable', expected, actual: `Location: ${location}` }]
    if (status === 410) return fine
    if (!isSuccess(status))
      return [{ cause: 'unresolved', expected, actual: `${String(status)} at ${location}` }]
    if (isList) return [{ cause: 'list', expected, actual: `Location: ${location}, where the list is` }]
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
