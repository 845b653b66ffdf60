import type { Reply } from '../../shared/exchange.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { decoded } from '../../shared/paths.ts'
import { refuse, type Call, type Detail, type Values } from './call.ts'
import type { Inputs } from './inputs.ts'
import { violations, type Shape } from './shapes.ts'

/** Parses and prints JSON. Defects replace it to lose digits or to accept duplicate names. */
export interface Codec {
  parse: (text: string, call: Call) => Json
  stringify: (value: Json, call: Call) => string
  /** An integer in a path or query, or the text itself if it is not one. */
  integer: (text: string, call: Call) => Json
}

const malformed = (message: string): Reply => refuse(400, 'malformed_request', message)

/** Decodes and validates the parameters and body of a request, or returns an error with every violation. */
export function readValues(call: Call, inputs: Inputs, codec: Codec): { reply: Reply } | { values: Values } {
  const query = parseQuery(call.target)
  const path = Object.entries(call.path).map(([name, text]) => [name, decoded(text)] as const)
  if (query === undefined || path.some(([, text]) => text === undefined)) {
    return { reply: malformed('The percent-encoding of the URL is broken.') }
  }
  const body = inputs.body ? readBody(call, codec) : { value: {} }
  if ('reply' in body) return body
  const integer = (text: string): Json => codec.integer(text, call)
  const parameters = {
    path: Object.fromEntries(path.map(([name, text]) => [name, integer(text ?? '')])),
    query: {
      ...inputs.defaults,
      ...pick(inputs.query, (name, shape) => queryValue(query.get(name), shape, integer)),
    },
    header: pick(inputs.header, (name) => call.headers[name]),
  }
  const details = [...parameterDetails(inputs, parameters), ...bodyDetails(inputs.body, body.value)]
  if (details.length > 0) return { reply: invalid(details) }
  const record = body.value !== undefined && isObject(body.value) ? body.value : {}
  return { values: { ...parameters, body: record } }
}

function invalid(details: readonly Detail[]): Reply {
  const places = details.length === 1 ? '1 place' : `${details.length} places`
  return refuse(400, 'invalid_request', `The request breaks the document in ${places}.`, { details })
}

function parseQuery(target: string): Map<string, string[]> | undefined {
  const values = new Map<string, string[]>()
  const at = target.indexOf('?')
  const pairs = at < 0 ? [] : target.slice(at + 1).split('&')
  for (const pair of pairs.filter(Boolean)) {
    const [name = '', ...rest] = pair.replaceAll('+', ' ').split('=')
    const [decodedName, value] = [decoded(name), decoded(rest.join('='))]
    if (decodedName === undefined || value === undefined) return undefined
    values.set(decodedName, [...(values.get(decodedName) ?? []), value])
  }
  return values
}

/** Style `form`, exploded. Several values of a parameter that takes one become an array, which is invalid. */
function queryValue(
  texts: readonly string[] | undefined,
  shape: Shape,
  integer: (text: string) => Json,
): Json | undefined {
  if (texts === undefined) return undefined
  const type = shape.type === 'array' ? shape.items?.type : shape.type
  const values = type === 'integer' ? texts.map(integer) : texts
  return shape.type === 'array' || values.length > 1 ? values : values[0]
}

function pick(
  shapes: Inputs['query'],
  valueOf: (name: string, shape: Shape) => Json | undefined,
): JsonObject {
  const entries = Object.entries(shapes).map(([name, shape]) => [name, valueOf(name, shape)] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined))
}

function parameterDetails(inputs: Inputs, given: Omit<Values, 'body'>): Detail[] {
  return (['path', 'query', 'header'] as const).flatMap((place) =>
    Object.entries(given[place]).flatMap(([name, value]) =>
      violations(inputs[place][name]!, value, `/${name}`).map((violation) => ({ in: place, ...violation })),
    ),
  )
}

function bodyDetails(shape: Shape | undefined, value: Json | undefined): Detail[] {
  if (shape === undefined) return []
  if (value === undefined)
    return [{ in: 'body', path: '', keyword: 'required', message: 'A body is required.' }]
  return violations(shape, value).map((violation) => ({ in: 'body', ...violation }))
}

/** The parsed body, which is undefined if there is none. */
function readBody(call: Call, codec: Codec): { reply: Reply } | { value: Json | undefined } {
  if (call.body === undefined) return { reply: refuse(413, 'payload_too_large', 'A body has at most 1 MiB.') }
  if (call.body.length === 0) return { value: undefined }
  if (!isJson(call)) return { reply: refuse(415, 'unsupported_media_type', 'A body is application/json.') }
  try {
    return { value: codec.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.body), call) }
  } catch (error) {
    if (error instanceof SyntaxError) return { reply: malformed(error.message) }
    if (error instanceof TypeError) return { reply: malformed('The body is not UTF-8.') }
    throw error
  }
}

const json = /^application\/json *(?:; *charset="?utf-8"? *)?$/i

function isJson({ headers }: Call): boolean {
  return (
    json.test(headers['content-type'] ?? '') && /^(?:identity)?$/i.test(headers['content-encoding'] ?? '')
  )
}
