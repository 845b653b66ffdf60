import type { Parameter } from '../document.ts'
import type { HttpRequest } from '../http.ts'
import { isJsonType, parseMediaType } from '../http/media-type.ts'
import { parseJson, type Json } from '../json.ts'
import { shapeOf, types, type Resolve, type Shape } from '../schemas/shape.ts'
import { lazily } from '../util/lazily.ts'
import { decodeForm, decodePercent } from '../util/percent-encoding.ts'
import { createPairsReader, type Pairs, type unused } from './pair-styles.ts'
import { badContent, badEncoding, readScalar, type Decode, type Fault } from './read-values.ts'
import { createTextReader, type TextReader } from './text-styles.ts'
import { createFormReader } from './urlencoded.ts'

/** The request that parameters are read from. Query and cookies are split once for all parameters. */
export interface Source {
  readonly request: HttpRequest
  /** Path parameters by name, still percent-encoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Pairs
  readonly cookie: Pairs
}

/** Reads a parameter; undefined when it was not sent. */
export type ParameterReader = (source: Source) => Json | Fault | typeof unused | undefined

/** Creates a reader for a parameter; `all` are the parameters of its operation. */
export function createParameterReader(
  parameter: Parameter,
  all: readonly Parameter[],
  resolve: Resolve,
): ParameterReader {
  const { name } = parameter
  // Created lazily: most query and cookie parameters are never sent.
  if (parameter.in === 'query') {
    const reader = lazily(() => createPairReader(parameter, resolve, decodeForm, all))
    return ({ query }) => (query.size === 0 ? undefined : reader()(query))
  }
  if (parameter.in === 'cookie') {
    const decode = parameter.style === 'cookie' ? unchanged : decodePercent
    const reader = lazily(() => createPairReader(parameter, resolve, decode, all))
    return ({ cookie }) => (cookie.size === 0 ? undefined : reader()(cookie))
  }
  const shape = shapeOf(parameter.schema, resolve)
  if (parameter.in === 'querystring') return createQuerystringReader(parameter, shape, resolve)
  if (parameter.in === 'header') return createHeaderReader(parameter, shape)
  const read = createValueReader(parameter, shape, decodePercent)
  return ({ params }) => (Object.hasOwn(params, name) ? read(params[name]!) : undefined)
}

const unchanged: Decode = (text) => text

/** Header fields are not encoded (OpenAPI 3.2 Appendix D), and whitespace around list items has no meaning. */
function createHeaderReader(parameter: Parameter, shape: Shape): ParameterReader {
  const field = parameter.name.toLowerCase()
  const read = createValueReader(parameter, shape, (text) => text.trim())
  return ({ request }) => {
    // Names are in lower case already; a field may be called `constructor`, which every object inherits.
    const sent = Object.hasOwn(request.headers, field) ? request.headers[field] : undefined
    if (typeof sent === 'string') return read(sent)
    if (sent === undefined || sent.length === 0) return undefined
    // The only field that may be repeated without being a list (RFC 6265 §3).
    return read(field === 'set-cookie' ? sent[0]! : sent.join(', '))
  }
}

/** Reads a parameter that is the whole of its text: a path segment or a header field. */
function createValueReader(parameter: Parameter, shape: Shape, decode: Decode): TextReader {
  return parameter.content
    ? createContentReader(parameter.content.type, shape, decode)
    : createTextReader(parameter, shape, decode)
}

function createContentReader(mediaType: string, shape: Shape, decode: Decode): TextReader {
  if (!isJsonType(mediaType)) return (text) => readScalar(text, decode, shape)
  return (text) => {
    const decoded = decode(text)
    if (decoded === undefined) return badEncoding
    const reading = parseJson(decoded)
    return reading.kind === 'ok' ? reading.value : badContent
  }
}

function createPairReader(
  parameter: Parameter,
  resolve: Resolve,
  decode: Decode,
  all: readonly Parameter[],
): (pairs: Pairs) => ReturnType<ParameterReader> {
  const shape = shapeOf(parameter.schema, resolve)
  const { content } = parameter
  const json = content !== undefined && isJsonType(content.type)
  const valueShape =
    content && !json ? { ...shape, types: shape.types & types.scalar || types.string } : shape
  return createPairsReader({ ...parameter, json }, valueShape, decode, isNameOfOther(parameter, all))
}

/** Whether a name belongs to another parameter of the same location. */
function isNameOfOther(parameter: Parameter, all: readonly Parameter[]): (name: string) => boolean {
  const isOther = (other: Parameter): boolean => other.in === parameter.in && other !== parameter
  return (name) =>
    all.some(
      (other) =>
        isOther(other) &&
        (other.name === name || (other.style === 'deepObject' && name.startsWith(`${other.name}[`))),
    )
}

/** Reads the whole query as one value (OpenAPI 3.2 §4.12.2). */
function createQuerystringReader({ content }: Parameter, shape: Shape, resolve: Resolve): ParameterReader {
  const parsed = parseMediaType(content?.type ?? '')
  const isForm = parsed?.subtype === 'x-www-form-urlencoded'
  const read =
    content && isForm
      ? createFormReader(content, resolve)
      : createContentReader(content?.type ?? '', shape, decodePercent)
  return ({ request }) => (request.query === '' ? undefined : read(request.query))
}
