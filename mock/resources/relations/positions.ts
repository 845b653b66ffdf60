import type { Positions } from '../../../spec/inference/numbers/positions.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, sentRecord } from '../identity/identity.ts'
import { siblings } from '../identity/siblings.ts'

/**
 * The position of a new or changed record: at the end of its container, or where the request moves it to, but not beyond the end.
 * Undefined if it stays where it is.
 * @param next the record as far as its values are known
 */
export async function positionFor(
  positions: Positions,
  { records }: RequestContext,
  before: JsonObject | undefined,
  next: JsonObject,
): Promise<number | undefined> {
  const { property, first } = positions
  const isSame = isTogether(positions, before, next)
  const wanted = next[property]
  if (isSame && (wanted === undefined || wanted === before?.[property])) return undefined
  const isMoved = typeof wanted === 'number' && wanted !== before?.[property]
  if (isMoved && !positions.isManaged) return undefined
  const all = await siblings(positions, records, next)
  const end = positions.isManaged
    ? first + all.length - (isSame ? 1 : 0)
    : Math.max(first - 1, ...all.map((each) => Number(each[property] ?? 0))) + 1
  return isMoved ? Math.min(Math.max(wanted, first), end) : end
}

/** Moves other records up or down after a record has come, gone or moved. */
export async function makeRoom(
  positions: Positions,
  { resource }: Endpoint,
  { records }: RequestContext,
  before: JsonObject | undefined,
  record: JsonObject | undefined,
): Promise<void> {
  const { property } = positions
  const isSame = isTogether(positions, before, record)
  if (isSame && before?.[property] === record?.[property]) return
  const idIn = (each: JsonObject | undefined): Id | undefined => idOf(each?.[resource.idProperty ?? ''])
  const moved = String(idIn(record ?? before))
  if (!positions.isManaged && record && (await isFree(positions, records, record))) return
  for (const container of isSame ? [record] : [before, record]) {
    if (!container) continue
    const others = (await siblings(positions, records, container)).filter(
      (each) => String(idIn(each)) !== moved,
    )
    const taken = container === record ? record[property] : undefined
    for (const [index, other] of others.entries()) {
      const position = placeBeside(taken, positions.first + index)
      const id = idIn(other)
      if (id !== undefined && other[property] !== position)
        await records.put(id, { ...other, [property]: position })
    }
  }
}

/** Whether no other record has the position that clients have chosen for one. */
async function isFree(
  positions: Positions,
  records: RequestContext['records'],
  record: JsonObject,
): Promise<boolean> {
  const { property } = positions
  const taken = (await siblings(positions, records, record)).filter(
    (each) => each[property] === record[property],
  )
  return taken.length < 2
}

/** The position that a record moves to if another one takes a position. */
const placeBeside = (taken: Json | undefined, place: number): number =>
  typeof taken === 'number' && place >= taken ? place + 1 : place

/** Whether two records are numbered together. */
const isTogether = (
  { within }: Positions,
  one: JsonObject | undefined,
  other: JsonObject | undefined,
): boolean =>
  one !== undefined && other !== undefined && (within === undefined || one[within] === other[within])

/** What an action sends of where to move the record to: its position, and the container. */
export function placeSent(
  { property, within }: Positions,
  { operation }: Endpoint,
  { request }: RequestContext,
): JsonObject {
  const sent = sentRecord(operation, request) ?? {}
  return Object.fromEntries(
    [property, within].flatMap((name): (readonly [string, Json])[] => {
      const value = name === undefined ? undefined : sent[name]
      return name === undefined || value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}
