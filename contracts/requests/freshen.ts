import type { Operation, SchemaNode } from '../../spec/document.ts'
import { uniqueKeysOf } from '../../spec/inference/constraints/unique-keys.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf, propertyAt } from '../../spec/schemas/properties.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import { perObject } from '../../spec/util/memo.ts'
import { bodySchema, creationOf, referredBy, type Api } from '../api/api.ts'
import { rangesOf } from '../api/described-ranges.ts'
import { keywordsOf } from '../api/keywords.ts'
import { withOtherPeriods } from './ordered-ranges.ts'

/** The request whose values are made unique. */
export interface FreshRequest {
  readonly api: Api
  readonly operation: Operation
  /** Eight letters and digits that no other request of the run has. */
  readonly mark: string
  /** Properties that stay as they are. */
  readonly kept?: readonly string[] | undefined
}

/**
 * Replaces the strings of a body that may have to be unique, and an id that clients choose themselves. Enumerations and most formats
 * stay as they are, and so does whatever would become invalid. Strings with a `pattern`, which may be codes of other records, numbers
 * that must be unique, and periods are replaced only after the operation has reported a conflict.
 */
export function freshen(request: FreshRequest, schema: SchemaNode, body: Json): Json {
  const { api, operation } = request
  return placesOf(api, operation).reduce((changed, path) => {
    const part = propertyAt(api.document, schema, path)
    const value = memberAt(changed, path)
    return part && value !== undefined
      ? withMember(changed, path, freshenObject(request, part, value))
      : changed
  }, body)
}

/** The paths in an operation's body to objects with properties of a record: envelopes such as JSON:API's nest them. */
function placesOf(api: Api, operation: Operation): readonly (readonly string[])[] {
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  const holder = api.flat.get(resource?.name ?? '')?.nesting?.container
  const record = role?.requestPath ?? []
  const identifying = resource?.idPath?.slice(0, -1)
  return [
    [],
    ...(record.length > 0 ? [record] : []),
    ...(holder === undefined ? [] : [[...record, holder]]),
    ...(identifying === undefined || role?.role !== 'create' ? [] : [[...record, ...identifying]]),
  ]
}

function withMember(value: Json, [name, ...rest]: readonly string[], member: Json): Json {
  if (name === undefined || !isJsonObject(value)) return member
  return { ...value, [name]: withMember(value[name] ?? {}, rest, member) }
}

/** As {@link freshen}, of the properties of one object. */
export function freshenObject(request: FreshRequest, schema: SchemaNode, body: Json): Json {
  if (!isJsonObject(body)) return body
  const { api, operation } = request
  const validate = api.validator.of(schema, 'request')
  if (!validate.accepts(body)) return body
  const properties = possiblePropertiesOf(api.document, schema)
  let result: JsonObject = body
  for (const [name, value] of Object.entries(body)) {
    const node = properties.get(name)
    const changed =
      node && request.kept?.includes(name) !== true && referredBy(api, operation, name) === undefined
        ? (freshText(request, node, value) ??
          freshCode(request, name, node, value) ??
          freshNumber(request, name, node, value) ??
          freshId(request, name, node, value))
        : undefined
    const candidate = changed === undefined ? result : { ...result, [name]: changed }
    if (candidate !== result && validate.accepts(candidate)) result = candidate
  }
  const moved = otherPeriods(request, result)
  return validate.accepts(moved) ? moved : result
}

/** The body at another time, for operations that have reported a conflict: records may not be allowed to overlap. */
function otherPeriods({ api, operation, mark }: FreshRequest, body: JsonObject): Json {
  return hasConflicted(api, operation)
    ? withOtherPeriods(body, Number.parseInt(mark, 36), rangesOf(api, operation).body)
    : body
}

/** Another string of the same format; undefined when the value has to stay. */
function freshText({ api, mark }: FreshRequest, node: SchemaNode, value: Json): string | undefined {
  if (typeof value !== 'string' || !typesOf(api.document, node).has('string')) return undefined
  const keywords = keywordsOf(api, node)
  if (keywords.has('enum') || keywords.has('const') || keywords.has('pattern')) return undefined
  const format = keywords.get('format') ?? apparentFormat(value)
  if (format === undefined)
    return shortened(
      `${value.replace(/ [0-9a-z]{8}$/, '')}${separatorIn(value)}${mark}`,
      mark,
      keywords.get('maxLength'),
    )
  return typeof format === 'string' ? byFormat[format]?.(mark) : undefined
}

/** The separator between the words of a text: a text without spaces may be a name that allows none. */
function separatorIn(text: string): string {
  if (/\s|^\p{Lu}\p{Ll}*$/u.test(text)) return ' '
  return /[\p{L}\p{N}]([-_.])[\p{L}\p{N}]/u.exec(text)?.[1] ?? ''
}

/** The format that a text seems to have though the document declares none: appending to it could break that. */
function apparentFormat(text: string): string | undefined {
  return Object.keys(apparentFormats).find((format) => apparentFormats[format]?.test(text))
}

