import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import type { Json } from '../../../spec/json.ts'
import { escapeToken } from '../../../spec/json/pointer.ts'
import type { Reference } from '../../../spec/resources.ts'
import type { Id } from '../../store/store.ts'
import { idOf } from '../records/identity.ts'

/** Whether a reference leads to the record with an id, be it as a number or as text. */
export const refersTo = (
  value: Json | undefined,
  reference: Pick<Reference, 'idProperty'>,
  id: Id | undefined,
): boolean =>
  id !== undefined && referencedIds(value, reference).some((each) => String(idOf(each)) === String(id))

/** A property with an id, or the path to the id in the record that it shows, as queries name it. */
export const pathOf = ({ property, idProperty }: Pick<Reference, 'property' | 'idProperty'>): string =>
  idProperty === undefined ? property : `/${[property, idProperty].map(escapeToken).join('/')}`
