import type { Parameter } from '../document.ts'
import type { HttpRequest } from '../http.ts'
import { parseJson, type Json } from '../json.ts'
import { lazily } from '../util/lazily.ts'
import { isJsonType, parseMediaType } from '../http/media-type.ts'
import { createFormReader } from './form.ts'
import { createPairsReader, type Pairs, type unused } from './pairs.ts'
import { decodeForm, decodePercent } from './percent.ts'
import { badContent, badEncoding, readScalar, type Decode, type Fault } from './read.ts'
import { shapeOf, types, type Resolve, type Shape } from './shape.ts'
import { createTextReader, type TextReader } from './text-styles.ts'

/** Where parameters are read from; query and cookies are taken apart once for all of them. */
export interface Source {
  readonly request: HttpRequest
  /** Segments of the path by parameter name, still percent-encoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Pairs
  readonly cookie: Pairs
}

/** Reads one parameter; undefined when it was not sent. */
export type ParameterReader = (source: Source) => Json | Fault | typeof unused | undefined

/** A reader of one parameter, `all` being the parameters of its operation. */
export function createParameterReader(
  parameter: Parameter,
  all: readonly Parameter[],
  resolve: Resolve,
): ParameterReader {
  const { name } = parameter
  // Most that may be sent in a query or a cookie never are.
  if (parameter.in === 'query') {
    const reader = lazily(() => createPairReader(parameter, resolve, decodeForm, all))
    return ({ query }) => (query.size === 0 ? undefined : reader()(query))
  }
  if (parameter.in === 'cookie') {
    const decode = parameter.style === 'cookie' ? asItIs : decodePercent
    const reader = lazily(() => createPairReader(parameter, resolve, decode, all))
    return ({ cookie }) => (cookie.size === 0 ? undefined : reader()(cookie))
  }
  const shape = shapeOf(parameter.schema, resolve)
  if (parameter.in === 'querystring') return createQuerystringReader(parameter, shape, resolve)
  if (parameter.in === 'header') return createHeaderReader(parameter, shape)
  const read = createSoleReader(parameter, shape, decodePercent)
  return ({ params }) => (Object.hasOwn(params, name) ? read(params[name]!) : undefined)
}

const asItIs: Decode = (text) => text

/** Fields of a header are not encoded (OpenAPI 3.2 Appendix D); spaces around the items of a list mean nothing. */
function createHeaderReader(parameter: Parameter, shape: Shape): ParameterReader {
  const field = parameter.name.toLowerCase()
  const read = createSoleReader(parameter, shape, (text) => text.trim())
  return ({ request }) => {
    // Names are in lower case already; a field may be called `constructor`, as every object has one.
    const sent = Object.hasOwn(request.headers, field) ? request.headers[field] : undefined
    if (typeof sent === 'string') return read(sent)
    if (sent === undefined || sent.length === 0) return undefined
    // The only field that may stand several times and is no list (RFC 6265 §3).
    return read(field === 'set-cookie' ? sent[0]! : sent.join(', '))
  }
}

/** A parameter that stands alone in its text. */
function createSoleReader(parameter: Parameter, shape: Shape, decode: Decode): TextReader {
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
  const own = content && !json ? { ...shape, types: shape.types & types.scalar || types.string } : shape
  return createPairsReader({ ...parameter, json }, own, decode, isTakenBy(parameter, all))
}

/** Tells the names that belong to other parameters of the same place. */
function isTakenBy(parameter: Parameter, all: readonly Parameter[]): (name: string) => boolean {
  const isOther = (other: Parameter): boolean => other.in === parameter.in && other !== parameter
  return (name) =>
    all.some(
      (other) =>
        isOther(other) &&
        (other.name === name || (other.style === 'deepObject' && name.startsWith(`${other.name}[`))),
    )
}

/** The whole query as one value (OpenAPI 3.2 §4.12.2). */
function createQuerystringReader({ content }: Parameter, shape: Shape, resolve: Resolve): ParameterReader {
  const parsed = parseMediaType(content?.type ?? '')
  const isForm = parsed?.subtype === 'x-www-form-urlencoded'
  const read =
    content && isForm
      ? createFormReader(content, resolve)
      : createContentReader(content?.type ?? '', shape, decodePercent)
  return ({ request }) => (request.query === '' ? undefined : read(request.query))
}
