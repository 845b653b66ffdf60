import type { Operation } from '../../../spec/document.ts'
import { sentencesOf } from '../../../spec/inference/prose/sentences.ts'
import {
  recordNounOf,
  singularNounOf,
  singularWordsOf,
  wordsOf,
} from '../../../spec/inference/prose/words.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { isStateName } from '../../../spec/inference/states/words/state-properties.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Behaviour } from '../../behaviour.ts'
import type { Id, ListQuery } from '../../store/store.ts'
import type { BehaviourOf, Endpoint, RequestContext } from '../endpoint.ts'
import { idOf, targetOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { lookupIn } from '../records/lookup.ts'
import { endStates, hasEnded } from '../refusals/overlapping-period.ts'
import { changeOther } from '../relations/effects/effects-on-others.ts'
import { resourceNamed } from '../resource-index.ts'

/** Records that wait while there is no room for them: bookings on the waitlist of a class that is full. */
interface Waiting {
  readonly property: string
  /** The states of those that wait, and of those that need not. */
  readonly states: { readonly waiting: Json; readonly placed: Json }
  /** What has room for so many; by reference, or above. */
  readonly owner: Resource
  readonly reference: Reference | undefined
  readonly capacity: string
}

const full =
  / (?:if|when|once|while) (?:the |a |an |it )?(?<noun>\w+(?: \w+)?) (?:is|are|ha) (?:already |fully )?(?:full|booked|booked out|sold out|reached it capacity) /
const capacities =
  /^(?:(?:total |max(?:imum)? )?capacity|max(?:imum)? (?:participant|attendee|guest|student|member|people|size|seat|place)|(?:total )?(?:seat|place|spot|slot))$/

/** Which records of a resource wait, by the description of their creation: "If the class is full, the booking is put on the waitlist". */
const waitingAmong = perObject((options: CrudOptions) =>
  perObject((resource: Resource): Waiting | undefined => {
    const { document, model, byId } = options
    const [found] = [...possiblePropertiesOf(document, resource.record)].flatMap(([property, node]) => {
      const states = enumValues(document, node)
      const waiting = states.find((each) => typeof each === 'string' && /^wait/.test(wordsOf(each)[0] ?? ''))
      const [placed] = states.filter((each) => each !== waiting)
      return isStateName(property) && waiting !== undefined && placed !== undefined
        ? [{ property, states: { waiting, placed } }]
        : []
    })
    const create = byId.get(resource.operations.find(({ role }) => role === 'create')?.operationId ?? '')
    const noun = (create ? sentencesOf(create) : [])
      .filter((each) => / wait/.test(each))
      .flatMap((each) => full.exec(each)?.groups?.['noun'] ?? [])[0]
    if (!found || noun === undefined) return undefined
    const owners = [
      ...resource.references.map((reference) => ({ reference, name: reference.resource })),
      ...(resource.parent ? [{ reference: undefined, name: resource.parent.resource }] : []),
    ]
    for (const { reference, name } of owners) {
      const owner = resourceNamed(model, name)
      const capacity = owner && capacityOf(options, owner)
      const isMeant = [singularNounOf(name), recordNounOf(name)].includes(noun)
      if (owner && isMeant && capacity !== undefined) return { ...found, owner, reference, capacity }
    }
    return undefined
  }),
)

const capacityOf = ({ document }: CrudOptions, { record }: Resource): string | undefined =>
  [...possiblePropertiesOf(document, record)].find(
    ([name, node]) => typesOf(document, node).has('integer') && capacities.test(singularWordsOf(name)),
  )?.[0]

/** Those that a record shares its owner with. */
const besides = (
  { reference }: Waiting,
  owner: Id,
  state?: { readonly property: string; readonly value: Json },
): ListQuery => ({
  where: [
    ...(reference ? [{ property: reference.property, values: [owner] }] : []),
    ...(state ? [{ property: state.property, values: [state.value] }] : []),
  ],
})

/** The state of a new record, which waits if there is no room left; undefined if nothing tells. */
export async function waitingState(
  { options, resource }: Endpoint,
  context: RequestContext,
  sent: JsonObject,
): Promise<JsonObject | undefined> {
  const waiting = waitingAmong(options)(resource)
  const { reference } = waiting ?? {}
  const id = reference ? idOf(referencedIds(sent[reference.property], reference)[0]) : context.scope.at(-1)
  if (!waiting || id === undefined) return undefined
  const lookup = lookupIn(options, context.store)
  const owner = await lookup.find(waiting.owner.name, id, reference ? undefined : context.scope.slice(0, -1))
  const room = owner?.[waiting.capacity]
  if (typeof room !== 'number') return undefined
  const { items } = await context.records.list(besides(waiting, id))
  const ends = endStates(options.document, resource.record)
  const placed = items.filter(
    (each) => each[waiting.property] !== waiting.states.waiting && !hasEnded(each, ends),
  )
  return { [waiting.property]: waiting.states[placed.length < room ? 'placed' : 'waiting'] }
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
  const { property, states, reference } = waiting
  return behaviourOf(entry, async (endpoint, context) => {
    const { resource } = entry
    const ends = endStates(options.document, resource.record)
    const hasPlace = (record: JsonObject | undefined): record is JsonObject =>
      record !== undefined && record[property] !== states.waiting && !hasEnded(record, ends)
    const id = targetOf(resource, entry.operation, context.request)
    const before = id === undefined ? undefined : await context.records.get(id)
    const outcome = await behaviour(context)
    const owner = reference
      ? idOf(referencedIds(before?.[reference.property], reference)[0])
      : context.scope.at(-1)
    if (id === undefined || owner === undefined || !hasPlace(before)) return outcome
    if (hasPlace(await context.records.get(id))) return outcome
    const { items } = await context.records.list(besides(waiting, owner, { property, value: states.waiting }))
    const first = idOf(items[0]?.[resource.idProperty ?? ''])
    if (first !== undefined)
      await changeOther(endpoint, context, { resource, scope: context.scope, id: first }, () => ({
        [property]: states.placed,
      }))
    return outcome
  })
}
