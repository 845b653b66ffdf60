import { isSuccess } from '../answer.ts'
import { fine, type Check, type Violation } from '../check.ts'

export interface RelationEvidence {
  /**
   * The request made last: an item was put once, put twice, put elsewhere, deleted, or deleted without being there; or another one was put
   * beside it, or deleted.
   */
  readonly action: 'put' | 'again' | 'elsewhere' | 'delete' | 'missing' | 'beside' | 'other-deleted'
  readonly status: number
  /** The property of the record that lists its items. */
  readonly property: string
  /** How often the property contains the item now; undefined when it was not read. */
  readonly times: number | undefined
}

/** An item put below a record is in that record, once, until it is deleted there. */
export const relation: Check<RelationEvidence> = {
  id: 'relation',
  title: 'Items put below a record stay until deleted',
  severity: 'error',
  requirement: 'RFC 9110 §9.3.4 and §9.3.5: PUT creates the target resource, DELETE removes it',
  judge({ action, status, property, times }) {
    if (action === 'missing') return isSuccess(status) ? [deletedMissing(status)] : fine
    if (times === undefined) return fine
    if (action === 'put' && times === 0)
      return [
        { cause: 'put', expected: `the item in ${property} after PUT`, actual: `${property} without it` },
      ]
    if ((action === 'beside' || action === 'other-deleted') && times === 0)
      return [{ cause: action, expected: `the item still in ${property}`, actual: `${property} without it` }]
    if (action === 'again' && times > 1)
      return [
        {
          cause: 'again',
          expected: `the item in ${property} once after the same PUT twice`,
          actual: `${String(times)} times`,
          requirement: 'RFC 9110 §9.2.2: PUT is idempotent',
        },
      ]
    if (action === 'elsewhere' && times > 0)
      return [
        { cause: 'elsewhere', expected: `nothing in ${property} but what was put`, actual: 'another item' },
      ]
    if (action === 'delete' && times > 0)
      return [
        { cause: 'delete', expected: `${property} without the deleted item`, actual: 'the item still in it' },
      ]
    return fine
  },
}

const deletedMissing = (status: number): Violation => ({
  cause: 'missing',
  expected: '404 for an item that is not there, as the operation declares',
  actual: String(status),
  requirement: 'RFC 9110 §15.5.5: 404 means that the target resource does not exist',
})
