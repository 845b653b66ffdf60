import { stringifyJson, type Json } from '../../spec/json.ts'

const texts = new WeakMap<object, string>()

/**
 * JSON text of a body. Records are immutable and the same ones are sent again and again, so the text of each object is
 * kept for as long as the object lives.
 */
export function jsonText(value: Json): string {
  if (typeof value !== 'object' || value === null) return stringifyJson(value)
  if (Array.isArray(value)) return listText(value)
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = stringifyJson(value)
  texts.set(value, text)
  return text
}

function listText(items: readonly Json[]): string {
  let text = '['
  for (let index = 0; index < items.length; index++) {
    text += index === 0 ? jsonText(items[index] as Json) : `,${jsonText(items[index] as Json)}`
  }
  return `${text}]`
}
