import { encodeBody } from '../spec/body.ts'
import type { Operation } from '../spec/document.ts'
import type { HttpRequest } from '../spec/http.ts'
import { concreteType, isJsonType, matchMediaType, parseMediaType } from '../spec/http/media-type.ts'
import { equalJson, isArray, isJsonObject, stringifyJson, type Json, type JsonObject } from '../spec/json.ts'
import { pointerTokens, resolvePointer, toPointer } from '../spec/json/pointer.ts'
import { encodeParameters } from '../spec/parameters/encode-parameters.ts'
import { flatQuery } from '../spec/parameters/flat-query.ts'
import { queryParametersOf } from '../spec/parameters/members.ts'
import { nestedQuery } from '../spec/parameters/nested-query.ts'
import { parameterNames } from '../spec/routing/path-template.ts'
import { getOrInsertComputed, perObject } from '../spec/util/memo.ts'
import { withMask } from './api/field-mask.ts'
import type { Binding, Draft, DraftBody, Fixture } from './interaction.ts'

/** A record of which only the key is known: it has not been read, or is yet to be created. */
export function fixtureAt(resource: string, key: readonly Json[]): Fixture {
  return { resource, id: key.at(-1) ?? '', key, record: undefined, creation: undefined, gone: false }
}

const encodings = new WeakMap<Draft, HttpRequest>()

/** Encodes a draft as an HTTP request without credentials. Cached per draft. */
export function encodeDraft(draft: Draft): HttpRequest {
  return getOrInsertComputed(encodings, draft, () => encode(draft))
}

function encode(draft: Draft): HttpRequest {
  const { operation, body, raw } = draft
  const query = withMask(operation, draft.query, bodyValue(draft))
  const encoded = encodeParameters(operation.path, operation.parameters, { ...draft, query })
  const content = body && encodeContent(body)
  return {
    method: draft.method ?? operation.method,
    path: raw?.path ?? encoded.path,
    query: raw?.query ?? encoded.query,
    headers: {
      accept: acceptFor(operation),
      ...encoded.headers,
      ...(content?.contentType !== undefined && { 'content-type': content.contentType }),
      ...draft.fields,
    },
    body: content?.bytes,
  }
}

/** JSON, unless the operation responds with other media types: a server that has both would send what nobody described. */
const acceptFor = perObject(({ responses }: Operation): string => {
  const declared = responses.flatMap(({ status, content }) => (status.startsWith('2') ? content : []))
  const types = matchMediaType(declared, 'application/json')
    ? []
    : declared.flatMap(({ type }) => (parseMediaType(type) ? type : []))
  return [...new Set(types.length === 0 ? ['application/json'] : types), '*/*;q=0.5'].join(', ')
})

function encodeContent(body: DraftBody): { contentType: string | undefined; bytes: Uint8Array } {
  if (body.kind === 'bytes') return body
  const { bytes, contentType } = encodeBody(inLines(body), body.mediaType)
  return { bytes, contentType: body.contentType ?? contentType ?? concreteType(body.mediaType.type) }
}

/** The value of a body. One that is a whole MIME message has CRLF at the end of its lines (RFC 2046 §4.1.1), where examples have LF. */
const inLines = ({ value, mediaType: { type } }: Extract<DraftBody, { kind: 'value' }>): Json =>
  typeof value === 'string' && /^multipart\/(?!form-data)/i.test(type)
    ? value.replaceAll(/\r?\n/g, '\r\n')
    : value

/** The JSON value of a draft's body; undefined if it has none. */
export function bodyValue({ body }: Draft): Json | undefined {
  return body?.kind === 'value' ? body.value : undefined
}

export function withBody(draft: Draft, value: Json): Draft {
  return draft.body?.kind === 'value' ? { ...draft, body: { ...draft.body, value } } : draft
}

/** The criteria of a list request: its query and, for a search, its body. */
export function askedBy(draft: Draft): JsonObject {
  const body = isAskedInBody(draft) ? bodyValue(draft) : undefined
  const members = isJsonObject(body)
    ? Object.entries(body).flatMap(([name, value]) => [[name, value], ...partsOf(name, value)])
    : []
  return { ...flatQuery(draft.operation, draft.query), ...(Object.fromEntries(members) as JsonObject) }
}

/** The members of an object within a body by the names of criteria: `range[from]`. */
const partsOf = (name: string, value: Json): readonly (readonly [string, Json])[] =>
  isJsonObject(value) ? Object.entries(value).map(([member, each]) => [`${name}[${member}]`, each]) : []

/** Values by the names of query parameters, or of members of a search's body; undefined for what is not asked for. */
type Criteria = Readonly<Record<string, Json | undefined>>

/** The list request with changed criteria; an undefined value removes the criterion. */
export function asking(draft: Draft, values: Criteria): Draft {
  const { operation } = draft
  const inQuery = (asked: Criteria): JsonObject =>
    nestedQuery(operation, changed(flatQuery(operation, draft.query), asked))
  const body = isAskedInBody(draft) ? bodyValue(draft) : undefined
  if (!isJsonObject(body)) return { ...draft, query: inQuery(values) }
  const names = new Set(queryParametersOf(operation).map(({ name }) => name))
  const [query, sent] = [true, false].map((isQuery) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name) === isQuery)),
  )
  return withBody({ ...draft, query: inQuery(query ?? {}) }, changedBody(body, sent ?? {}))
}

