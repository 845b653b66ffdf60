import { isObject } from '../../spec/util/object.ts'
import { parseJson, stringifyJson, type Json } from '../../spec/json.ts'
import { checkSnapshot } from '../store/snapshot.ts'
import type { StoreSnapshot } from '../store/store.ts'
import type { Change } from '../store/changes.ts'

/** A world as a file holds it. Changes made since are in the journal of the same generation, and in the one after. */
export interface State {
  readonly generation: number
  readonly world: StoreSnapshot
}

/** What makes a file one of ours. */
const format = 'world 1'

/** The journal of a generation: one transaction a line. It is there while a large world is in use. */
export function journalPath(path: string, generation: number): string {
  return `${path}.${generation}.journal`
}

/** The file's text in pieces, one record a line. */
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

/** A TypeError says why it is none. */
export function readState(text: string): State {
  const value = read(text)
  if (!isObject(value) || value['stablehand'] !== format) {
    throw new TypeError(`It does not begin with {"stablehand":"${format}"}.`)
  }
  const { generation } = value
  if (!Number.isSafeInteger(generation)) throw new TypeError('/generation is no integer.')
  checkSnapshot(value)
  return { generation: generation as number, world: { collections: value.collections } }
}

/** One transaction as a line. */
export function journalLine(changes: readonly Change[]): string {
  return `${stringifyJson(changes as unknown as Json)}\n`
}

/** What one line was; a TypeError when it was never one. */
export function readLine(line: string): readonly Change[] {
  const changes = read(line)
  if (!Array.isArray(changes) || !changes.every(isChange)) throw new TypeError('It is no list of changes.')
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
