import { fine, type Check } from '../check.ts'

export interface HasMoreEvidence {
  /** The property that says whether more items follow: `has_more`, `meta.hasNext`. */
  readonly source: string
  readonly value: boolean
  /** Whether more items follow the page. */
  readonly hasMore: boolean
  /** Whether the document describes the property; if not, only its name says what it is for. */
  readonly isDescribed: boolean
  readonly pointer: string
}

/** A page says that more items follow if and only if they do. */
export const hasMore: Check<HasMoreEvidence> = {
  id: 'has-more',
  title: 'Pages tell correctly whether more items follow',
  severity: 'error',
  requirement: 'The property in the document that says whether more items follow',
  judge({ source, value, hasMore, isDescribed, pointer }) {
    if (value === hasMore) return fine
    const page = hasMore ? 'on a page that more items follow' : 'on the last page'
    return [
      {
        cause: `${source}:${String(value)}`,
        expected: `${source} = ${String(hasMore)} ${page}`,
        actual: String(value),
        requirement: pointer,
        ...(!isDescribed && { severity: 'warning' }),
      },
    ]
  },
}
