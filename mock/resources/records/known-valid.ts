import type { Pointer, SchemaNode } from '../../../spec/document.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { soleTargetOf } from '../../../spec/schemas/subschemas.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { createNotes } from '../../object-notes.ts'
import type { CrudOptions } from '../options.ts'

/** Identifies the schema of a response within one mock. */
export interface SchemaKey {
  readonly pointer: Pointer
}

const keysByOptions = new WeakMap<CrudOptions, Map<Pointer, SchemaKey>>()

/** Returns the key of a schema: the same one for all nodes that refer to it. */
export function schemaKeyOf(options: CrudOptions, node: SchemaNode): SchemaKey {
  const keys = getOrInsertComputed(keysByOptions, options, () => new Map<Pointer, SchemaKey>())
  const { pointer } = soleTargetOf(options.document, node) ?? node
  return getOrInsertComputed(keys, pointer, () => ({ pointer }))
}

const validFor = createNotes<readonly SchemaKey[]>()

/** Keys kept per record, which several mocks may share. */
const mostKeys = 8

/** Whether the record is known to be valid against the schema. */
export function isKnownValid(record: JsonObject, key: SchemaKey): boolean {
  return validFor.get(record)?.includes(key) === true
}

/** Remembers that the record is valid against the schema. */
export function noteValid(record: JsonObject, key: SchemaKey): void {
  const keys = validFor.get(record)
  validFor.set(record, keys === undefined ? [key] : [key, ...keys.slice(0, mostKeys - 1)])
}
