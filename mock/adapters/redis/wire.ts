import { isArray, parseJson, stringifyJson, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Change } from '../../store/changes.ts'

/** The name of a hash field for a collection or a record. */
export function fieldOf(resource: string, scope: readonly string[], id?: string): string {
  return JSON.stringify(id === undefined ? [resource, scope] : [resource, scope, id])
}

export function readField(field: string): readonly [resource: string, scope: readonly string[], id: string] {
  return JSON.parse(field) as [string, string[], string]
}

/** The arguments of `commitScript` after epoch, version, owner of the turn, and lease. */
export function commitArguments(changes: readonly Change[]): readonly (string | number)[] {
  const records = changes.flatMap(({ resource, scope, records: changed }) =>
    changed.flatMap(([id, record]) => [
      fieldOf(resource, scope, id),
      record === null ? '' : stringifyJson(record),
    ]),
  )
  const tables = new Map(
    changes.map(({ resource, scope, nextId }) => [fieldOf(resource, scope), String(nextId)]),
  )
  const entry = stringifyJson(changes as unknown as Json)
  return [entry, records.length / 2, ...records, ...[...tables].flat()]
}

export function readEntry(text: string): readonly Change[] {
  const value = read(text)
  if (!isArray(value)) throw new TypeError('The log of the store holds something else than changes.')
  return value as unknown as readonly Change[]
}

/** Parses the value of a record: its place, a space, and its JSON. */
export function readRecord(text: string): { readonly place: number; readonly record: JsonObject } {
  const end = text.indexOf(' ')
  return { place: Number(text.slice(0, end)), record: read(text.slice(end + 1)) as JsonObject }
}

export function recordText(place: number, record: JsonObject): string {
  return `${place} ${stringifyJson(record)}`
}

function read(text: string): Json {
  const reading = parseJson(text)
  if (reading.kind === 'malformed') throw new TypeError(`The store contains invalid JSON: ${reading.message}`)
  return reading.value
}
