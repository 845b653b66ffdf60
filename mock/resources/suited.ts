import type { Pointer, SchemaNode } from '../../spec/document.ts'
import { soleTargetOf } from '../../spec/schemas/subschemas.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { CrudOptions } from './crud.ts'
import { createNotes } from './notes.ts'

/** Stands for the schema of a response, as one mock reads it. */
export interface Kind {
  readonly pointer: Pointer
}

const kinds = new WeakMap<CrudOptions, Map<Pointer, Kind>>()

/** The same for all nodes that refer to the same schema. */
export function kindOf(options: CrudOptions, node: SchemaNode): Kind {
  const byPointer = kinds.get(options) ?? new Map<Pointer, Kind>()
  kinds.set(options, byPointer)
  const { pointer } = soleTargetOf(options.document, node) ?? node
  const kind = byPointer.get(pointer) ?? { pointer }
  byPointer.set(pointer, kind)
  return kind
}

const suited = createNotes<readonly Kind[]>()

/** Kinds kept of one record: many mocks may share it. */
const most = 8

/** Whether the record is known to suit the schema. */
export function suits(record: JsonObject, kind: Kind): boolean {
  return suited.get(record)?.includes(kind) === true
}

/** Notes that the record suits the schema. */
export function noteSuits(record: JsonObject, kind: Kind): void {
  const known = suited.get(record)
  suited.set(record, known === undefined ? [kind] : [kind, ...known.slice(0, most - 1)])
}
