import type { Parameter } from './document.ts'
import { headerValues, type HttpRequest } from './http.ts'
import type { Json } from './json.ts'
import { appendPointer } from './json/pointer.ts'
import { createParameterReader, type ParameterReader, type Source } from './parameters/location-readers.ts'
import { splitPairs, unused, type Pairs } from './parameters/pair-styles.ts'
import { badContent, badEncoding, badStyle, type Fault } from './parameters/read-values.ts'
import type { Resolve } from './schemas/shape.ts'
import { createDictionary } from './util/dictionary.ts'
import { decodeForm } from './util/percent-encoding.ts'
import type { Issue } from './validate.ts'

/**
 * The parameters that were sent, by name; headers by name in lower case. The value of a `querystring` parameter is in
 * `query`. The objects have no prototype: a parameter called `constructor` is absent until it is sent.
 */
export interface DecodedParameters {
  readonly path: Record<string, Json>
  readonly query: Record<string, Json>
  readonly header: Record<string, Json>
  readonly cookie: Record<string, Json>
  /** Issues found before validation: `required`, `encoding`, `repeated`, `style` and `content`. */
  readonly issues: Issue[]
}

/** Decodes the parameters of a request; `params` are those of the path, percent-encoded. Never throws. */
export type ParameterDecoder = (
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
) => DecodedParameters

/**
 * Creates the decoder of an operation's parameters (OpenAPI 3.2 §4.12 Parameter Object). Text is converted to a type that
 * the schema allows; text that fits none stays a string, so that validation refuses it. Undeclared query parameters are
 * ignored, and defaults are not filled in.
 */
export function createParameterDecoder(parameters: readonly Parameter[], resolve: Resolve): ParameterDecoder {
  const readers = parameters.map((parameter) => compile(parameter, parameters, resolve))
  const readQuery = parameters.some((parameter) => parameter.in === 'query') ? queryPairs : emptyPairs
  const readCookies = parameters.some((parameter) => parameter.in === 'cookie') ? cookiePairs : emptyPairs
  return (request, params) => {
    const decoded = {
      path: createDictionary(),
      query: createDictionary(),
      header: createDictionary(),
      cookie: createDictionary(),
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

function emptyPairs(): Pairs {
  return noPairs
}

function queryPairs({ query }: HttpRequest): Pairs {
  return query === '' ? noPairs : splitPairs(query, '&', decodeForm)
}

/** Splits `name=value; name=value` (RFC 6265 §4.2.1). HTTP/2 may send several fields. Names are not encoded. */
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
  const problem = {
    required: 'is required',
    encoding: 'is not valid percent-encoded UTF-8',
    repeated: 'is sent more than once',
    style: `does not have the style '${style}'`,
    content: 'is not valid JSON',
  }[keyword]
  const schema = keyword === 'required' || keyword === 'style' ? appendPointer(pointer, keyword) : pointer
  return { in: place, path: name, keyword, message: `The ${labels[place]} '${name}' ${problem}.`, schema }
}
