import type { Reply } from '../shared/exchange.ts'
import { isArray, isObject, type Json, type JsonObject } from '../shared/json.ts'
import { decoded } from '../shared/paths.ts'
import { type Call, type Detail, type Refuse, type Values, defined } from './call.ts'
import { partAt, resolve, type Operation, type Parameter } from './document.ts'
import { formValue, queryValue, readPairs, typed, type Pairs } from './parameter-values.ts'
import type { Validate } from './schema-validator.ts'

/** Parses and prints JSON. Defects replace it to lose digits or to accept duplicate names. */
export interface Codec {
  parse: (text: string, call: Call) => Json
  stringify: (value: Json, call: Call) => string
}

export interface Reader {
  readonly document: JsonObject
  readonly codec: Codec
  readonly validate: Validate
  readonly refuse: Refuse
  /** The status for a body that breaks its schema. */
  readonly invalidBody: 400 | 422
}

type Read<T> = { readonly reply: Reply } | { readonly value: T }

/** Decodes and validates the parameters and body of a request, or returns the error response. */
export function readInput(call: Call, operation: Operation, reader: Reader): Read<Values> {
  const parameters = readParameters(call, operation, reader)
  if ('reply' in parameters) return parameters
  const body = readBody(call, operation, reader)
  if ('reply' in body) return body
  const value = body.value ?? null
  return {
    value: {
      ...parameters.value,
      body: isObject(value) ? value : {},
      list: isArray(value) ? value.filter(isObject) : [],
    },
  }
}

function readParameters(
  call: Call,
  operation: Operation,
  reader: Reader,
): Read<Omit<Values, 'body' | 'list'>> {
  const at = call.target.indexOf('?')
  const pairs = readPairs(at < 0 ? '' : call.target.slice(at + 1))
  const path = Object.entries(call.path).map(([name, text]) => [name, decoded(text)] as const)
  if (pairs === undefined || path.some(([, text]) => text === undefined)) {
    return { reply: reader.refuse(400, 'malformed_request', 'The percent-encoding of the URL is broken.') }
  }
  const given: Given = { call, pairs, path: Object.fromEntries(path) as Record<string, string> }
  const values = operation.parameters.map(
    (parameter) => [parameter, valueOf(parameter, given, reader)] as const,
  )
  const details = values.flatMap(([parameter, value]) => parameterDetails(parameter, value, reader))
  if (details.length > 0)
    return { reply: reader.refuse(400, 'invalid_request', 'A parameter is not valid.', { details }) }
  const of = (place: string): JsonObject => {
    const own = values.filter(([parameter]) => parameter.in === place)
    return defined(
      Object.fromEntries(
        own.map(([{ name, schema }, value]) => [keyOf(place, name), value ?? schema['default']]),
      ),
    )
  }
  return { value: { path: given.path, query: of('query'), header: of('header'), cookie: of('cookie') } }
}

const keyOf = (place: string, name: string): string => (place === 'header' ? name.toLowerCase() : name)

interface Given {
  readonly call: Call
  readonly pairs: Pairs
  readonly path: Readonly<Record<string, string>>
}

function valueOf(parameter: Parameter, { call, pairs, path }: Given, { document }: Reader): Json | undefined {
  const { name, in: place, schema } = parameter
  if (place === 'query') return queryValue(pairs, parameter, document)
  const cookie = cookies(call.headers['cookie'] ?? '')
  const text = { path: path[name], header: call.headers[name.toLowerCase()], cookie: cookie[name] }[place]
  return text === undefined ? undefined : typed(text, schema)
}

function cookies(field: string): Readonly<Record<string, string>> {
  const pairs = field.split(/; */).map((pair) => pair.split('='))
  return Object.fromEntries(pairs.map(([name = '', ...rest]) => [name.trim(), decoded(rest.join('=')) ?? '']))
}

function parameterDetails(
  { name, in: place, required, pointer }: Parameter,
  value: Json | undefined,
  { validate }: Reader,
): Detail[] {
  if (value === undefined)
    return required ? [{ in: place, path: `/${name}`, message: `${name} is required.` }] : []
  return validate(pointer, value).map(({ path, message }) => ({
    in: place,
    path: `/${name}${path}`,
    message,
  }))
}

/** Undefined if there is no body, or the operation takes none. */
function readBody(call: Call, operation: Operation, reader: Reader): Read<Json | undefined> {
  const { refuse, validate, invalidBody } = reader
  if (Object.keys(operation.bodies).length === 0) return { value: undefined }
  if (call.body === undefined) return { reply: refuse(413, 'payload_too_large', 'A body has at most 1 MiB.') }
  if (call.body.length === 0) {
    return operation.bodyRequired
      ? { reply: refuse(400, 'invalid_request', 'A body is required.') }
      : { value: undefined }
  }
  const schema = operation.bodies[mediaType(call) ?? '']
  if (schema === undefined) return { reply: unsupported(operation, refuse) }
  const parsed = parseBody(call, schema, reader)
  if ('reply' in parsed) return parsed
  const details = validate(schema, parsed.value).map(({ path, message }) => ({ in: 'body', path, message }))
  return details.length > 0
    ? { reply: refuse(invalidBody, 'invalid_request', 'The body is not valid.', { details }) }
    : parsed
}

function unsupported({ method, bodies }: Operation, refuse: Refuse): Reply {
  const types = Object.keys(bodies).join(', ')
  return refuse(
    415,
    'unsupported_media_type',
    `A body is ${types}.`,
    method === 'PATCH' ? { headers: { 'Accept-Patch': types } } : {},
  )
}

/** The media type of the body; undefined for an encoding that cannot be read. */
function mediaType({ headers }: Call): string | undefined {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter),
  )
  return isUtf8 && /^(?:identity)?$/i.test(headers['content-encoding'] ?? '') ? type : undefined
}

function parseBody(call: Call, pointer: string, { codec, document, refuse }: Reader): Read<Json> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(call.body)
    if (mediaType(call) !== 'application/x-www-form-urlencoded') return { value: codec.parse(text, call) }
    const pairs = readPairs(text)
    if (pairs) return { value: formValue(pairs, partAt(document, resolve(document, pointer)), document) }
    return { reply: refuse(400, 'malformed_request', 'The percent-encoding of the body is broken.') }
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError))
      throw error
    const message = error instanceof SyntaxError ? error.message : 'The body is not UTF-8.'
    return { reply: refuse(400, 'malformed_request', message) }
  }
}
