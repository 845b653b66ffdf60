import { fine, type Check } from '../check.ts'

export interface LimitEvidence {
  readonly parameter: string
  readonly limit: number
  readonly returned: number
  /** Pointer to the parameter in the document. */
  readonly pointer: string
}

/** A page has no more items than requested. */
export const listLimit: Check<LimitEvidence> = {
  id: 'list-limit',
  title: 'Pages respect the requested limit',
  severity: 'error',
  requirement: 'The limit parameter in the document',
  judge({ parameter, limit, returned, pointer }) {
    if (returned <= limit) return fine
    const expected = `at most ${String(limit)} items for ${parameter}=${String(limit)}`
    return [{ cause: parameter, expected, actual: `${String(returned)} items`, requirement: pointer }]
  },
}
