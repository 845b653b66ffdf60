import type { Document } from '../../../spec/document.ts'
import { sequenceNumberOf, type SequenceNumber } from '../../../spec/inference/identity/sequence-numbers.ts'
import { singularNounOf, wordsOf } from '../../../spec/inference/prose/words.ts'
import { assignedBy } from '../../../spec/inference/records/assigned-later.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { Collection } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { isSettable } from '../records/settable.ts'

const known = new WeakMap<Resource, { readonly number: SequenceNumber | undefined }>()

/** The number that the server gives to each new record of a resource, if there is one. */
export const sequenceNumber = (options: CrudOptions, resource: Resource): SequenceNumber | undefined =>
  getOrInsertComputed(known, resource, () => {
    const number =
      sequenceNumberOf(options.document, resource, options.byId) ??
      writtenNumber(options.document, resource) ??
      internalNumber(options.document, resource)
    const isOther =
      number && (isSettable(options, resource, number.property) || isGivenLater(options, resource, number))
    return { number: isOther ? undefined : number }
  }).number

/** Whether an action gives a record its number, which it does not have before. */
const isGivenLater = ({ document, byId }: CrudOptions, resource: Resource, number: SequenceNumber): boolean =>
  resource.operations.some(({ role, operationId }) => {
    const action = role === 'action' ? byId.get(operationId) : undefined
    return action && assignedBy(document, resource.record, action).includes(number.property)
  })

/** The number by which a service itself tells records apart that clients know by a text: the `id` beside a `documentId`. */
function internalNumber(
  document: Document,
  { record, idProperty = 'id' }: Resource,
): SequenceNumber | undefined {
  const id = possiblePropertiesOf(document, record).get('id')
  const isInternal = idProperty !== 'id' && id && typesOf(document, id).has('integer')
  return isInternal ? { property: 'id', within: undefined } : undefined
}

/** The number that tells the records of a collection apart, written as a text: `INV-0042`. */
function writtenNumber(
  document: Document,
  { name, record, scope, idProperty }: Resource,
): SequenceNumber | undefined {
  if (scope.length > 0) return undefined
  const noun = singularNounOf(name).split(' ').at(-1) ?? ''
  const [property] = [...possiblePropertiesOf(document, record)].flatMap(([each, node]) => {
    const words = wordsOf(each).join(' ')
    const isOwn = /^(?:number|no)$/.test(words) || words === `${noun} number` || words === `${noun} no`
    return isOwn && each !== idProperty && typesOf(document, node).has('string') ? [each] : []
  })
  return property === undefined ? undefined : { property, within: undefined }
}

/** A text with another number at its end, with as many digits; undefined if it ends with none. */
export function renumbered(text: string, numberOf: (digits: string) => number): string | undefined {
  const [, before = '', digits] = /^(.*?)(\d{2,12})$/.exec(text) ?? []
  return digits === undefined ? undefined : before + String(numberOf(digits)).padStart(digits.length, '0')
}

/** The next number in the container of a new record: one more than that of the last record, as records stay in the order of creation. */
export function nextNumber(
  { property, within }: SequenceNumber,
  records: Collection,
  record: JsonObject,
): MaybePromise<JsonObject | undefined> {
  const value = within === undefined ? undefined : idOf(record[within])
  const where = within === undefined || value === undefined ? [] : [{ property: within, values: [value] }]
  return after(records.list({ where, limit: 0 }), ({ total }) =>
    after(records.list({ where, offset: Math.max(0, total - 1) }), ({ items: [last] }) => {
      const before = last?.[property] ?? 0
      if (typeof before === 'string') {
        const next = renumbered(before, (digits) => Number(digits) + 1)
        return next === undefined ? undefined : { [property]: next }
      }
      const number = Number(before)
      return { [property]: Number.isFinite(number) ? number + 1 : 1 }
    }),
  )
}
