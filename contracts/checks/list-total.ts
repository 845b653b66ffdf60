import { fine, type Check } from '../check.ts'

export interface TotalEvidence {
  /** The header or property with the total: `X-Total-Count`, `meta.total`. */
  readonly source: string
  readonly total: number | undefined
  /** Items on all pages, or the number of pages. */
  readonly counted: number
  /** The items on the page, if the name of the total may mean those: `count`. */
  readonly shown?: number | undefined
  /** Set when the total counts pages, which only its name suggests. */
  readonly unit?: 'pages'
  /** The parameter that filters the list; empty for the whole list. */
  readonly filter: string
}

/** The total is the number of items in the list. */
export const listTotal: Check<TotalEvidence> = {
  id: 'list-total',
  title: 'Totals are correct',
  severity: 'error',
  requirement: 'The header or property in the document that gives the total',
  judge({ source, total, counted, shown, filter, unit = 'items' }) {
    if (total === undefined || total === counted || total === shown) return fine
    const isFiltered = filter !== ''
    const expected = `${source} = ${String(counted)}, the number of ${unit}${isFiltered ? ` filtered by ${filter}` : ''}`
    const cause = isFiltered ? `${source} narrowed` : source
    return [{ cause, expected, actual: String(total), ...(unit === 'pages' && { severity: 'warning' }) }]
  },
}
