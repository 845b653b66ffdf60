import type { Json } from '../../spec/json.ts'
import { show } from '../answers/compare.ts'
import { fine, type Check, type Violation } from '../check.ts'

export interface NextLinkEvidence {
  /** The URI that a page links to as the next one; undefined when it has no such link. */
  readonly uri: string | undefined
  /** Whether more items follow the page; undefined where the document does not say when the link is present. */
  readonly hasMore: boolean | undefined
  /** An item that is on both the page and the linked one. */
  readonly repeated: Json | undefined
  /** The next item of the list, if the linked page does not have it. */
  readonly skipped: Json | undefined
  /** An item of the linked page that the filter excludes: `status=sold` and `status = "pending"`. */
  readonly mismatch: { readonly filter: string; readonly item: string } | undefined
  /** Set if the page is the last one and its link leads to a page without items. */
  readonly isEmpty?: true
  /** Set if the linked page has more items than were requested for each: `limit=2`, and 5. */
  readonly oversize?: { readonly asked: string; readonly returned: number }
  readonly pointer: string
}

/** A page links to the next one, if and only if there is one, and the link leads to the items that follow. */
export const nextLink: Check<NextLinkEvidence> = {
  id: 'next-link',
  title: 'The next link leads to the next page',
  severity: 'error',
  requirement: 'The next link in the document (RFC 8288)',
  judge({ uri, hasMore, repeated, skipped, mismatch, isEmpty, oversize, pointer }) {
    const violations = (cause: string, expected: string, actual: string): readonly Violation[] => [
      { cause, expected, actual, requirement: pointer },
    ]
    if (uri === undefined)
      return hasMore === true
        ? violations('missing', 'a rel="next" link, because more items follow', 'no such link')
        : fine
    if (hasMore === false)
      return violations('last', 'no rel="next" link on the last page', `a link to ${uri}`)
    if (isEmpty)
      return violations(
        'empty',
        'no link to a next page on the last one',
        `a link to ${uri}, without items`,
      ).map((violation) => ({ ...violation, severity: 'warning' as const }))
    if (oversize)
      return violations(
        'size',
        `the link to the next page to keep ${oversize.asked}`,
        `${String(oversize.returned)} items at ${uri}`,
      ).map((violation) => ({ ...violation, severity: 'warning' as const }))
    const expected = 'the rel="next" link to lead to the items that follow'
    if (repeated !== undefined) return violations('same', expected, `${show(repeated)} again at ${uri}`)
    if (mismatch)
      return violations(
        'others',
        `the rel="next" link to keep the filter ${mismatch.filter}`,
        `${mismatch.item} at ${uri}`,
      )
    return skipped === undefined ? fine : violations('gap', expected, `${uri} without ${show(skipped)}`)
  },
}
