import type { Document, SchemaNode } from '../../../spec/document.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'

/** The number that a property starts with, as its description says: "Starts at 1", "Initially 0". */
export function describedStart(document: Document, node: SchemaNode): number | undefined {
  const text = schemaDescription(document, node)
  const start = /\b(?:(?:start|begin)(?:s|ing)? (?:at|with|from)|initially) (\d+)\b/i.exec(text)?.[1]
  return start === undefined ? undefined : Number(start)
}
