import { idempotencyKeyParameter } from '../../../../spec/inference/idempotency-keys.ts'
import type { ReferencedState } from '../../../../spec/inference/states/referenced-states.ts'
import type { Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { refusedReferences } from '../../../api/usable-states.ts'
import type { Context } from '../../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../interaction.ts'
import { show } from '../../../records/compare.ts'
import { changesTo, stateOf, type Change } from '../../../records/reach-state.ts'
import { referencesIn } from '../../../records/reference-places.ts'
import type { Provocation } from './provocation.ts'

/** References to records in states that the document excludes: "409 if the course is not published". */
export async function wrongStates(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const found: Provocation[] = []
  for (const rule of refusedReferences(context.api, base.operation)) {
    const place = referencesIn(context, base).find(({ property }) => property === rule.reference.property)
    const refer = (to: Fixture): Draft | undefined => {
      const body = place && withValueAt(bodyValue(base) ?? null, place.pointer, to.id)
      return body === undefined ? undefined : withBody(base, body)
    }
    const referenced =
      place && (await recordInState(context, place.resource, rule, byReference(context, refer)))
    const draft = referenced && refer(referenced.record)
    if (!draft) continue
    const title = `the ${rule.reference.property} of a record with ${rule.property} = ${show(referenced.state)}`
    found.push({
      title: `a request with ${title}`,
      intent: 'valid',
      draft,
      done: referenced.done,
      forbidden: {
        forbiddenBy: rule.pointer,
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

interface RecordInState {
  readonly record: Fixture
  readonly state: Json
  readonly done: readonly Answer[]
}

/** The same request for the record, which may change what it refers to: a charger is occupied once someone charges there. */
const byReference =
  (context: Context, refer: (to: Fixture) => Draft | undefined): Change =>
  async (record) => {
    const draft = refer(record)
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
