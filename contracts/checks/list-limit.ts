import { fine, type Check } from '../check.ts'

export interface LimitEvidence {
  readonly parameter: string
  readonly limit: number
  readonly returned: number
  /** Where in the document the parameter stands. */
  readonly pointer: string
}

/** A page has at most as many items as were asked for. */
export const listLimit: Check<LimitEvidence> = {
  id: 'list-limit',
  title: 'Pages are no longer than asked for',
  severity: 'error',
  requirement: 'The parameter of the document that limits the number of items',
  judge({ parameter, limit, returned, pointer }) {
    if (returned <= limit) return fine
    const expected = `at most ${String(limit)} items for ${parameter}=${String(limit)}`
    return [{ cause: parameter, expected, actual: `${String(returned)} items`, requirement: pointer }]
  },
}
