import type { SchemaNode } from '../../spec/document.ts'
import { isArray, memberAt, type Json } from '../../spec/json.ts'
import { appendPointer, toPointer } from '../../spec/json/pointer.ts'
import { itemsOf, propertyAt } from '../../spec/schemas/properties.ts'
import { bodySchema } from '../api/api.ts'
import type { Context } from '../context.ts'
import { bodyValue, valueAt, withBody, withValueAt } from '../draft.ts'
import type { Draft } from '../interaction.ts'
import { freshenObject, type FreshRequest } from './freshen.ts'

/**
 * Makes the strings of each record unique in a request that creates several, as `freshen` does in one that creates a single record.
 *
 * @param kept JSON pointer of a part that stays as it is
 */
export function withNewItems(context: Context, draft: Draft, attempt: number, kept?: string): Draft {
  const { api } = context
  const { operation } = draft
  const body = bodyValue(draft)
  const schema = bodySchema(operation)
  const { effect, path, recordPath } = api.model.batches.get(operation.id) ?? {}
  const list = body === undefined || !path ? undefined : memberAt(body, path)
  if (body === undefined || !schema || effect !== 'create' || !path || !recordPath || !isArray(list))
    return draft
  const array = propertyAt(api.document, schema, path)
  const item = array && itemsOf(api.document, array)
  const record = item && propertyAt(api.document, item, recordPath)
  if (!record) return draft
  const place = toPointer(path)
  const mark = context.unique(attempt)
  const fresh = list.reduce<Json>((changed, _, index) => {
    const at = [String(index), ...recordPath].reduce(appendPointer, place)
    if (kept?.startsWith(`${at}/`) === true) return changed
    return withRecord(changed, at, record, { api, operation, mark: nthMark(mark, index) })
  }, body)
  return withBody(draft, fresh)
}

function withRecord(body: Json, at: string, schema: SchemaNode, request: FreshRequest): Json {
  const value = valueAt(body, at)
  return value === undefined ? body : (withValueAt(body, at, freshenObject(request, schema, value)) ?? body)
}

/** A mark for each record of one request. */
const nthMark = (mark: string, index: number): string =>
  ((Number.parseInt(mark, 36) + index * 7_919_000_003) % 36 ** 8).toString(36).padStart(8, '0')
