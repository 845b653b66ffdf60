import { fine, type Check } from '../check.ts'

export interface TotalEvidence {
  /** Where the total is said: `X-Total-Count`, `meta.total`. */
  readonly source: string
  readonly total: number | undefined
  /** Items counted on all pages, or these pages. */
  readonly counted: number
  /** What is counted, where it is no items: the name alone says that it is pages. */
  readonly what?: 'pages'
  /** What the list was narrowed by, for people; empty for the whole list. */
  readonly narrowed: string
}

/** The total is the number of items there are. */
export const listTotal: Check<TotalEvidence> = {
  id: 'list-total',
  title: 'The total is right',
  severity: 'error',
  requirement: 'The header or property of the document that gives the number of items',
  judge({ source, total, counted, narrowed, what = 'items' }) {
    if (total === undefined || total === counted) return fine
    const expected = `${source} to be ${String(counted)}, the number of ${what}${narrowed === '' ? '' : ` with ${narrowed}`}`
    const cause = narrowed === '' ? source : `${source} narrowed`
    return [{ cause, expected, actual: String(total), ...(what === 'pages' && { severity: 'warning' }) }]
  },
}
