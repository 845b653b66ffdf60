import { parseJson, stringifyJson, type Json } from '../../spec/json.ts'
import { isObject } from '../../spec/util/object.ts'
import type { Change } from '../store/changes.ts'
import { checkSnapshot } from '../store/snapshot.ts'
import type { StoreSnapshot } from '../store/store.ts'

/** The contents of a state file. Later changes are in the journals of the same generation and of the next one. */
export interface State {
  readonly generation: number
  readonly world: StoreSnapshot
}

/** Identifies state files. */
const format = 'world 1'

/** The path of the journal of a generation, with one transaction per line. Exists only while a large world is in use. */
export function journalPath(path: string, generation: number): string {
  return `${path}.${generation}.journal`
}

/** The text of the file in pieces, with one record per line. */
export function* stateText({ generation, world }: State): Iterable<string> {
  yield `{"stablehand":"${format}","generation":${generation},"collections":[`
  let isFirst = true
  for (const { resource, scope, nextId, records } of world.collections) {
    const head = stringifyJson({ resource, scope, nextId })
    yield `${isFirst ? '' : ','}\n${head.slice(0, -1)},"records":[`
    isFirst = false
    let separator = '\n'
    for (const record of records) {
      yield separator + stringifyJson(record)
      separator = ',\n'
    }
    yield ']}'
  }
  yield '\n]}\n'
}

/** Parses a state file. Throws a TypeError if it is not one. */
export function readState(text: string): State {
  const value = read(text)
  if (!isObject(value) || value['stablehand'] !== format) {
    throw new TypeError(`It does not begin with {"stablehand":"${format}"}.`)
  }
  const { generation } = value
  if (!Number.isSafeInteger(generation)) throw new TypeError('/generation must be an integer.')
  checkSnapshot(value)
  return { generation: generation as number, world: { collections: value.collections } }
}

/** Writes a transaction as a line of the journal. */
export function journalLine(changes: readonly Change[]): string {
  return `${stringifyJson(changes as unknown as Json)}\n`
}

/** Parses a line of the journal. Throws a TypeError if it is invalid. */
export function readJournalLine(line: string): readonly Change[] {
  const changes = read(line)
  if (!Array.isArray(changes) || !changes.every(isChange))
    throw new TypeError('It is not an array of changes.')
  return changes as readonly Change[]
}

function isChange(value: unknown): boolean {
  if (!isObject(value)) return false
  const { resource, scope, nextId, records } = value
  return (
    typeof resource === 'string' &&
    Array.isArray(scope) &&
    scope.every((id) => typeof id === 'string') &&
    Number.isSafeInteger(nextId) &&
    Array.isArray(records) &&
    records.every(isEntry)
  )
}

function isEntry(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== 'string') return false
  return value[1] === null || isObject(value[1])
}

function read(text: string): unknown {
  const reading = parseJson(text)
  if (reading.kind === 'malformed') throw new TypeError(reading.message)
  return reading.value
}
