import type { JsonObject } from '../../../spec/json.ts'
import type { Id } from '../../store/store.ts'
import type { RecordLookup } from '../linker.ts'

/** The identity of a record, and the records it can refer to. */
export interface RecordContext {
  readonly id: Id
  readonly scope: readonly Id[]
  readonly lookup: RecordLookup
  /** Values of the properties that are derived from records that belong to it. */
  readonly derived?: JsonObject
  /** Whether another record has used the examples for what tells records apart. */
  readonly isLater?: boolean
  /** Changes a generated record before values that depend on others are computed. */
  readonly adjust?: (record: JsonObject) => JsonObject
}

/** What becomes of a record. */
export interface Change extends RecordContext {
  /** The properties that the client sent. */
  readonly sent: JsonObject
  /** The record before the change, whose server-assigned properties stay; undefined for a new one. */
  readonly before: JsonObject | undefined
  /** For a partial change: the properties that the client removed. All others that were not sent stay. */
  readonly removed: ReadonlySet<string> | undefined
  /** Properties with values from the path, or set by the operation itself. */
  readonly fixed: JsonObject
  readonly now: Date
}
