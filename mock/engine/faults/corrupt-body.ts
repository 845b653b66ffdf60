import { header, type HttpResponse } from '../../../spec/http.ts'
import { concreteType, isJsonType } from '../../../spec/http/media-type.ts'
import { decodeUtf8, isJsonObject, parseJson, stringifyJson, type Json } from '../../../spec/json.ts'
import type { ResponseChecker } from '../../../spec/response.ts'
import type { Random } from '../../data/random.ts'

/** How many variations of a body are validated at most. */
const maxVariations = 200

/** Returns the response with a body that violates its schema; undefined when no variation does. */
export function invalidBody(
  response: HttpResponse,
  check: ResponseChecker,
  random: Random,
): HttpResponse | undefined {
  const value = jsonOf(response)
  if (value === undefined) return undefined
  const before = check(response).length
  for (const candidate of shuffled(firstVariations(value), random)) {
    const changed = withBody(response, stringifyJson(candidate))
    if (check(changed).length > before) return changed
  }
  return undefined
}

/** Returns the response with a body that is cut short, and so neither JSON nor XML; undefined for other media types. */
export function malformedBody(response: HttpResponse): HttpResponse | undefined {
  const type = concreteType(header(response.headers, 'content-type') ?? '')
  const text = textOf(response)
  if (text === undefined || text === '' || !(isJsonType(type) || /[/+]xml(?:;|$)/.test(type)))
    return undefined
  // A number or a literal may still be valid without its last character.
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

function firstVariations(value: Json): readonly Json[] {
  const found: Json[] = []
  for (const variation of variations(value)) {
    found.push(variation)
    if (found.length === maxVariations) break
  }
  return found
}

/** Yields the value with one change each: a member left out, or a value replaced by one of another type. */
function* variations(value: Json): Generator<Json> {
  yield* replacements(value)
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      for (const changed of variations(item)) yield (value as readonly Json[]).with(index, changed)
    }
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
      for (const changed of variations(value[name] as Json)) yield { ...value, [name]: changed }
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
