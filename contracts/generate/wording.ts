import type { SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { pointerTokens } from '../../spec/json/pointer.ts'
import { quote } from '../../spec/validation/sentences.ts'

/** The name of a place in a value: `address.lines[0]` for `/address/lines/0`, `value` for the whole. */
export function placeName(path: string): string {
  const name = pointerTokens(path).map((token) =>
    /^\d+$/.test(token) ? `[${token}]` : /^[\w$-]+$/.test(token) ? `.${token}` : `[${JSON.stringify(token)}]`,
  )
  return name.length === 0 ? 'value' : name.join('').replace(/^\./, '')
}

/** The name of a branch of `oneOf` or `anyOf`: that of the schema it refers to, or else the end of its pointer. */
export function nameOfBranch({ schema, pointer }: SchemaNode): string {
  const ref = typeof schema === 'object' ? schema['$ref'] : undefined
  return typeof ref === 'string'
    ? ref.slice(ref.lastIndexOf('/') + 1)
    : pointer.split('/').slice(-2).join('/')
}

/** A value as messages show it: a long string by its length only. */
export function show(value: Json): string {
  const length = typeof value === 'string' ? [...value].length : 0
  return length > 40 ? `a string of ${length} characters` : quote(value)
}

/** The name, with a number appended if it is taken; adds the result to `names`. */
export function unique(name: string, names: Set<string>): string {
  let result = name
  for (let number = 2; names.has(result); number++) result = `${name} (${number})`
  names.add(result)
  return result
}
