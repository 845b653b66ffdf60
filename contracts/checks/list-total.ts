import { fine, type Check } from '../check.ts'

export interface TotalEvidence {
  /** Where the total is said: `X-Total-Count`, `meta.total`. */
  readonly source: string
  readonly total: number | undefined
  /** Items counted on all pages. */
  readonly counted: number
  /** What the list was narrowed by, for people; empty for the whole list. */
  readonly narrowed: string
}

/** The total is the number of items there are. */
export const listTotal: Check<TotalEvidence> = {
  id: 'list-total',
  title: 'The total is right',
  severity: 'error',
  requirement: 'The header or property of the document that gives the number of items',
  judge({ source, total, counted, narrowed }) {
    if (total === undefined || total === counted) return fine
    const expected = `${source} to be ${String(counted)}, the number of items${narrowed === '' ? '' : ` with ${narrowed}`}`
    return [{ cause: narrowed === '' ? source : `${source} narrowed`, expected, actual: String(total) }]
  },
}
