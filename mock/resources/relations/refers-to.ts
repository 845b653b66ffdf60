import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import type { Json } from '../../../spec/json.ts'
import type { Reference } from '../../../spec/resources.ts'
import type { Id } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'

/** Whether a reference leads to the record with an id, be it as a number or as text. */
export const refersTo = (
  value: Json | undefined,
  reference: Pick<Reference, 'idProperty'>,
  id: Id | undefined,
): boolean =>
  id !== undefined && referencedIds(value, reference).some((each) => String(idOf(each)) === String(id))
