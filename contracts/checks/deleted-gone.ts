import type { Pointer } from '../../spec/document.ts'
import { isSuccess } from '../answer.ts'
import type { Check, Violation } from '../check.ts'
import { fine } from '../check.ts'

interface GoneEvidence {
  /** Operations tried on the deleted record, with their statuses. */
  readonly uses: readonly { readonly use: 'read' | 'update'; readonly status: number }[]
  /** Whether the list still contains it; undefined when there is no list or it was not read completely. */
  readonly listed: boolean | undefined
  /** Status of reading another record, which was not deleted; undefined when none was read. */
  readonly otherStatus: number | undefined
  /** What the document says of a deletion that keeps the record in another state; undefined if it says nothing of the kind. */
  readonly kept?: {
    /** `active = false` */
    readonly state: string
    /** Status of reading the record, and whether it was found. */
    readonly status: number
    readonly isThere: boolean
    readonly pointer: Pointer
  }
}

/**
 * A deleted record can no longer be read, changed or listed, and no other record was deleted. A record that the document says is
 * kept is still there, in its new state.
 */
export const deletedGone: Check<GoneEvidence> = {
  id: 'deleted-gone',
  title: 'Deleted records are gone',
  severity: 'error',
  requirement:
    'RFC 9110 §9.3.5: DELETE removes the association between the target resource and its functionality',
  judge({ uses, listed, otherStatus, kept }) {
    const used = uses
      .filter(({ status }) => isSuccess(status))
      .map(({ use, status }): Violation => ({
        cause: use,
        expected: `404 or 410 for ${use === 'read' ? 'reading' : 'updating'} the deleted record`,
        actual: String(status),
      }))
    const inList: readonly Violation[] = listed
      ? [
          {
            cause: 'listed',
            expected: 'a list without the deleted record',
            actual: 'a list that contains it',
          },
        ]
      : fine
    const others: readonly Violation[] =
      otherStatus === 404 || otherStatus === 410
        ? [
            {
              cause: 'others',
              expected: 'other records to remain',
              actual: `${String(otherStatus)} for a record that was not deleted`,
            },
          ]
        : fine
    return [...used, ...inList, ...others, ...(kept ? [notKept(kept)] : [])]
  },
}

const notKept = ({ state, status, isThere, pointer }: NonNullable<GoneEvidence['kept']>): Violation => ({
  cause: 'kept',
  expected: `the record with ${state} after its deletion, as the operation says`,
  actual: isThere ? 'the record unchanged' : String(status),
  requirement: pointer,
})
