import { isJsonObject, type Json, type JsonObject } from '../../../../../spec/json.ts'
import { toPointer } from '../../../../../spec/json/pointer.ts'
import type { PatchFormat } from '../../../../api/patch-format.ts'
import { withValueAt } from '../../../../draft.ts'

/** What a patch does to the value at a place in a record. */
export interface Change {
  readonly op: 'add' | 'remove' | 'replace' | 'test'
  readonly at: readonly string[]
  readonly value?: Json
}

/** The record after the changes. */
export const applied = (record: JsonObject, changes: readonly Change[]): JsonObject =>
  changes.reduce<JsonObject>((sofar, { op, at, value }) => {
    if (op === 'remove') return (withValueAt(sofar, toPointer(at), undefined) ?? sofar) as JsonObject
    return op === 'test' ? sofar : withMember(sofar, at, value ?? null)
  }, record)

export function withMember(
  record: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: Json,
): JsonObject {
  const inner = record[name]
  return {
    ...record,
    [name]:
      rest.length === 0
        ? value
        : withMember(isJsonObject(inner ?? null) ? (inner as JsonObject) : {}, rest, value),
  }
}

/** The body of a patch with the changes; `example` has what else the document demands of it. */
export function encoded(
  { kind, list }: PatchFormat,
  changes: readonly Change[],
  example: Json | undefined,
): Json {
  if (kind === 'merge-patch')
    return changes.reduce<JsonObject>(
      (sofar, { op, at, value }) => withMember(sofar, at, op === 'remove' ? null : (value ?? null)),
      {},
    )
  const operations = changes.map(({ op, at, value }): JsonObject => ({
    op,
    ...(at.length > 0 && { path: kind === 'json-patch' ? toPointer(at) : at.join('.') }),
    ...(value !== undefined && { value }),
  }))
  return list === undefined
    ? operations
    : { ...(isJsonObject(example ?? null) ? (example as JsonObject) : {}), [list]: operations }
}
