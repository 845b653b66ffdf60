import type { Json, JsonObject } from '../../spec/json.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { Id } from '../store/store.ts'

/** Finds the records that other records can refer to. */
export interface RecordLookup {
  /**
   * Picks the id of a record of a resource, the same one for the same key; undefined if the resource has no such records.
   * @param within the value that a property of the record has to have
   * @param scope the ids of the records above it
   */
  pickId(
    resource: string,
    key: string,
    within?: PropertyValue,
    scope?: readonly Id[],
  ): MaybePromise<Id | undefined>
  /** The id of the parent of a seeded record in a tree of records of one resource; undefined for the roots. */
  treeParentId(resource: string, scope: readonly Id[], id: Id): Id | undefined
  find(resource: string, id: Id, scope?: readonly Id[]): MaybePromise<JsonObject | undefined>
  /** Finds what a record refers to; unlike {@link find}, also while the record is part of another one. */
  peek(resource: string, id: Id): MaybePromise<JsonObject | undefined>
}

interface PropertyValue {
  readonly property: string
  readonly value: Id
}

/** Properties of a record. */
export type Members = Readonly<Record<string, Json>>

/** What a client sent, and the record it changes. */
export interface SentChange {
  readonly sent: JsonObject
  /** The record before the change; undefined for a new one. */
  readonly before: JsonObject | undefined
  /** Properties that the client removed. */
  readonly removed: ReadonlySet<string> | undefined
  /** Properties that clients cannot set. */
  readonly owned: ReadonlySet<string>
  /** Properties with values from the path, or set by the operation itself. */
  readonly fixed?: JsonObject
  /** The ids of the records above it. */
  readonly scope?: readonly Id[]
}

/** The record that contains the references. */
export interface Referrer {
  readonly id: Id
  readonly scope: readonly Id[]
  readonly lookup: RecordLookup
}

/** Links the records of a resource to records of other resources. */
export interface Linker {
  /** Makes a generated record refer to existing records. */
  link(record: JsonObject, referrer: Referrer): MaybePromise<JsonObject>
  /** The record without what it would show of other records where the ids of these are null. Undefined if it shows none by an id. */
  readonly withoutUnknown?: (record: JsonObject) => JsonObject
  /** Sets references that follow from others, after those have changed. Undefined if there are none. */
  readonly imply?: (
    record: JsonObject,
    change: Pick<SentChange, 'before' | 'owned'>,
    lookup: RecordLookup,
  ) => MaybePromise<JsonObject>
  /** Completes parts of a record, such as lines, with what they repeat of other records. Undefined if there are none. */
  readonly completeParts?: (given: JsonObject, lookup: RecordLookup) => MaybePromise<JsonObject>
  /** Resolves the references that were sent, by id or as embedded records. Undefined if the resource embeds no records. */
  readonly adopt?: (given: Members, change: SentChange, lookup: RecordLookup) => MaybePromise<Members>
}
