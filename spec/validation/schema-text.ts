import { stringifyJson, type Json } from '../json.ts'
import type { JsonSchema } from '../schema.ts'

/** Characters at most: the longer, the fewer schemas say the same. */
const longest = 1000

/**
 * A converted schema as text, the same for all that ask the same of a value, of whose titles and descriptions nothing is
 * left: half of the schemas of a large document. Undefined where it is long.
 */
export function schemaText(schema: JsonSchema): string | undefined {
  const text = stringifyJson(schema as Json)
  return text.length > longest ? undefined : text
}
