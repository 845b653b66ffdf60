import type { MediaType, Parameter, Schema } from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import type { Json } from '../../../spec/json.ts'
import { createParameterDecoder, type DecodedParameters } from '../../../spec/parameters.ts'
import { encodeParameters, type ParameterValues } from '../../../spec/parameters/encode-parameters.ts'
import type { Resolve } from '../../../spec/schemas/shape.ts'

const asWritten: Resolve = (node) => node.schema

/** A parameter `color` with the defaults of its location (OpenAPI 3.2 §4.12.2). */
export function parameter(
  place: Parameter['in'],
  schema: Schema | undefined,
  fields: Partial<Parameter> = {},
): Parameter {
  const isForm = place === 'query' || place === 'cookie'
  const style = fields.style ?? (isForm ? 'form' : 'simple')
  return {
    name: 'color',
    in: place,
    required: false,
    deprecated: false,
    style,
    explode: style === 'form' || style === 'cookie',
    allowReserved: false,
    allowEmptyValue: false,
    schema: schema === undefined ? undefined : { schema, pointer: '#/schema' },
    content: undefined,
    examples: [],
    pointer: '#/parameter',
    ...fields,
  }
}

export function content(type: string, schema: Schema): MediaType {
  return { type, schema: { schema, pointer: '#/schema' }, examples: [], encoding: {}, pointer: '#/content' }
}

export interface Given extends Partial<Pick<HttpRequest, 'query' | 'headers'>> {
  readonly params?: Readonly<Record<string, string>>
}

export function decode(
  parameters: Parameter | readonly Parameter[],
  { query = '', headers = {}, params = {} }: Given,
  resolve: Resolve = asWritten,
): DecodedParameters {
  const all = [parameters].flat()
  const request: HttpRequest = { method: 'GET', path: '/', query, headers, body: undefined }
  return createParameterDecoder(all, resolve)(request, params)
}

/** The path segment, query, header or cookie that encodes a value of the parameter. */
export function encode(given: Parameter, value: Json): string {
  const { path, query, headers } = encodeParameters(`/{${given.name}}`, [given], valuesOf(given, value))
  if (given.in === 'path') return path.slice(1)
  if (given.in === 'header') return headers[given.name.toLowerCase()] ?? ''
  return given.in === 'cookie' ? (headers['cookie'] ?? '') : query
}

/** Encodes the value and decodes it again. */
export function sendAndRead(given: Parameter, value: Json): Json {
  const sent = encode(given, value)
  const name = given.in === 'header' ? given.name.toLowerCase() : given.name
  const decoded = decode(given, {
    ...(given.in === 'path' && { params: { [given.name]: sent } }),
    ...(given.in.startsWith('query') && { query: sent }),
    ...(given.in === 'header' && sent !== '' && { headers: { [name]: sent } }),
    ...(given.in === 'cookie' && sent !== '' && { headers: { cookie: sent } }),
  })
  if (decoded.issues.length > 0) throw new Error(`${sent}: ${decoded.issues[0]!.message}`)
  const read = decoded[given.in === 'querystring' ? 'query' : given.in][name]
  if (read === undefined) throw new Error(`Nothing is read from '${sent}'.`)
  return read
}

function valuesOf(given: Parameter, value: Json): ParameterValues {
  return { [given.in === 'querystring' ? 'query' : given.in]: { [given.name]: value } }
}
