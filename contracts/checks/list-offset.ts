import type { Json } from '../../spec/json.ts'
import { canonicalJson, equalItems } from '../../spec/json/canonical.ts'
import { show } from '../answers/compare.ts'
import { fine, type Check, type Violation } from '../check.ts'

export interface PagesEvidence {
  readonly parameter: string
  /** Ids of the whole list. */
  readonly whole: readonly Json[]
  /** Ids of consecutive pages, from the first. */
  readonly pages: readonly (readonly Json[])[]
  /** Whether the pages reach the end of the list. */
  readonly complete: boolean
  readonly pointer: string
}

/** Consecutive pages have every item of the list exactly once. */
export const listOffset: Check<PagesEvidence> = {
  id: 'list-offset',
  title: 'Pages cover the list without gaps or overlaps',
  severity: 'error',
  requirement: 'The paging parameter in the document',
  judge({ parameter, whole, pages, complete, pointer }) {
    const seen = pages.flat()
    const repeated = equalItems(seen)
    const expected = `every item on exactly one page by ${parameter}`
    const violations = (cause: string, actual: string): readonly Violation[] => [
      { cause: `${parameter}:${cause}`, expected, actual, requirement: pointer },
    ]
    if (repeated) return violations('overlap', `${show(seen[repeated[0]])} on two pages`)
    const known = new Set(seen.map(canonicalJson))
    const missing = complete ? whole.find((id) => !known.has(canonicalJson(id))) : undefined
    return missing === undefined ? fine : violations('gap', `${show(missing)} on no page`)
  },
}
