import { parseJson, type Json } from '../json.ts'
import { types } from '../schemas/shape.ts'

/**
 * Converts a text to the allowed type that it represents. If several fit, numbers, `true`, `false` and `null` take
 * precedence over strings. A text that fits none stays a string, so that validation reports its type. Numbers have the
 * syntax of JSON; integers are exact, whatever their size.
 *
 * @param allowed a union of {@link types}
 */
export function coerce(text: string, allowed: number): Json {
  if (allowed === types.any || allowed === types.string) return text
  if (allowed & types.number) {
    const value = toNumber(text, allowed)
    if (value !== undefined) return value
  }
  if (allowed & types.boolean && (text === 'true' || text === 'false')) return text === 'true'
  if (allowed & types.null && isNull(text, allowed)) return null
  return allowed & (types.object | types.array) && !(allowed & types.string) ? toComposite(text) : text
}

function isNull(text: string, allowed: number): boolean {
  return text === 'null' || (text === '' && !(allowed & types.string))
}

const integer = /^-?(?:0|[1-9][0-9]*)$/
const decimal = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

function toNumber(text: string, allowed: number): number | bigint | undefined {
  const isInteger = integer.test(text)
  if (!isInteger && ((allowed & types.number) === types.integer || !decimal.test(text))) return undefined
  const value = Number(text)
  if (!Number.isFinite(value)) return undefined
  return isInteger && !Number.isSafeInteger(value) ? BigInt(text) : value
}

/** No style but deepObject can serialize an array or object within another: it is sent as JSON. */
function toComposite(text: string): Json {
  if (!/^[[{]/.test(text)) return text
  const reading = parseJson(text)
  return reading.kind === 'ok' ? reading.value : text
}
