import type { Operation, Pointer } from '../../../../../spec/document.ts'
import { uniqueKeysOf } from '../../../../../spec/inference/constraints/unique-keys.ts'
import { refusedReferences } from '../../../../../spec/inference/references/unknown-references.ts'
import { type Json } from '../../../../../spec/json.ts'
import { toPointer } from '../../../../../spec/json/pointer.ts'
import { itemsOf, propertyAt } from '../../../../../spec/schemas/properties.ts'
import { bodySchema, creationOf, operationFor, type Api } from '../../../../api/api.ts'
import { type Context } from '../../../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../../../draft.ts'
import { readItem } from '../../../../records/read-record.ts'
import { referencesIn, valueToRefer } from '../../../../records/reference-places.ts'
import { deletedRecord } from '../../life-cycle/deleted-record.ts'
import { forTwo } from './batch-create.ts'
import { itemsIn, type ResultingBatch } from './resulting-batch.ts'

/** A record that the document says is refused beside another; the same as that one if it is undefined. */
export interface RefusedItem {
  readonly item: Json | undefined
  readonly cause: string
  readonly title: string
  readonly pointer: Pointer
}

/** The same record twice, if the document says that no two have the same value of some property. */
export function repeatedItem(
  api: Api,
  operation: Operation,
  { batch: { resource, path, recordPath = [] } }: ResultingBatch,
): RefusedItem | undefined {
  const body = bodySchema(operation)
  const list = body && propertyAt(api.document, body, path)
  const item = list && itemsOf(api.document, list)
  const sent = item && propertyAt(api.document, item, recordPath)
  const [key] = sent
    ? uniqueKeysOf(api.document, resource.record, { operation, sent }, creationOf(api, resource))
    : []
  return (
    key && {
      item: undefined,
      cause: `body ${key.property} of another`,
      title: `the ${key.property} of the record before`,
      pointer: key.pointer,
    }
  )
}

/** An item like those that are accepted, which refers to a deleted record; undefined if the document does not refuse it. */
export async function danglingItem(
  context: Context,
  operation: Operation,
  resulting: ResultingBatch,
): Promise<RefusedItem | undefined> {
  const { api } = context
  const { batch } = resulting
  const create = operationFor(api, batch.resource, 'create')?.operation
  const refused = [operation, ...(create ? [create] : [])].flatMap((each) =>
    refusedReferences(api.document, each, batch.resource.references),
  )
  const two = refused.length > 0 ? await forTwo(context, operation, batch) : undefined
  if (!two) return undefined
  const begin = toPointer([...batch.path, '0'])
  for (const place of referencesIn(context, two.draft)) {
    const by = refused.find(({ reference }) => reference.property === place.property)
    if (!by || !place.pointer.startsWith(`${begin}/`)) continue
    const gone = await deletedRecord(context, place.resource)
    const isGone = gone && (await readItem(context, place.resource, gone))?.record === undefined
    const id = isGone ? valueToRefer(place, gone) : undefined
    const body = id === undefined ? undefined : withValueAt(bodyValue(two.draft) ?? null, place.pointer, id)
    const [item] = body === undefined ? [] : itemsIn(resulting, withBody(two.draft, body))
    if (item === undefined) continue
    const cause = `body ${place.property} of no record`
    return { item, cause, title: `the ${place.property} of a deleted record`, pointer: by.pointer }
  }
  return undefined
}
