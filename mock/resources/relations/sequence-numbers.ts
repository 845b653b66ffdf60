import { sequenceNumberOf, type SequenceNumber } from '../../../spec/inference/records/sequence-numbers.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { idOf } from '../records/identity.ts'
import { isSettable } from '../records/settable.ts'

const known = new WeakMap<Resource, { readonly number: SequenceNumber | undefined }>()

/** The number that the server gives to each new record of a resource, if there is one. */
export const sequenceNumber = (options: CrudOptions, resource: Resource): SequenceNumber | undefined =>
  getOrInsertComputed(known, resource, () => {
    const number = sequenceNumberOf(options.document, resource, options.byId)
    return { number: number && isSettable(options, resource, number.property) ? undefined : number }
  }).number

/** The next number in the container of a new record: one more than that of the last record, as records stay in the order of creation. */
export function nextNumber(
  { property, within }: SequenceNumber,
  records: Collection,
  record: JsonObject,
): MaybePromise<JsonObject> {
  const value = within === undefined ? undefined : idOf(record[within])
  const where = within === undefined || value === undefined ? [] : [{ property: within, values: [value] }]
  return after(records.list({ where, limit: 0 }), ({ total }) =>
    after(records.list({ where, offset: Math.max(0, total - 1) }), ({ items: [last] }) => {
      const number = Number(last?.[property] ?? 0)
      return { [property]: Number.isFinite(number) ? number + 1 : 1 }
    }),
  )
}
