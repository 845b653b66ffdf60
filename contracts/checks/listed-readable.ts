import type { Json } from '../../spec/json.ts'
import { show } from '../answers/compare.ts'
import { fine, type Check } from '../check.ts'

export interface ListedRecordEvidence {
  readonly id: Json
  /** Status of reading the record while the list shows it. */
  readonly status: number
  /** Whether other listed records can be read. If not, the path may take other ids than the list shows. */
  readonly isException: boolean
}

/** A record that a list shows can be read by its own URL. */
export const listedReadable: Check<ListedRecordEvidence> = {
  id: 'listed-readable',
  title: 'Listed records can be read',
  severity: 'error',
  requirement: 'RFC 9110 §15.5.5: 404 means that there is no such resource, while the list shows it',
  judge: ({ id, status, isException }) =>
    status === 404
      ? [
          {
            cause: 'not-found',
            expected: `200 for the record ${show(id)}, which is in the list`,
            actual: String(status),
            ...(!isException && { severity: 'warning' as const }),
          },
        ]
      : fine,
}
