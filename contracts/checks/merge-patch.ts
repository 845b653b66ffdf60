import type { Json } from '../../spec/json.ts'
import { show } from '../records/compare.ts'
import { fine, type Check } from '../check.ts'

export interface RemovalEvidence {
  readonly property: string
  /** Its value after a patch with null; undefined when it is not there. */
  readonly now: Json | undefined
}

/** In a merge patch null takes a property away. */
export const mergePatch: Check<RemovalEvidence> = {
  id: 'merge-patch',
  title: 'null in a merge patch removes',
  severity: 'error',
  requirement: 'RFC 7396 §2: a member with the value null is removed from the target',
  judge({ property, now }) {
    if (now === undefined || now === null) return fine
    return [{ cause: property, expected: `no ${property}, or null`, actual: show(now) }]
  },
}
