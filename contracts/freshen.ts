import type { Operation, SchemaNode } from '../spec/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../spec/json.ts'
import { possiblePropertiesOf, typesOf } from '../spec/refs.ts'
import type { Api } from './api.ts'
import { keywordsOf } from './keywords.ts'

/**
 * The body with every plain text made new, since names are often unique. Texts that are a format, a pattern or one of
 * a list stay; so does whatever would make the body invalid.
 */
export function freshen(api: Api, operation: Operation, schema: SchemaNode, body: Json, mark: string): Json {
  if (!isJsonObject(body)) return body
  const validate = api.validator.of(schema, 'request')
  if (validate(body).length > 0) return body
  const properties = possiblePropertiesOf(api.document, schema)
  const own = api.model.roles.get(operation.id)?.resource
  const references = new Set([...api.references.keys(), ...(own?.references.map(({ property }) => property) ?? [])])
  return Object.entries(body).reduce<JsonObject>((sofar, [name, value]) => {
    const node = properties.get(name)
    const changed = node && !references.has(name) ? renewed(api, node, value, mark) : undefined
    if (changed === undefined) return sofar
    const candidate = { ...sofar, [name]: changed }
    return validate(candidate).length === 0 ? candidate : sofar
  }, body)
}

/** Another value of the same kind; undefined when the value has to stay. */
function renewed(api: Api, node: SchemaNode, value: Json, mark: string): Json | undefined {
  if (typeof value !== 'string' || !typesOf(api.document, node).has('string')) return undefined
  const keywords = keywordsOf(api, node)
  if (keywords.has('enum') || keywords.has('const') || keywords.has('pattern')) return undefined
  const format = keywords.get('format')
  if (format === undefined) return shortened(`${value.replace(/ [0-9a-z]{8}$/, '')} ${mark}`, mark, keywords.get('maxLength'))
  return byFormat[String(format)]?.(mark)
}

/** A text that ends in the mark, and is not longer than allowed. */
function shortened(text: string, mark: string, longest: unknown): string {
  const limit = typeof longest === 'number' ? longest : Infinity
  const characters = [...text]
  if (characters.length <= limit) return text
  return limit > mark.length ? [...characters.slice(0, limit - mark.length), mark].join('') : mark.slice(-limit)
}

const byFormat: Readonly<Record<string, (mark: string) => string>> = {
  email: (mark) => `${mark}@example.com`,
  'idn-email': (mark) => `${mark}@example.com`,
  uuid: (mark) => uuid(mark),
  hostname: (mark) => `${mark}.example.com`,
  uri: (mark) => `https://example.com/${mark}`,
  url: (mark) => `https://example.com/${mark}`,
}

/** A version 4 UUID made of the mark (RFC 9562 §5.4). */
function uuid(mark: string): string {
  const hex = Buffer.from(mark.padEnd(16, mark), 'utf8').toString('hex').slice(0, 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
