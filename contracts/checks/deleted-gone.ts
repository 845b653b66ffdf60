import type { Check, Violation } from '../check.ts'
import { fine } from '../check.ts'
import { isSuccess } from '../answer.ts'

interface GoneEvidence {
  /** Operations used on the deleted record, with the statuses they gave. */
  readonly uses: readonly { readonly use: 'read' | 'update'; readonly status: number }[]
  /** Whether the list still has it; undefined when there is none or not all of it was seen. */
  readonly listed: boolean | undefined
  /** Whether another record, which nobody deleted, can still be read; undefined when not asked. */
  readonly otherStatus: number | undefined
}

/** What was deleted is gone, from its own URL and from the list, and nothing else is. */
export const deletedGone: Check<GoneEvidence> = {
  id: 'deleted-gone',
  title: 'What was deleted is gone',
  severity: 'error',
  requirement:
    'RFC 9110 §9.3.5: DELETE removes the association between the target resource and its functionality',
  judge({ uses, listed, otherStatus }) {
    const used = uses
      .filter(({ status }) => isSuccess(status))
      .map(({ use, status }): Violation => ({
        cause: use,
        expected: `404 or 410 to each ${use} of the deleted record`,
        actual: String(status),
      }))
    const inList: readonly Violation[] = listed
      ? [{ cause: 'listed', expected: 'a list without the deleted record', actual: 'a list with it' }]
      : fine
    const others: readonly Violation[] =
      otherStatus === 404 || otherStatus === 410
        ? [
            {
              cause: 'others',
              expected: 'other records to stay',
              actual: `${String(otherStatus)} for one that nobody deleted`,
            },
          ]
        : fine
    return [...used, ...inList, ...others]
  },
}
