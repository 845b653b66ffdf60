import type { Document, SchemaNode } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { own } from '../../../spec/util/object.ts'
import { describedStart } from '../values/described-start.ts'

/** The version of a new record: the schema's default or minimum, or the one that it says versions start at, otherwise 1. */
export function firstVersion(document: Document, node: SchemaNode): Json {
  const { schema } = resolveRef(document, node)
  const candidates = [own(schema, 'default'), own(schema, 'minimum')]
  return candidates.find((value) => typeof value === 'number') ?? describedStart(document, node) ?? 1
}

/** The version after a change; undefined if the current one is not a number. */
export function nextVersion(current: Json | undefined): Json | undefined {
  if (typeof current === 'bigint') return current + 1n
  return typeof current === 'number' ? current + 1 : undefined
}

/** The text that stands for the version after a change: the next number. */
export const nextTag = (current: Json | undefined): Json =>
  String((typeof current === 'string' && /^\d{1,15}$/.test(current) ? Number(current) : 0) + 1)
