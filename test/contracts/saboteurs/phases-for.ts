import type { PhaseName } from '../../../contracts/events.ts'
import type { Defect } from '../../saboteurs/document-service/sabotage.ts'

/** Seen only by who follows a record through its life. */
const ofRecords = new Set(
  (
    'aggregate changed-last conditional-request created-listed created-readable defaults deleted-gone etag-stable failed-write has-more hierarchy head-agrees idempotency ' +
    'ids-unique link-targets list-filter list-limit list-offset list-order list-total location-resolves merge-patch next-link read-only relation ' +
    'put-created repeat-delete repeat-put restored safe-methods shown-once stale-read states update-visible version'
  ).split(' '),
)

/** Seen only by who sends what the document does not expect. */
const ofRequests = new Set(
  'allow-on-405 duplicate-keys error-shape information-leak int64 invalid-refused server-error unauthorized valid-accepted'.split(
    ' ',
  ),
)

/** All phases, those first in which a defect of that check is likeliest to show. */
export const phasesFor = ({ check }: Defect): readonly (readonly PhaseName[])[] => {
  if (ofRecords.has(check)) return [['stateful'], ['examples', 'coverage'], ['fuzz', 'lifecycle']]
  if (ofRequests.has(check)) return [['coverage'], ['examples', 'lifecycle'], ['stateful', 'fuzz']]
  return [['examples', 'lifecycle'], ['coverage'], ['stateful', 'fuzz']]
}
