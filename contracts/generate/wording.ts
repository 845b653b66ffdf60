import type { SchemaNode } from '../../spec/document.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { quote } from '../../spec/validation/sentences.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'

/** How a path in a value is called: `/address/lines/0` is `address.lines[0]`; the whole is `value`. */
export function placeName(path: string): string {
  const name = pointerTokens(path).map((token) =>
    /^\d+$/.test(token) ? `[${token}]` : /^[\w$-]+$/.test(token) ? `.${token}` : `[${JSON.stringify(token)}]`,
  )
  return name.length === 0 ? 'value' : name.join('').replace(/^\./, '')
}

/** How a branch of `oneOf` or `anyOf` is called: by the schema it refers to, else by where it stands. */
export function nameOfBranch({ schema, pointer }: SchemaNode): string {
  const ref = typeof schema === 'object' ? schema['$ref'] : undefined
  return typeof ref === 'string'
    ? ref.slice(ref.lastIndexOf('/') + 1)
    : pointer.split('/').slice(-2).join('/')
}

/** A value as people read it; a long string by its length. */
export function show(value: Json): string {
  const length = typeof value === 'string' ? [...value].length : 0
  return length > 40 ? `a string of ${length} characters` : quote(value)
}

/** The object without a property. */
export function without(value: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = value
  return rest
}

/** The object with a property, whatever it is called: in its old place, or at the end. */
export function withProperty(value: JsonObject, name: string, property: Json): JsonObject {
  return { ...value, [name]: property }
}
