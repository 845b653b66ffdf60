import { show } from '../answers/compare.ts'
import { fine, type Check } from '../check.ts'

export interface HasMoreEvidence {
  /** The property that says whether more items follow: `has_more`, `meta.hasNext`. */
  readonly source: string
  readonly value: boolean
  /** The cursor of the page after the last one, if `source` is the property that holds it. */
  readonly cursor?: string
  /** Whether that page is an empty one. */
  readonly isEmpty?: boolean
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
  judge({ source, value, cursor, isEmpty = true, hasMore, isDescribed, pointer }) {
    if (value === hasMore) return fine
    if (cursor !== undefined)
      return [
        {
          cause: source,
          expected: `no ${source} on the last page, as the document says`,
          actual: `${source} = ${show(cursor)} ${isEmpty ? 'on an empty page after others' : 'on a page that says it is the last one'}`,
          requirement: pointer,
        },
      ]
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
