import { plain } from '../../spec/inference/words.ts'
import { isArray, isJsonObject, type Json } from '../../spec/json.ts'
import { appendPointer } from '../../spec/pointer.ts'
import type { Resource } from '../../spec/resources.ts'
import { bodySchema, referredBy, resourceNamed } from '../api.ts'
import type { Context } from '../context.ts'
import { bodyValue, valueAt, withBody, withValueAt, type Draft } from '../draft.ts'

export interface ReferencePlace {
  readonly pointer: string
  readonly property: string
  readonly resource: Resource
}

/** Where a draft's body holds ids of other records; its own id is none. */
export function referencesIn(context: Context, draft: Draft): readonly ReferencePlace[] {
  const { api } = context
  const walk = (value: Json, pointer: string): ReferencePlace[] => {
    if (isArray(value)) return value.flatMap((item, index) => walk(item, `${pointer}/${String(index)}`))
    if (!isJsonObject(value)) return []
    return Object.entries(value).flatMap(([property, member]) => {
      const at = appendPointer(pointer, property)
      const resource = referredBy(api, draft.operation, property)
      const target = resource === undefined ? undefined : resourceNamed(api, resource)
      if (!target || !isId(member)) return walk(member, at)
      return isArray(member)
        ? member.map((_, index) => ({ pointer: `${at}/${String(index)}`, property, resource: target }))
        : [{ pointer: at, property, resource: target }]
    })
  }
  return walk(bodyValue(draft) ?? null, '')
}

const isId = (value: Json): boolean =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  (isArray(value) && value.every((item) => typeof item !== 'object'))

/** The id in the path, where the body names what it goes through as the path does: it is no other record. */
export function idThroughPath({ path }: Draft, property: string): Json | undefined {
  const parameter = Object.keys(path).find((each) => plain(each) === plain(property))
  return parameter === undefined ? undefined : path[parameter]
}

/** Lists of ids with their first one alone, where the document allows it: others need not be there. */
export function withOneEach({ api }: Context, draft: Draft, places: readonly ReferencePlace[]): Draft {
  const schema = bodySchema(draft.operation)
  let body = bodyValue(draft)
  for (const { pointer } of places) {
    const list = pointer.endsWith('/0') ? pointer.slice(0, -2) : undefined
    const ids = list === undefined || body === undefined ? undefined : valueAt(body, list)
    const cut =
      body !== undefined && list !== undefined && isArray(ids) && ids.length > 1
        ? withValueAt(body, list, ids.slice(0, 1))
        : undefined
    if (cut !== undefined && schema && api.validator.of(schema, 'request').accepts(cut)) body = cut
  }
  return body === undefined || body === bodyValue(draft) ? draft : withBody(draft, body)
}
