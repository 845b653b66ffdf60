import type { Operation } from '../../../spec/document.ts'
import { describedCapacity } from '../../../spec/inference/numbers/described-capacities.ts'
import { recordNounOf, singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { lookupIn } from '../records/lookup.ts'
import { endStates, hasEnded } from '../refusals/overlapping-period.ts'
import { ownersOf } from './owners.ts'

/** What has room for so many records of another resource: the class that bookings refer to, or the course above its students. */
export interface Room {
  readonly owner: Resource
  /** How records refer to it; undefined if they are below it. */
  readonly reference: Reference | undefined
  /** The property with the number of records. */
  readonly capacity: string
}

const capacities =
  /^(?:(?:total |max(?:imum)? )?capacity|max(?:imum)? (?:number of )?(?:participant|attendee|guest|student|member|people|person|player|size|seat|place)|(?:total )?(?:seat|place|spot|slot))$/

/**
 * What the records of a resource are in, by reference or below it, by the noun for it if one is given; undefined if it does not tell for how
 * many it has room.
 * @param limit the words for the number of records, where the document names it
 */
export function roomCalled(
  options: CrudOptions,
  resource: Resource,
  noun: string | undefined,
  limit: string = '',
): Room | undefined {
  for (const { owner, reference } of ownersOf(options, resource)) {
    const capacity = capacityOf(options, owner, limit)
    const isMeant =
      noun === undefined || [singularNounOf(owner.name), recordNounOf(owner.name)].includes(noun)
    if (isMeant && capacity !== undefined) return { owner, reference, capacity }
  }
  return undefined
}

/** What the records of a resource are in whose capacity the description of their creation names: "At most `seats` guests". */
export function describedRoom(
  options: CrudOptions,
  creation: Operation,
  resource: Resource,
): (Room & { readonly status: number }) | undefined {
  for (const { owner, reference } of ownersOf(options, resource)) {
    const found = describedCapacity(options.document, creation, resource, owner)
    if (found) return { owner, reference, capacity: found.property, status: found.status }
  }
  return undefined
}

function capacityOf({ document }: CrudOptions, { record }: Resource, limit: string): string | undefined {
  const numbers = [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    typesOf(document, node).has('integer') ? [name] : [],
  )
  const names = numbers.filter((name) => capacities.test(singularWordsOf(name)))
  const named = numbers.find((name) => ` ${limit} `.startsWith(` ${singularWordsOf(name)} `))
  return named ?? names.find((name) => /capacity/i.test(name)) ?? names[0]
}

/** The id of what a record is in. */
export const roomIdOf = (
  { reference }: Room,
  record: JsonObject | undefined,
  scope: readonly Id[],
): Id | undefined =>
  reference ? idOf(referencedIds(record?.[reference.property], reference)[0]) : scope.at(-1)

/** The records that are in it, whatever their states. */
export async function recordsIn(
  { reference }: Room,
  id: Id,
  { records }: RequestContext,
): Promise<readonly JsonObject[]> {
  const where = reference ? [{ property: reference.property, values: [id] }] : []
  return (await records.list({ where })).items
}

/** Whether there is no room for one more record; undefined if nothing tells. Records that have ended take none. */
export async function isFull(
  { options, resource }: Endpoint,
  room: Room,
  context: RequestContext,
  sent: JsonObject,
  takesRoom: (record: JsonObject) => boolean = () => true,
): Promise<boolean | undefined> {
  const id = roomIdOf(room, sent, context.scope)
  if (id === undefined) return undefined
  const scope = room.reference ? undefined : context.scope.slice(0, -1)
  const owner = await lookupIn(options, context.store).find(room.owner.name, id, scope)
  const most = owner?.[room.capacity]
  if (typeof most !== 'number') return undefined
  const ends = endStates(options.document, resource.record)
  const taking = (await recordsIn(room, id, context)).filter(
    (each) => takesRoom(each) && !hasEnded(each, ends),
  )
  return taking.length >= most
}
