import { firstItem, isArray, isJsonObject, type Json } from '../../spec/json.ts'

/** A value and the property names that lead to it; an undefined value removes the member. */
export interface Member {
  readonly path: readonly string[]
  readonly value: Json | undefined
}

/** Returns a copy of the body with the member set, or removed if its value is undefined. A list has its first item set, and no other. */
export function withMember(body: Json, { path, value }: Member): Json {
  const [name, ...rest] = path
  if (name === undefined) return value ?? null
  if (name === firstItem && isArray(body)) return [withMember(body[0] ?? {}, { path: rest, value })]
  const object = isJsonObject(body) ? body : {}
  if (value !== undefined) return { ...object, [name]: withMember(object[name] ?? {}, { path: rest, value }) }
  const { [name]: inner, ...others } = object
  if (inner === undefined) return object
  return rest.length === 0 ? others : { ...object, [name]: withMember(inner, { path: rest, value }) }
}
