import { normalizeName } from '../../spec/inference/prose/words.ts'
import { referencedNoun, resourceNoun } from '../../spec/inference/references/names.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import type { Resource } from '../../spec/resources.ts'
import { isNumeric, typesOf } from '../../spec/schemas/types.ts'
import { isId, referenceValue } from '../answers/answer-records.ts'
import { bodySchema, recordProperties, referredBy, resourceNamed, type Api } from '../api/api.ts'
import type { Context } from '../context.ts'
import { bodyValue, valueAt, withBody, withValueAt } from '../draft.ts'
import type { Draft, Fixture } from '../interaction.ts'

export interface ReferencePlace {
  /** The JSON pointer of the id. */
  readonly pointer: string
  readonly property: string
  readonly resource: Resource
  /** The JSON pointer of the reference: the id itself, or the object that contains it. */
  readonly holder: string
  /** The property of the records that it holds, if that is not what identifies them in paths. */
  readonly key?: string
}

/** What a reference to a record holds; undefined if the record does not show it. */
export function valueToRefer({ resource, key }: ReferencePlace, found: Fixture): Json | undefined {
  return key === undefined ? referenceValue(resource, found) : found.record?.[key]
}

/** The places in a draft's body that hold ids of other records. */
export function referencesIn(context: Context, draft: Draft): readonly ReferencePlace[] {
  const { api } = context
  const itself = (api.model.roles.get(draft.operation.id)?.operation.requestPath ?? []).reduce(
    appendPointer,
    '',
  )
  const walk = (value: Json, pointer: string): ReferencePlace[] => {
    if (isArray(value)) return value.flatMap((item, index) => walk(item, `${pointer}/${String(index)}`))
    if (!isJsonObject(value)) return []
    return Object.entries(value).flatMap(([property, member]) => {
      const at = appendPointer(pointer, property)
      const name = referredBy(api, draft.operation, property)
      const linked = at === itself ? undefined : linkedBy(api, isArray(member) ? member[0] : member)
      const resource = linked ?? (name === undefined ? undefined : resourceNamed(api, name))
      const items = isArray(member)
        ? member.map((item, index) => [item, `${at}/${String(index)}`] as const)
        : [[member, at] as const]
      const places = resource
        ? items.flatMap(([item, holder]) => placeIn(item, holder, resource.idProperty) ?? [])
        : []
      if (resource && places.length === items.length)
        return places.map((place) => ({ ...place, property, resource }))
      const other = resource ? undefined : innerIdNamed(api, property, member)
      return other ? [{ pointer: at, holder: at, property, resource: other, key: innerId }] : walk(member, at)
    })
  }
  return walk(bodyValue(draft) ?? null, '')
}

/** The property by which records refer to others that have another key in paths: `productId` beside `/products/{sku}`. */
const innerId = 'id'

/** The only collection that a property is named after, if its records have an `id` of the value's type besides the key in paths. */
function innerIdNamed(api: Api, property: string, value: Json): Resource | undefined {
  const noun = referencedNoun(property)
  if (noun === undefined || !isId(value)) return undefined
  const [only, ...others] = api.model.resources.filter(
    ({ kind, name }) => kind === 'collection' && resourceNoun(name) === noun,
  )
  if (!only || others.length > 0 || only.idProperty === innerId) return undefined
  const id = recordProperties(api, only).get(innerId)
  if (!id) return undefined
  const types = typesOf(api.document, id)
  return (typeof value === 'string' ? types.has('string') : isNumeric(types)) ? only : undefined
}

/** The resource that a resource identifier object `{type, id}` refers to (JSON:API 1.1 §7.3). */
function linkedBy({ linked }: Api, value: Json | undefined): Resource | undefined {
  return value !== undefined && isJsonObject(value) && Object.hasOwn(value, 'id')
    ? linked.get(value['type'] ?? null)
    : undefined
}

/** The place of the id in a reference. */
function placeIn(
  value: Json,
  holder: string,
  idProperty: string | undefined,
): Pick<ReferencePlace, 'pointer' | 'holder'> | undefined {
  if (isId(value)) return { pointer: holder, holder }
  const isThere = isJsonObject(value) && idProperty !== undefined && isId(value[idProperty])
  return isThere ? { pointer: appendPointer(holder, idProperty), holder } : undefined
}

/** The body with the other properties of a reference copied from the record, if the document allows their values. */
export function withRecord(
  { api }: Context,
  { operation }: Draft,
  body: Json,
  { holder, pointer }: ReferencePlace,
  record: JsonObject | undefined,
): Json {
  const value = holder === pointer ? undefined : valueAt(body, holder)
  const schema = bodySchema(operation)
  if (!record || !schema || value === undefined || !isJsonObject(value)) return body
  const known = Object.entries(value).map(([name, own]) => [name, record[name] ?? own] as const)
  const changed = withValueAt(body, holder, Object.fromEntries(known))
  return changed !== undefined && api.validator.of(schema, 'request').accepts(changed) ? changed : body
}

/** The id of the path parameter with the property's name: both refer to the same record. */
export function idThroughPath({ path }: Draft, property: string): Json | undefined {
  const parameter = Object.keys(path).find((each) => normalizeName(each) === normalizeName(property))
  return parameter === undefined ? undefined : path[parameter]
}

/** Shortens lists of ids to their first one if the document allows it: fewer records have to exist. */
export function withOneEach({ api }: Context, draft: Draft, places: readonly ReferencePlace[]): Draft {
  const schema = bodySchema(draft.operation)
  let body = bodyValue(draft)
  for (const { holder } of places) {
    const list = holder.endsWith('/0') ? holder.slice(0, -2) : undefined
    const ids = list === undefined || body === undefined ? undefined : valueAt(body, list)
    const cut =
      body !== undefined && list !== undefined && isArray(ids) && ids.length > 1
        ? withValueAt(body, list, ids.slice(0, 1))
        : undefined
    if (cut !== undefined && schema && api.validator.of(schema, 'request').accepts(cut)) body = cut
  }
  return body === undefined || body === bodyValue(draft) ? draft : withBody(draft, body)
}
