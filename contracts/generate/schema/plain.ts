import type { Schema } from '../../../spec/document.ts'
import { isObject } from '../../../spec/util/object.ts'
import { stringifyJson, type Json } from '../../../spec/json.ts'
import { isKeywordValue } from '../../../spec/schemas/keywords.ts'

const scalars = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'null'])
/** Keywords that plain schemas may have, and all that these have to say. */
const plain = new Set([
  'type',
  'nullable',
  'format',
  'minimum',
  'maximum',
  'items',
  'default',
  'example',
  'examples',
])
const telling = new Set(['discriminator', 'contentEncoding', '$ref', '$dynamicRef'])

/**
 * What a schema of ordinary scalars, or of arrays of such, asks for, as text: the same for all that ask the same.
 * Undefined for any other, and for one that may have no values, of which is told where it stands.
 */
export function plainKey(schema: Schema): string | undefined {
  if (!isObject(schema)) return undefined
  const parts: string[] = []
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    if (!plain.has(keyword)) {
      if (telling.has(keyword) || isKeywordValue(keyword, value)) return undefined
      continue
    }
    const text = keyword === 'items' ? plainKey(value as Schema) : stringifyJson(value as Json)
    if (text === undefined) return undefined
    parts.push(`${keyword}:${text}`)
  }
  return isPlain(schema) ? parts.join() : undefined
}

function isPlain({ type, items, minimum, maximum }: Readonly<Record<string, unknown>>): boolean {
  if (type === 'array') return items !== undefined && minimum === undefined && maximum === undefined
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  if (items !== undefined || types.length === 0 || !types.every((each) => scalars.has(each))) return false
  if (minimum === undefined && maximum === undefined) return true
  return Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum) && Number(minimum) <= Number(maximum)
}
