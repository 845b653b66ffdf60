import type { Json } from '../../spec/json.ts'
import { show } from '../answers/compare.ts'
import { fine, type Check } from '../check.ts'

/** A property that a merge patch has set to null. */
export interface RemovalEvidence {
  readonly property: string
  /** Its value after the patch; undefined when it is absent. */
  readonly current: Json | undefined
}

/** null in a merge patch removes the property. */
export const mergePatch: Check<RemovalEvidence> = {
  id: 'merge-patch',
  title: 'null in a merge patch removes the property',
  severity: 'error',
  requirement: 'RFC 7396 §2: a member whose value is null is removed from the target',
  judge({ property, current }) {
    if (current === undefined || current === null) return fine
    const expected = `${property} to be removed, or null`
    return [{ cause: property, expected, actual: `${property} = ${show(current)}` }]
  },
}
