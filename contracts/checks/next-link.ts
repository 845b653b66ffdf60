import type { Json } from '../../spec/json.ts'
import { show } from '../records/compare.ts'
import { fine, type Check, type Violation } from '../check.ts'

export interface NextLinkEvidence {
  /** What a page links to as the next one; undefined when it does not. */
  readonly uri: string | undefined
  /** Whether items follow the page; undefined where it does not matter, as the document does not say when there is a link. */
  readonly isFollowed: boolean | undefined
  /** An item of the page that is on the one linked to as well. */
  readonly repeated: Json | undefined
  /** The item that comes next, where the page linked to is without it. */
  readonly skipped: Json | undefined
  /** What is on the page linked to, and was not asked for. */
  readonly stranger: { readonly asked: string; readonly shown: string } | undefined
  readonly pointer: string
}

/** The link to the next page leads there, and is there when there is one. */
export const nextLink: Check<NextLinkEvidence> = {
  id: 'next-link',
  title: 'The link to the next page leads there',
  severity: 'error',
  requirement: 'The header of the document that links to the next page (RFC 8288)',
  judge({ uri, isFollowed, repeated, skipped, stranger, pointer }) {
    const say = (cause: string, expected: string, actual: string): readonly Violation[] => [
      { cause, expected, actual, requirement: pointer },
    ]
    if (uri === undefined)
      return isFollowed === true
        ? say('missing', 'a link with rel="next" where more items follow', 'none')
        : fine
    if (isFollowed === false) return say('last', 'no link with rel="next" on the last page', `one to ${uri}`)
    const leading = (what: string): string => `rel="next" to lead to ${what}`
    if (repeated !== undefined)
      return say('same', leading('the items that follow'), `${show(repeated)} again at ${uri}`)
    if (stranger)
      return say('others', leading(`more of what matches ${stranger.asked}`), `${stranger.shown} at ${uri}`)
    return skipped === undefined
      ? fine
      : say('gap', leading('the items that follow'), `none of them ${show(skipped)} at ${uri}`)
  },
}
