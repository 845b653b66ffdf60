import { header, type HttpResponse } from '../../spec/http.ts'
import { decodeUtf8, isJsonObject, parseJson, stringifyJson, type Json } from '../../spec/json.ts'
import { concreteType, isJsonType } from '../../spec/http/media-type.ts'
import type { ResponseChecker } from '../../spec/response.ts'
import type { Random } from '../data/random.ts'

/** Values tried at most: each is judged by the schema. */
const most = 200

/** The answer with a body that breaks what is declared for it; undefined when nothing that was tried does. */
export function violation(
  response: HttpResponse,
  check: ResponseChecker,
  random: Random,
): HttpResponse | undefined {
  const value = jsonOf(response)
  if (value === undefined) return undefined
  const before = check(response).length
  for (const candidate of shuffled([...broken(value)], random)) {
    const spoilt = withBody(response, stringifyJson(candidate))
    if (check(spoilt).length > before) return spoilt
  }
  return undefined
}

/** The answer with a body that ends too early to be JSON or XML; undefined when it is neither. */
export function malformed(response: HttpResponse): HttpResponse | undefined {
  const type = concreteType(header(response.headers, 'content-type') ?? '')
  const text = textOf(response)
  if (text === undefined || text === '' || !(isJsonType(type) || /[/+]xml(?:;|$)/.test(type)))
    return undefined
  // A number or a name is still one without its last character.
  return withBody(response, /[\]}">]\s*$/.test(text) ? text.trimEnd().slice(0, -1) : `${text},`)
}

function jsonOf(response: HttpResponse): Json | undefined {
  const type = header(response.headers, 'content-type')
  const text = textOf(response)
  if (text === undefined || type === undefined || !isJsonType(concreteType(type))) return undefined
  const reading = parseJson(text)
  return reading.kind === 'ok' ? reading.value : undefined
}

function textOf({ body }: HttpResponse): string | undefined {
  return body instanceof Uint8Array ? decodeUtf8(body) : body
}

function withBody(response: HttpResponse, text: string): HttpResponse {
  const body = new TextEncoder().encode(text)
  return { ...response, headers: { ...response.headers, 'Content-Length': String(body.length) }, body }
}

/** The value with one thing changed: a member left out, or something of another type in the place of a value. */
function* broken(value: Json): Generator<Json> {
  let count = 0
  for (const change of changes(value)) {
    if (count++ >= most) return
    yield change
  }
}

function* changes(value: Json): Generator<Json> {
  yield* replacements(value)
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      for (const changed of changes(item)) yield (value as readonly Json[]).with(index, changed)
    }
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
      for (const changed of changes(value[name] as Json)) yield { ...value, [name]: changed }
    }
  }
}

function replacements(value: Json): readonly Json[] {
  if (typeof value === 'string') return [null, 0]
  return typeof value === 'number' || typeof value === 'bigint'
    ? [null, 'not a number']
    : [null, 'unexpected']
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