const apparentFormats: Readonly<Record<string, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  uri: /^https?:\/\/\S+$/,
  phone: /^\+[\d ()-]{7,}$/,
  date: /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d\S*)?$/,
  decimal: /^-?\d+\.\d+$/,
  fqdn: /^(?:[a-z0-9-]+\.){2,}$/i,
}

const conflicts = new WeakMap<Api, Set<string>>()

/** Notes that an operation refused a request because the record already exists. */
export function noteConflict(api: Api, { id }: Operation): void {
  const known = conflicts.get(api) ?? new Set()
  conflicts.set(api, known.add(id))
}

/** Whether an operation has refused a request because the record already exists. */
export const hasConflicted = (api: Api, { id }: Operation): boolean => conflicts.get(api)?.has(id) === true

/** Another string of the same pattern, for ids that clients choose, and for operations that have reported a conflict. */
function freshCode(request: FreshRequest, name: string, node: SchemaNode, value: Json): Json | undefined {
  const { api, operation } = request
  if (typeof value !== 'string' || !keywordsOf(api, node).has('pattern')) return undefined
  if (!hasConflicted(api, operation) && !isNewId(request, name)) return undefined
  return marked(request, node, value) ?? otherValue(request, node, value)
}

/** The string with the mark that no other has: made by the pattern, a short one could be any of a few. */
function marked({ api, mark }: FreshRequest, node: SchemaNode, value: string): string | undefined {
  const { accepts } = api.validator.of(node, 'request')
  return [`${value.replace(/-[0-9a-z]{8}$/, '')}-${mark}`, mark].find(accepts)
}

/** Whether a property is the id of a record to be created. */
function isNewId({ api, operation }: FreshRequest, name: string): boolean {
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  const own = resource?.idProperty ?? resource?.idPath?.at(-1)
  return role?.role === 'create' && role.requestPath.length === 0 && name === own
}

/** The numbers in an operation's body that no two records may share, according to the document: `number`, `position`. */
const uniqueNumbers = perObject((api: Api) =>
  perObject((operation: Operation): ReadonlySet<string> => {
    const { resource } = api.model.roles.get(operation.id) ?? {}
    const sent = bodySchema(operation)
    if (!resource || !sent) return new Set()
    const write = { operation, sent }
    const keys = uniqueKeysOf(api.document, resource.record, write, creationOf(api, resource))
    return new Set(keys.map(({ property }) => property))
  }),
)

/** Another number in place of one that must be unique, for operations that have reported a conflict. */
function freshNumber(request: FreshRequest, name: string, node: SchemaNode, value: Json): Json | undefined {
  const { api, operation } = request
  const isTaken = typeof value === 'number' && hasConflicted(api, operation)
  return isTaken && uniqueNumbers(api)(operation).has(name) ? otherValue(request, node, value) : undefined
}

/** Another value of the same type that the schema allows; undefined if there is none. */
function otherValue({ api, mark }: FreshRequest, node: SchemaNode, value: Json): Json | undefined {
  const seed = Number.parseInt(mark, 36) % 2 ** 31
  // A nullable schema also gives null. The stride keeps the seeds of one mark apart from those of the next.
  for (let turn = 0; turn < 10; turn += 1) {
    const other = api.generator.valid(node, 'request', (seed + turn * 104_729) % 2 ** 31)
    const isPlain = typeof other === 'string' || typeof other === 'number'
    if (isPlain && typeof other === typeof value && other !== value) return other
  }
  return undefined
}

/** Sizes of the range that ids are chosen from; the first that the schema allows is used. */
const ranges = [1_000_000_000, 30_000, 9_000, 900, 90]

/** Another number, if the property is the id of a record to be created. */
function freshId(request: FreshRequest, name: string, node: SchemaNode, value: Json): number | undefined {
  const { api, mark } = request
  if (typeof value !== 'number' || !isNewId(request, name)) return undefined
  const { accepts } = api.validator.of(node, 'request')
  return ranges.map((range) => 1 + (Number.parseInt(mark, 36) % range)).find(accepts)
}

/** Shortens a text to `maxLength` characters so that it still ends in the mark. */
function shortened(text: string, mark: string, maxLength: unknown): string {
  const limit = typeof maxLength === 'number' ? maxLength : Infinity
  const characters = [...text]
  if (characters.length <= limit) return text
  return limit > mark.length
    ? [...characters.slice(0, limit - mark.length), mark].join('')
    : mark.slice(-limit)
}

const byFormat: Readonly<Record<string, (mark: string) => string>> = {
  email: (mark) => `${mark}@example.com`,
  'idn-email': (mark) => `${mark}@example.com`,
  uuid: uuidOf,
  hostname: (mark) => `${mark}.example.com`,
  fqdn: (mark) => `${mark}.example.com.`,
  uri: (mark) => `https://example.com/${mark}`,
  url: (mark) => `https://example.com/${mark}`,
}

/** A version 4 UUID derived from the mark (RFC 9562 §5.4). */
export function uuidOf(mark: string): string {
  const hex = Buffer.from(mark.padEnd(16, mark), 'utf8').toString('hex').slice(0, 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
