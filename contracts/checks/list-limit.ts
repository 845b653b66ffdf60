import { fine, type Check } from '../check.ts'

export interface LimitEvidence {
  readonly parameter: string
  readonly limit: number
  readonly returned: number
  /** Pointer to the parameter in the document. */
  readonly pointer: string
  /** The number of items for the same limit sent explicitly, if the limit is the default and the parameter was omitted. */
  readonly whenSent?: number
}

/** A page has no more items than requested, and without a limit as many as for the default. */
export const listLimit: Check<LimitEvidence> = {
  id: 'list-limit',
  title: 'Pages respect the requested limit',
  severity: 'error',
  requirement: 'The limit parameter in the document',
  judge({ parameter, limit, returned, pointer, whenSent = 0 }) {
    if (returned < Math.min(whenSent, limit)) {
      const expected = `${String(whenSent)} items without ${parameter}, as for its default ${String(limit)}`
      const actual = `${String(returned)} items`
      return [{ cause: `${parameter}:default`, expected, actual, requirement: pointer }]
    }
    if (returned <= limit) return fine
    const expected = `at most ${String(limit)} items for ${parameter}=${String(limit)}`
    return [{ cause: parameter, expected, actual: `${String(returned)} items`, requirement: pointer }]
  },
}
