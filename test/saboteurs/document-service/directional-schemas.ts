import { isArray, isObject, type Json, type JsonObject } from '../shared/json.ts'
import { partAt, resolve } from './document.ts'

/** In requests, `readOnly` properties are ignored; in responses, `writeOnly` properties must be absent. */
export type Direction = 'request' | 'response'

/** The document with its schemas as JSON Schema 2020-12, for one direction. */
export function viewOf(document: JsonObject, direction: Direction): JsonObject {
  const isFlagged = (property: Json, flag: string): boolean => {
    if (!isObject(property)) return false
    const { $ref } = property
    return (
      property[flag] === true ||
      (typeof $ref === 'string' && isFlagged(partAt(document, resolve(document, $ref.slice(1))), flag))
    )
  }
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly'
  const isHidden = (properties: JsonObject, name: string): boolean =>
    isFlagged(properties[name] ?? null, hidden)

  const withoutHidden = (schema: JsonObject): JsonObject => {
    const { properties, required } = schema
    if (!isObject(properties ?? null)) return schema
    const all = properties as JsonObject
    const visible = Object.entries(all).map(([name, schema]) => [
      name,
      isHidden(all, name) ? direction === 'request' : schema,
    ])
    const needed = isArray(required ?? null)
      ? (required as readonly string[]).filter((name) => !isHidden(all, name))
      : undefined
    return {
      ...schema,
      properties: Object.fromEntries(visible) as JsonObject,
      ...(needed && { required: needed }),
    }
  }
  const view = (part: Json): Json => {
    if (isArray(part)) return part.map(view)
    if (!isObject(part)) return part
    const members = Object.entries(part).map(([name, member]) => [name, view(member)] as const)
    return withBounds(withoutHidden(Object.fromEntries(members)))
  }
  return view(document) as JsonObject
}

/** Replaces the boolean `exclusiveMinimum` and `exclusiveMaximum` of OpenAPI 3.0. */
function withBounds(schema: JsonObject): JsonObject {
  const result: Record<string, Json> = { ...schema }
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof result[exclusive] !== 'boolean') continue
    const limit = result[bound]
    if (result[exclusive] && limit !== undefined) delete result[bound]
    if (result[exclusive] && limit !== undefined) result[exclusive] = limit
    else delete result[exclusive]
  }
  return result
}
