import type { Parameter, ParameterLocation } from './document.ts'
import { headerValues, type HttpRequest } from './http.ts'
import type { Json, JsonObject } from './json.ts'
import { createBag } from './parameters/bag.ts'
import { splitPairs, unused, type Pairs } from './parameters/pairs.ts'
import { decodeForm } from './parameters/percent.ts'
import { createParameterReader, type ParameterReader, type Source } from './parameters/place-readers.ts'
import {
  encodeCookie,
  encodeField,
  encodeQuery,
  encodeQuerystring,
  encodeSegment,
  fillPath,
} from './parameters/place-writers.ts'
import { badContent, badEncoding, badStyle, type Fault } from './parameters/read.ts'
import type { Resolve } from './parameters/shape.ts'
import { appendPointer } from './json/pointer.ts'
import type { Issue } from './validate.ts'

/**
 * Parameters that were sent, by name; headers by name in lower case. The value of a `querystring` parameter stands in
 * `query`. The objects inherit nothing: a parameter called `constructor` is absent until it is sent.
 */
export interface DecodedParameters {
  readonly path: Record<string, Json>
  readonly query: Record<string, Json>
  readonly header: Record<string, Json>
  readonly cookie: Record<string, Json>
  /** `required`, `encoding`, `repeated`, `style` and `content`: what is wrong before any schema is looked at. */
  readonly issues: Issue[]
}

/** Decodes the parameters of a request; `params` are the path's, still percent-encoded. Never throws. */
export type ParameterDecoder = (
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
) => DecodedParameters

/**
 * Works out once per operation how its parameters are spelled (OpenAPI 3.2 §4.12 Parameter Object). Text becomes the
 * type that the schema allows, and stays text where it fits none, for validation to refuse. Query parameters that are not
 * declared are ignored; defaults are not filled in.
 */
export function createParameterDecoder(parameters: readonly Parameter[], resolve: Resolve): ParameterDecoder {
  const readers = parameters.map((parameter) => compile(parameter, parameters, resolve))
  const readQuery = parameters.some((parameter) => parameter.in === 'query') ? queryPairs : noneOf
  const readCookies = parameters.some((parameter) => parameter.in === 'cookie') ? cookiePairs : noneOf
  return (request, params) => {
    const decoded = {
      path: createBag(),
      query: createBag(),
      header: createBag(),
      cookie: createBag(),
      issues: [] as Issue[],
    }
    const source = { request, params, query: readQuery(request), cookie: readCookies(request) }
    for (const reader of readers) decodeOne(reader, source, decoded)
    return decoded
  }
}

interface CompiledParameter {
  readonly read: ParameterReader
  readonly place: 'path' | 'query' | 'header' | 'cookie'
  readonly key: string
  readonly parameter: Parameter
}

function compile(parameter: Parameter, all: readonly Parameter[], resolve: Resolve): CompiledParameter {
  return {
    read: createParameterReader(parameter, all, resolve),
    place: parameter.in === 'querystring' ? 'query' : parameter.in,
    key: parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name,
    parameter,
  }
}

function decodeOne(
  { read, place, key, parameter }: CompiledParameter,
  source: Source,
  decoded: DecodedParameters,
): void {
  const value = read(source)
  if (value === undefined) {
    if (parameter.required) decoded.issues.push(issueOf(parameter, place, 'required'))
  } else if (typeof value !== 'symbol') {
    decoded[place][key] = value
  } else if (value !== unused) {
    decoded.issues.push(issueOf(parameter, place, keywordOf(value)))
  }
}

const noPairs: Pairs = new Map()

function noneOf(): Pairs {
  return noPairs
}

function queryPairs({ query }: HttpRequest): Pairs {
  return query === '' ? noPairs : splitPairs(query, '&', decodeForm)
}

