import type { SchemaNode } from '../../spec/document.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Id } from '../store/store.ts'
import type { Member } from './member.ts'

/** Writes records as the response of one operation carries them. */
export interface Presenter {
  /** The record as the response shows it: the same object if the schema allows it. */
  fit(record: JsonObject): MaybePromise<JsonObject>
  /** The body with the record, or with the id of a new one; undefined if the response cannot carry it. */
  one(record: JsonObject, newId?: Id): MaybePromise<Json | undefined>
  /**
   * The body with a list of records, and `meta` in its envelope where the schema allows it; undefined if the response cannot
   * carry the list.
   */
  many(records: readonly JsonObject[], meta: readonly Member[]): MaybePromise<Json | undefined>
  readonly namesAt: NamesAt
  /** Whether the schema of the envelope requires an absolute URL at the path. */
  readonly isUrl: (path: readonly string[]) => boolean
  /** The schema of the record, or of the list of records, within the body. */
  readonly part: SchemaNode | undefined
}

/** Returns the names of the properties that the schema of the envelope defines for the object at a path. */
export type NamesAt = (path: readonly string[]) => readonly string[]
