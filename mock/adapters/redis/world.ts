import type { Fallback } from '../../store/lazy.ts'
import type { StoreSnapshot } from '../../store/store.ts'
import { addTable, keyOf, noTables, put, type Tables } from '../../store/tables.ts'
import type { Link } from './link.ts'
import { installScript } from './scripts.ts'
import { fieldOf, readField, readRecord, recordText } from './wire.ts'

/** A copy of the world, with the version it is a copy of. */
export interface Copy {
  readonly tables: Tables
  readonly epoch: string
  version: number
}

/** Fields per command. */
const chunk = 500

/** Seconds after which staged data that was never installed expires. */
const stagingTtl = 600

export interface Installation {
  readonly world: StoreSnapshot
  /** Whether to install it only if there is no world yet. */
  readonly isFirst: boolean
  readonly since: Date
  /** Whether scopes that are not listed have records that every mock can compute. */
  readonly isOpen: boolean
}

/** Replaces the world atomically: stages the new one next to the current one, then renames it. */
export async function install(link: Link, { world, isFirst, since, isOpen }: Installation): Promise<void> {
  const [stagedRecords, stagedTables] = [
    link.key(`staged:${link.me}:records`),
    link.key(`staged:${link.me}:tables`),
  ]
  const { records, tables } = fieldsOf(world)
  const places = records.length / 2
  await link.bulk(places, async (redis) => {
    await redis.unlink(stagedRecords, stagedTables)
    const stage = async (key: string, fields: readonly string[]): Promise<void> => {
      for (let at = 0; at < fields.length; at += chunk) await redis.hset(key, ...fields.slice(at, at + chunk))
      await redis.expire(key, stagingTtl)
    }
    await Promise.all([stage(stagedRecords, records), stage(stagedTables, tables)])
  })
  const args = [isFirst ? 'first' : 'any', places, since.toISOString(), isOpen ? '1' : '0']
  await link.run(installScript, args, { stagedRecords, stagedTables })
}

/** Alternating names and values of hash fields. */
function fieldsOf({ collections }: StoreSnapshot): Record<'records' | 'tables', readonly string[]> {
  let places = 0
  const records = collections.flatMap(({ resource, scope, records: all }) =>
    all.flatMap(([id, record]) => {
      places += 1
      return [fieldOf(resource, scope, id), recordText(places, record)]
    }),
  )
  const tables = collections.flatMap(({ resource, scope, nextId }) => [
    fieldOf(resource, scope),
    String(nextId),
  ])
  return { records, tables }
}

/** Loads a consistent copy of the world; undefined if there is none. */
export async function load(link: Link, fallback: Fallback): Promise<Copy | undefined> {
  const size = await link.command((redis) => redis.hlen(link.key('records')))
  const replies = await link.bulk(size, (redis) =>
    redis
      .multi()
      .hmget(link.key('head'), 'epoch', 'version', 'open')
      .hgetall(link.key('tables'))
      .hgetall(link.key('records'))
      .exec(),
  )
  const [head, nextIds, records] = (replies ?? []).map(([error, value]) => {
    if (error) throw error
    return value
  }) as [(string | null)[], Record<string, string>, Record<string, string>]
  const [epoch, version, isOpen] = head
  if (epoch === null || epoch === undefined) return undefined
  const tables: Tables = { ...noTables(), ...(isOpen === '1' && { fallback }) }
  fill(tables, nextIds, records)
  return { tables, epoch, version: Number(version) }
}

function fill(tables: Tables, nextIds: Record<string, string>, records: Record<string, string>): void {
  for (const field of Object.keys(nextIds)) {
    const [resource, scope] = readField(field)
    addTable(tables, resource, scope)
  }
  const entries = Object.entries(records).map(([field, text]) => ({ field, ...readRecord(text) }))
  for (const { field, record } of entries.sort((a, b) => a.place - b.place)) {
    const [resource, scope, id] = readField(field)
    const table = tables.byKey.get(keyOf(resource, scope)) ?? addTable(tables, resource, scope)
    put(table, id, record)
  }
  for (const [field, nextId] of Object.entries(nextIds)) {
    const [resource, scope] = readField(field)
    const table = tables.byKey.get(keyOf(resource, scope))
    if (table) table.nextId = Number(nextId)
  }
}
