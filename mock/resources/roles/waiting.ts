import type { Operation } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { isStateName } from '../../../spec/inference/states/words/state-properties.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Behaviour } from '../../behaviour.ts'
import type { BehaviourOf, Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, targetOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { endStates, hasEnded } from '../refusals/overlapping-period.ts'
import { changeOther } from '../relations/effects/effects-on-others.ts'
import { isFull, recordsIn, roomCalled, roomIdOf, type Room } from '../relations/room.ts'

/** Records that wait while there is no room for them: bookings on the waitlist of a class that is full. */
interface Waiting {
  readonly property: string
  /** The states of those that wait, and of those that need not. */
  readonly states: { readonly waiting: Json; readonly placed: Json }
  readonly room: Room
}

const full =
  / (?:if|when|once|while) (?:the |a |an |it )?(?<noun>\w+(?: \w+)?) (?:is|are|ha) (?:already |fully )?(?:full|booked|booked out|sold out|reached it capacity) /

/** Which records of a resource wait, by the description of their creation: "If the class is full, the booking is put on the waitlist". */
const waitingAmong = perObject((options: CrudOptions) =>
  perObject((resource: Resource): Waiting | undefined => {
    const { document, byId } = options
    const [found] = [...possiblePropertiesOf(document, resource.record)].flatMap(([property, node]) => {
      const states = enumValues(document, node)
      const waiting = states.find((each) => typeof each === 'string' && wordsOf(each)[0]?.startsWith('wait'))
      const placed = states.find((each) => each !== waiting)
      return isStateName(property) && waiting !== undefined && placed !== undefined
        ? [{ property, states: { waiting, placed } }]
        : []
    })
    const create = byId.get(resource.operations.find(({ role }) => role === 'create')?.operationId ?? '')
    const [room] = (create ? sentencesOf(create) : [])
      .filter((each) => / wait/.test(each))
      .flatMap((each) => roomCalled(options, resource, full.exec(each)?.groups?.['noun'] ?? '') ?? [])
    return found && room ? { ...found, room } : undefined
  }),
)

/** The state of a new record, which waits if there is no room left; undefined if nothing tells. */
export async function waitingState(
  endpoint: Endpoint,
  context: RequestContext,
  sent: JsonObject,
): Promise<JsonObject | undefined> {
  const waiting = waitingAmong(endpoint.options)(endpoint.resource)
  if (!waiting) return undefined
  const { property, states, room } = waiting
  const waits = await isFull(endpoint, room, context, sent, (each) => each[property] !== states.waiting)
  return waits === undefined ? undefined : { [property]: waits ? states.waiting : states.placed }
}

const promotes =
  / (?:first|next|oldest) (?:\w+ )?(?:on|in|of|from) the (?:wait ?list|waiting list) | (?:first|next|oldest) wait(?:listed|ing) | promote .* wait/

/** Lets the first one that waits have the place that an operation frees: "The first on the waitlist gets the place". */
export function withPromotion(
  options: CrudOptions,
  operation: Operation,
  behaviour: Behaviour,
  behaviourOf: BehaviourOf,
): Behaviour {
  const entry = options.model.roles.get(operation.id)
  const waiting = entry && waitingAmong(options)(entry.resource)
  if (!waiting || !sentencesOf(operation).some((each) => promotes.test(each))) return behaviour
  const { property, states, room } = waiting
  return behaviourOf(entry, async (endpoint, context) => {
    const { resource } = entry
    const { records, scope } = context
    const ends = endStates(options.document, resource.record)
    const hasPlace = (record: JsonObject | undefined): record is JsonObject =>
      record !== undefined && record[property] !== states.waiting && !hasEnded(record, ends)
    const id = targetOf(resource, entry.operation, context.request)
    const before = id === undefined ? undefined : await records.get(id)
    const outcome = await behaviour(context)
    const roomId = roomIdOf(room, before, scope)
    if (id === undefined || roomId === undefined || !hasPlace(before)) return outcome
    if (hasPlace(await records.get(id))) return outcome
    const others = await recordsIn(room, roomId, context)
    const first = others.find((each) => each[property] === states.waiting)
    const firstId = idOf(first?.[resource.idProperty ?? ''])
    if (firstId !== undefined)
      await changeOther(endpoint, context, { resource, scope, id: firstId }, () => ({
        [property]: states.placed,
      }))
    return outcome
  })
}
