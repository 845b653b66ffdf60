import { idempotencyKeyParameter } from '../../../../../spec/inference/idempotency-keys.ts'
import type { ReferencedState } from '../../../../../spec/inference/states/refusals/referenced-states.ts'
import type { Json } from '../../../../../spec/json.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { isSuccess } from '../../../../answer.ts'
import { sameId } from '../../../../answers/answer-records.ts'
import { show } from '../../../../answers/compare.ts'
import { resourceNamed } from '../../../../api/api.ts'
import { refusedReferences } from '../../../../api/usable-states.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../../interaction.ts'
import { ownerIn, workOn } from '../../../../records/owned-records.ts'
import { referencesIn } from '../../../../records/reference-places.ts'
import { changesTo, stateOf, type Change } from '../../../../records/steps/reach-state.ts'
import type { Provocation } from './provocation.ts'

/** References to records in states that the document excludes: "409 if the course is not published". */
export async function wrongStates(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const found: Provocation[] = []
  for (const rule of refusedReferences(context.api, base.operation)) {
    const place = referencesIn(context, base).find(({ property }) => property === rule.reference.property)
    const refer: Refer = async (to) => {
      const body = place && withValueAt(bodyValue(base) ?? null, place.pointer, to.id)
      return body === undefined ? undefined : withOwn(context, withBody(base, body), to)
    }
    const referenced =
      place && (await recordInState(context, place.resource, rule, byReference(context, refer)))
    const draft = referenced && (await refer(referenced.record))
    if (!draft) continue
    const title = `the ${rule.reference.property} of a record with ${rule.property} = ${show(referenced.state)}`
    found.push({
      title: `a request with ${title}`,
      intent: 'valid',
      draft,
      done: referenced.done,
      forbidden: {
        forbiddenBy: rule.pointer,
        status: rule.status,
        cause: `body${place.pointer} of a record in another ${rule.property}`,
        title,
      },
      isStillForbidden: async () => {
        const state = await stateOf(context, place.resource, referenced.record, rule.property)
        return state !== undefined && rule.refused.includes(state)
      },
    })
  }
  return found
}

/** The request with a reference to another record. */
type Refer = (to: Fixture) => Promise<Draft | undefined>

/** The request with what belongs to that record in place of what belongs to another one: the tickets of the event that is ordered. */
async function withOwn(context: Context, draft: Draft, owner: Fixture): Promise<Draft> {
  const others = draft.bindings.filter(({ in: place, fixture }) => {
    const own = place === 'body' ? ownerIn(fixture, owner.resource) : undefined
    return own !== undefined && !sameId(own.id, owner.id)
  })
  if (others.length === 0) return draft
  workOn(context, owner)
  let refilled = draft
  for (const binding of others) {
    const resource = resourceNamed(context.api, binding.fixture.resource)
    const fixture = resource && (await context.fixture(resource))
    const body = fixture && withValueAt(bodyValue(refilled) ?? null, binding.at, fixture.id)
    if (!fixture || body === undefined) continue
    const bindings = refilled.bindings.map((each) => (each === binding ? { ...each, fixture } : each))
    refilled = { ...withBody(refilled, body), bindings }
  }
  return refilled
}

interface RecordInState {
  readonly record: Fixture
  readonly state: Json
  readonly done: readonly Answer[]
}

/** The same request for the record, which may change what it refers to: a charger is occupied once someone charges there. */
const byReference =
  (context: Context, refer: Refer): Change =>
  async (record) => {
    const draft = await refer(record)
    if (draft?.operation.method !== 'POST') return undefined
    const key = idempotencyKeyParameter(draft.operation)
    // The repeated request would get the first answer again.
    if (key && draft.header[key.name] !== undefined) return undefined
    const answer = await context.send(draft, 'valid')
    return isSuccess(answer.status) ? [answer] : undefined
  }

/** A new record in one of the states: as it was created, or after a change that leads there. */
async function recordInState(
  context: Context,
  resource: Resource,
  rule: ReferencedState,
  last: Change,
): Promise<RecordInState | undefined> {
  const kept = context.group.fixtures.get(resource.name)
  try {
    const goal = { property: rule.property, states: rule.certain }
    for (const change of [undefined, ...changesTo(context, resource, goal), last]) {
      const found = await reached(context, resource, rule, change)
      if (found) return found
    }
    return undefined
  } finally {
    if (kept) context.group.fixtures.set(resource.name, kept)
  }
}

/** A new record after a change, if it is then in one of the states. Without a change, it has been in no other state. */
async function reached(
  context: Context,
  resource: Resource,
  { property, refused, certain }: ReferencedState,
  change: Change | undefined,
): Promise<RecordInState | undefined> {
  const record = await context.fixture(resource, { fresh: true })
  if (!record?.creation || (record.steps ?? []).length > 0) return undefined
  const done = change ? await change(record) : []
  const state = done && (await stateOf(context, resource, record, property))
  return state !== undefined && (change ? certain : refused).includes(state)
    ? { record, state, done: [record.creation, ...(done ?? [])] }
    : undefined
}