const isAskedInBody = ({ operation }: Draft): boolean => operation.method === 'POST'

/** Sets criteria in a body, where `range[from]` is a member of an object. */
function changedBody(body: JsonObject, values: Criteria): JsonObject {
  return Object.entries(values).reduce((before, [name, value]) => {
    const [, outer = '', inner] = /^([^[]+)\[([^\]]+)\]$/.exec(name) ?? []
    if (inner === undefined) return changed(before, { [name]: value })
    const object = before[outer]
    return changed(before, { [outer]: changed(isJsonObject(object) ? object : {}, { [inner]: value }) })
  }, body)
}

function changed(before: JsonObject, values: Criteria): JsonObject {
  const all = Object.entries({ ...before, ...values })
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** The draft with content that is sent as it is; text is encoded as UTF-8. */
export function withContent(draft: Draft, contentType: string, content: string | Uint8Array): Draft {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { ...draft, body: { kind: 'bytes', contentType, bytes } }
}

/** The draft with JSON text that is sent as it is, well-formed or not. The media type stays if it is a JSON type. */
export function withJsonText(draft: Draft, text: string | Uint8Array): Draft {
  const own = draft.body?.kind === 'value' ? draft.body.mediaType.type : ''
  return withContent(draft, isJsonType(own) ? concreteType(own) : 'application/json', text)
}

/** The bindings whose places still hold the id of their fixture, or its path. */
export function liveBindings(draft: Draft): readonly Binding[] {
  return draft.bindings.filter((binding) => {
    const held = binding.in === 'body' ? valueAt(bodyValue(draft), binding.at) : draft.path[binding.at]
    const { id } = binding.fixture
    return held !== undefined && (equalJson(held, id) || textOfId(held).endsWith(`/${textOfId(id)}`))
  })
}

/** The part of a value at a JSON pointer; undefined if there is none. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  return resolvePointer(value, pointer) as Json | undefined
}

/** The value with the part at `pointer` replaced, or removed if `part` is undefined; undefined if there is no such place. */
export function withValueAt(value: Json, pointer: string, part: Json | undefined): Json | undefined {
  const [token, ...rest] = pointerTokens(pointer)
  if (token === undefined) return part
  const below = toPointer(rest)
  if (isArray(value)) return inArray(value, token, below, part)
  if (!isJsonObject(value)) return undefined
  if (rest.length === 0) {
    if (part !== undefined) return { ...value, [token]: part }
    const { [token]: _, ...others } = value
    return others
  }
  const child = Object.hasOwn(value, token) ? value[token] : undefined
  const changed = child === undefined ? undefined : withValueAt(child, below, part)
  return changed === undefined ? undefined : { ...value, [token]: changed }
}

function inArray(
  items: readonly Json[],
  token: string,
  below: string,
  part: Json | undefined,
): Json | undefined {
  const index = Number(token)
  const child = items[index]
  if (below === '') {
    if (part === undefined) return child === undefined ? undefined : items.filter((_, at) => at !== index)
    return index > items.length ? undefined : [...items.slice(0, index), part, ...items.slice(index + 1)]
  }
  const changed = child === undefined ? undefined : withValueAt(child, below, part)
  return changed === undefined ? undefined : items.map((item, at) => (at === index ? changed : item))
}

/** An id as text, for comparison and for messages. */
export function textOfId(id: Json): string {
  if (typeof id === 'string') return id
  return typeof id === 'number' ? String(id) : stringifyJson(id)
}

/** The path parameters with these names that identify a fixture, and the binding of the last one. */
export function bindTo(fixture: Fixture, names: readonly string[]): Pick<Draft, 'path' | 'bindings'> {
  const path = Object.fromEntries(
    names.flatMap((name, index) => (fixture.key[index] === undefined ? [] : [[name, fixture.key[index]]])),
  )
  const last = names.at(-1)
  return { path, bindings: last === undefined ? [] : [{ in: 'path', at: last, fixture }] }
}

/** A request without a body, and with no parameters but those given. */
export function plainDraft(
  operation: Operation,
  path: Pick<Draft, 'path' | 'bindings'>,
  query: JsonObject = {},
): Draft {
  return { operation, ...path, query, header: {}, cookie: {}, body: undefined }
}

/** A request on a record, without a body. Path parameters that its key does not have are those of the request that created it. */
export function itemDraft({ operation }: { readonly operation: Operation }, of: Fixture): Draft {
  const names = parameterNames(operation.path)
  const bound = bindTo(of, names.slice(0, of.key.length))
  const made = of.creation?.draft.path ?? {}
  const rest = names.slice(of.key.length).filter((name) => Object.hasOwn(made, name))
  const path = { ...Object.fromEntries(rest.map((name) => [name, made[name] ?? null])), ...bound.path }
  return plainDraft(operation, { ...bound, path })
}
