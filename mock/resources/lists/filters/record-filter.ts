import type { JsonObject } from '../../../../spec/json.ts'

/** Whether a list shows a record. */
export type RecordFilter = (record: JsonObject) => boolean

/** The filter that a query asks for; undefined if it asks for none. */
export type QueryFilter = (query: JsonObject) => RecordFilter | undefined
