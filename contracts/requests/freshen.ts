import type { Operation, SchemaNode } from '../../spec/document.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf, propertyAt } from '../../spec/schemas/properties.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import { referredBy, type Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'

/**
 * The body with every plain text made new, since names are often unique, and the number that a client has to choose for an
 * id. Texts that are a format or one of a list stay; so does whatever would make the body invalid. Texts with a pattern,
 * which may be codes that others have to know, are made new only where the operation has found a conflict before.
 */
export function freshen(api: Api, operation: Operation, schema: SchemaNode, body: Json, mark: string): Json {
  return placesOf(api, operation).reduce((sofar, path) => {
    const part = propertyAt(api.document, schema, path)
    const sent = memberAt(sofar, path)
    return part && sent !== undefined
      ? withMember(sofar, path, freshenAt(api, operation, part, sent, mark))
      : sofar
  }, body)
}

/** Where in its body an operation is sent the properties of a record: in the record, or in what holds them there. */
function placesOf(api: Api, operation: Operation): readonly (readonly string[])[] {
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  const holder = api.flat.get(resource?.name ?? '')?.nesting?.container
  const record = role?.requestPath ?? []
  return [[], ...(record.length > 0 ? [record] : []), ...(holder === undefined ? [] : [[...record, holder]])]
}

function withMember(value: Json, [name, ...rest]: readonly string[], member: Json): Json {
  if (name === undefined || !isJsonObject(value)) return member
  return { ...value, [name]: withMember(value[name] ?? {}, rest, member) }
}

function freshenAt(api: Api, operation: Operation, schema: SchemaNode, body: Json, mark: string): Json {
  if (!isJsonObject(body)) return body
  const validate = api.validator.of(schema, 'request')
  if (!validate.accepts(body)) return body
  const properties = possiblePropertiesOf(api.document, schema)
  let renewedBody: JsonObject = body
  for (const [name, value] of Object.entries(body)) {
    const node = properties.get(name)
    const changed =
      node && referredBy(api, operation, name) === undefined
        ? (renewed(api, node, value, mark) ??
          recoded(api, operation, node, value, mark) ??
          renumbered(api, operation, node, name, value, mark))
        : undefined
    const candidate = changed === undefined ? renewedBody : { ...renewedBody, [name]: changed }
    if (candidate !== renewedBody && validate.accepts(candidate)) renewedBody = candidate
  }
  return renewedBody
}

/** Another value of the same kind; undefined when the value has to stay. */
function renewed(api: Api, node: SchemaNode, value: Json, mark: string): Json | undefined {
  if (typeof value !== 'string' || !typesOf(api.document, node).has('string')) return undefined
  const keywords = keywordsOf(api, node)
  if (keywords.has('enum') || keywords.has('const') || keywords.has('pattern')) return undefined
  const format = keywords.get('format') ?? lookOf(value)
  if (format === undefined)
    return shortened(
      `${value.replace(/ [0-9a-z]{8}$/, '')}${joinerOf(value)}${mark}`,
      mark,
      keywords.get('maxLength'),
    )
  return typeof format === 'string' ? byFormat[format]?.(mark) : undefined
}

/** What its words are joined by: a text that has no space may be a name that takes none. */
function joinerOf(text: string): string {
  if (/\s|^\p{Lu}\p{Ll}*$/u.test(text)) return ' '
  return /[\p{L}\p{N}]([-_.])[\p{L}\p{N}]/u.exec(text)?.[1] ?? ''
}

/** The format that a text has, whether or not the document names it: with anything added it may have none. */
function lookOf(text: string): string | undefined {
  return Object.keys(looks).find((format) => looks[format]?.test(text))
}

const looks: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  uri: /^https?:\/\/\S+$/,
  phone: /^\+[\d ()-]{7,}$/,
  date: /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d\S*)?$/,
}

const conflicts = new WeakMap<Api, Set<string>>()

/** Notes that an operation has refused what is there already. */
export function noteConflict(api: Api, { id }: Operation): void {
  const known = conflicts.get(api) ?? new Set()
  conflicts.set(api, known.add(id))
}

/** Another text of the same pattern. */
function recoded(
  api: Api,
  operation: Operation,
  node: SchemaNode,
  value: Json,
  mark: string,
): Json | undefined {
  if (
    typeof value !== 'string' ||
    !conflicts.get(api)?.has(operation.id) ||
    !keywordsOf(api, node).has('pattern')
  )
    return undefined
  const seed = Number.parseInt(mark, 36) % 2 ** 31
  // Where it may be null too, not every value made is a text. The stride keeps the turns of one mark from those of the next.
  for (let turn = 0; turn < 10; turn += 1) {
    const made = api.generator.valid(node, 'request', (seed + turn * 104_729) % 2 ** 31)
    if (typeof made === 'string' && made !== value) return made
  }
  return undefined
}

/** How many numbers are chosen from, as far as the schema allows. */
const ranges = [1_000_000_000, 30_000, 9_000, 900, 90]

/** Another number, where it is the id that a new record asks for. */
function renumbered(
  api: Api,
  operation: Operation,
  node: SchemaNode,
  name: string,
  value: Json,
  mark: string,
): number | undefined {
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  const isAskedFor = role?.role === 'create' && role.requestPath.length === 0 && name === resource?.idProperty
  if (typeof value !== 'number' || !isAskedFor) return undefined
  const { accepts } = api.validator.of(node, 'request')
  return ranges.map((range) => 1 + (Number.parseInt(mark, 36) % range)).find(accepts)
}

/** A text that ends in the mark, and is not longer than allowed. */
function shortened(text: string, mark: string, longest: unknown): string {
  const limit = typeof longest === 'number' ? longest : Infinity
  const characters = [...text]
  if (characters.length <= limit) return text
  return limit > mark.length
    ? [...characters.slice(0, limit - mark.length), mark].join('')
    : mark.slice(-limit)
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
