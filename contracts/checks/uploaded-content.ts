import type { Pointer } from '../../spec/document.ts'
import { fine, type Check, type Violation } from '../check.ts'

/** A file as it was sent, or came back. */
interface FileContent {
  readonly bytes: Uint8Array
  /** The media type without parameters; undefined if it is of no interest. */
  readonly type: string | undefined
}

export interface UploadedContentEvidence {
  readonly sent: FileContent
  readonly got: FileContent
  /** Where the document says that files come back as they were uploaded. */
  readonly describedAt: Pointer | undefined
}

/** A download responds with the file that was uploaded. Without words for it a server may, for one, make images smaller. */
export const uploadedContent: Check<UploadedContentEvidence> = {
  id: 'uploaded-content',
  title: 'Files come back as they were uploaded',
  severity: 'warning',
  requirement: 'RFC 9110 §9.3.4: GET responds with a representation equivalent to the one that was stored',
  judge({ sent, got, describedAt }) {
    const as = describedAt === undefined ? {} : { requirement: describedAt, severity: 'error' as const }
    const isSame = Buffer.compare(sent.bytes, got.bytes) === 0
    const bytes: readonly Violation[] = isSame
      ? fine
      : [
          {
            cause: 'content',
            expected: `the ${String(sent.bytes.length)} bytes that were uploaded`,
            actual: `${String(got.bytes.length)} bytes, ${differenceOf(sent.bytes, got.bytes)}`,
            ...as,
          },
        ]
    const isOther = isSame && sent.type !== undefined && got.type !== undefined && sent.type !== got.type
    const type: readonly Violation[] = isOther
      ? [{ cause: 'type', expected: `${sent.type ?? ''}, as uploaded`, actual: got.type ?? '', ...as }]
      : fine
    return [...bytes, ...type]
  },
}

function differenceOf(sent: Uint8Array, got: Uint8Array): string {
  const index = sent.findIndex((byte, at) => byte !== got[at])
  return index < 0 ? 'more than were sent' : `which differ from byte ${String(index + 1)} on`
}
