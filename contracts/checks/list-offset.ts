import { canonicalJson, equalItems } from '../../spec/json/canonical.ts'
import type { Json } from '../../spec/json.ts'
import { show } from '../records/compare.ts'
import { fine, type Check, type Violation } from '../check.ts'

export interface PagesEvidence {
  readonly parameter: string
  /** Ids in the order of the unpaged (or largest-paged) list. */
  readonly whole: readonly Json[]
  /** Ids of the pages that follow one another, from the first. */
  readonly pages: readonly (readonly Json[])[]
  /** Whether the pages reach the end of the list. */
  readonly complete: boolean
  readonly pointer: string
}

/** Pages follow one another without overlap or gap, and together are the whole list. */
export const listOffset: Check<PagesEvidence> = {
  id: 'list-offset',
  title: 'Pages partition the list',
  severity: 'error',
  requirement: 'The parameter of the document that says where a page begins',
  judge({ parameter, whole, pages, complete, pointer }) {
    const seen = pages.flat()
    const repeated = equalItems(seen)
    const say = (cause: string, expected: string, actual: string): readonly Violation[] => [
      { cause: `${parameter}:${cause}`, expected, actual, requirement: pointer },
    ]
    if (repeated)
      return say(
        'overlap',
        `pages by ${parameter} without overlap`,
        `${show(seen[repeated[0]])} on two pages`,
      )
    const known = new Set(seen.map(canonicalJson))
    const missing = complete ? whole.find((id) => !known.has(canonicalJson(id))) : undefined
    return missing === undefined
      ? fine
      : say(
          'gap',
          `pages by ${parameter} that are the whole list together`,
          `none of them with ${show(missing)}`,
        )
  },
}
