import { normalizeName } from '../../spec/inference/prose/words.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { appendPointer } from '../../spec/json/pointer.ts'
import type { Resource } from '../../spec/resources.ts'
import { bodySchema, referredBy, resourceNamed, type Api } from '../api/api.ts'
import type { Context } from '../context.ts'
import type { Draft } from '../interaction.ts'
import { bodyValue, valueAt, withBody, withValueAt } from '../draft.ts'
import { isId } from './answer-records.ts'

export interface ReferencePlace {
  /** Of the id. */
  readonly pointer: string
  readonly property: string
  readonly resource: Resource
  /** Of what stands for the record: the id, or an object that has it. */
  readonly holder: string
}

/** Where a draft's body holds ids of other records; its own id is none. */
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
      return !resource || places.length < items.length
        ? walk(member, at)
        : places.map((place) => ({ ...place, property, resource }))
    })
  }
  return walk(bodyValue(draft) ?? null, '')
}

/** The resource of the record that `{type, id}` stands for: JSON:API 1.1 §7.3. */
function linkedBy({ linked }: Api, value: Json | undefined): Resource | undefined {
  return value !== undefined && isJsonObject(value) && Object.hasOwn(value, 'id')
    ? linked.get(value['type'] ?? null)
    : undefined
}

/** Where a value that stands for a record holds its id. */
function placeIn(
  value: Json,
  holder: string,
  idProperty: string | undefined,
): Pick<ReferencePlace, 'pointer' | 'holder'> | undefined {
  if (isId(value)) return { pointer: holder, holder }
  const isThere = isJsonObject(value) && idProperty !== undefined && isId(value[idProperty])
  return isThere ? { pointer: appendPointer(holder, idProperty), holder } : undefined
}

/** The body with what else it tells of a record as that record has it, as far as the document allows it there. */
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
  const told = withValueAt(body, holder, Object.fromEntries(known))
  return told !== undefined && api.validator.of(schema, 'request').accepts(told) ? told : body
}

/** The id in the path, where the body names what it goes through as the path does: it is no other record. */
export function idThroughPath({ path }: Draft, property: string): Json | undefined {
  const parameter = Object.keys(path).find((each) => normalizeName(each) === normalizeName(property))
  return parameter === undefined ? undefined : path[parameter]
}

/** Lists of ids with their first one alone, where the document allows it: others need not be there. */
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
