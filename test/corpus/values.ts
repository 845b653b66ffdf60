import type { Generator } from '../../contracts/generate/generator.ts'
import type { Impossible } from '../../contracts/generate/impossible.ts'
import type { Document } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { createSchemaConverter } from '../../spec/schemas/converter.ts'
import { soleTargetOf } from '../../spec/schemas/subschemas.ts'
import { schemaText } from '../../spec/validation/schema-text.ts'

/** Generates valid values. */
export type Values = Pick<Generator, 'valid'>

/** Maximum number of cached values. Operations with the same schemas are called one after another. */
const most = 500

/** Caches the values of a generator, so that each is generated once for all operations of a resource. */
export function withCache(document: Document, generator: Values): Values {
  const known = new Map<string, Json | Impossible>()
  return {
    valid: (schema, view, seed) => {
      const node = soleTargetOf(document, schema) ?? schema
      const same = schemaText(createSchemaConverter(document, view).convert(node).schema) ?? node.pointer
      const key = `${view} ${String(seed)} ${same}`
      const before = known.get(key)
      if (before !== undefined) return before
      if (known.size >= most) known.clear()
      const value = generator.valid(node, view, seed)
      known.set(key, value)
      return value
    },
  }
}
