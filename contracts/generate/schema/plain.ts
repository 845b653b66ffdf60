import type { Schema } from '../../../spec/document.ts'
import { stringifyJson, type Json } from '../../../spec/json.ts'
import { isKeywordValue } from '../../../spec/schemas/keywords.ts'
import { isObject } from '../../../spec/util/object.ts'

const scalars = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'null'])
/** The only keywords that plain schemas may have. */
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
/** Other keywords that matter, besides those that assert something. */
const significant = new Set(['discriminator', 'contentEncoding', '$ref', '$dynamicRef'])

/**
 * A key for a schema of plain scalars, or of arrays of them: the same for all schemas with the same requirements. Undefined for any
 * other schema, and for one that may allow no value, because messages about that name its place.
 */
export function plainKey(schema: Schema): string | undefined {
  if (!isObject(schema)) return undefined
  const parts: string[] = []
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]
    if (!plain.has(keyword)) {
      if (significant.has(keyword) || isKeywordValue(keyword, value)) return undefined
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