/** `name=value; name=value` (RFC 6265 §4.2.1); HTTP/2 may send several fields. Names are not encoded. */
function cookiePairs({ headers }: HttpRequest): Pairs {
  const lines = headerValues(headers, 'cookie')
  return lines.length === 0 ? noPairs : splitPairs(lines.join('; '), ';', (name) => name)
}

type Keyword = 'required' | 'encoding' | 'repeated' | 'style' | 'content'

function keywordOf(fault: Fault): Keyword {
  if (fault === badEncoding) return 'encoding'
  if (fault === badStyle) return 'style'
  return fault === badContent ? 'content' : 'repeated'
}

const labels = {
  path: 'path parameter',
  query: 'query parameter',
  header: 'header',
  cookie: 'cookie',
} as const

function issueOf(parameter: Parameter, place: CompiledParameter['place'], keyword: Keyword): Issue {
  const { name, pointer, style } = parameter
  const wrong = {
    required: 'is required',
    encoding: 'is not percent-encoded UTF-8',
    repeated: 'is sent more than once',
    style: `is not spelled in its style '${style}'`,
    content: 'is not JSON',
  }[keyword]
  const schema = keyword === 'required' || keyword === 'style' ? appendPointer(pointer, keyword) : pointer
  return { in: place, path: name, keyword, message: `The ${labels[place]} '${name}' ${wrong}.`, schema }
}

/** Values to send, by parameter name (a header's in any case); the `querystring` parameter's among `query`. */
export interface ParameterValues {
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly header?: JsonObject
  readonly cookie?: JsonObject
}

/** What to put into a request. `path` and `query` are percent-encoded; names of headers are in lower case. */
export interface EncodedParameters {
  readonly path: string
  /** Without `?`; empty when there is nothing to send. */
  readonly query: string
  readonly headers: Record<string, string>
}

/**
 * Spells values as their parameters ask; values without a parameter are left out. Decoding gives them back, but for what
 * a style cannot carry: empty arrays and objects; in `spaceDelimited` and `pipeDelimited` the delimiter within an item; in
 * `deepObject` brackets within a name; in headers and the style `cookie`, which encode nothing, the delimiters `,` `;` and
 * `=` and outer spaces; a string that spells another type its schema allows too (`1` for `integer` or `string`).
 */
export function encodeParameters(
  path: string,
  parameters: readonly Parameter[],
  values: ParameterValues,
): EncodedParameters {
  const sent = (place: ParameterLocation): [Parameter, Json][] =>
    parameters.flatMap((parameter) => {
      const value = parameter.in === place ? valueOf(parameter, values) : undefined
      return value === undefined ? [] : [[parameter, value]]
    })
  const segments = new Map(
    sent('path').map(([parameter, value]) => [parameter.name, encodeSegment(parameter, value)]),
  )
  const fields = sent('header').map(([parameter, value]) => [
    parameter.name.toLowerCase(),
    encodeField(parameter, value),
  ])
  const cookies = sent('cookie').flatMap(([parameter, value]) => encodeCookie(parameter, value))
  const query = [
    ...sent('query').flatMap(([parameter, value]) => encodeQuery(parameter, value)),
    ...sent('querystring').map(([parameter, value]) => encodeQuerystring(parameter, value)),
  ]
  // A path of the document may hold a query of its own, `/?Action=List`; a fragment in it is never sent.
  const [pathOnly = '', fixed = ''] = fillPath(path.replace(/#.*/s, ''), segments).split('?', 2)
  return {
    path: pathOnly,
    query: [fixed, ...query].filter((part) => part !== '').join('&'),
    headers: Object.fromEntries(cookies.length === 0 ? fields : [...fields, ['cookie', cookies.join('; ')]]),
  }
}

function valueOf({ in: place, name }: Parameter, values: ParameterValues): Json | undefined {
  const given = values[place === 'querystring' ? 'query' : place] ?? {}
  if (Object.hasOwn(given, name)) return given[name]
  if (place !== 'header') return undefined
  return Object.entries(given).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
}
