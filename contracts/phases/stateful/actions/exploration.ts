import { equalJson, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isBusiness, isSuccess } from '../../../answer.ts'
import { show } from '../../../answers/compare.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { bodyValue } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readItem } from '../../../records/read-record.ts'
import { takeStep } from '../../../records/steps/steps.ts'
import { templatesOf } from '../../../requests/templates.ts'
import type { StateMachine, Transition } from './state-machine.ts'

/** How the states of records are explored, and what has come of it. */
export interface Exploration extends StateMachine {
  readonly context: Context
  readonly resource: Resource
  /** Transitions that are refused although the state may allow them, and those that it forbids. */
  readonly refusals: Refusal[]
  readonly forbidden: ForbiddenTransition[]
  /** By transition, the states from which it succeeded. */
  readonly taken: Map<Transition, Set<string>>
  /** Whether each record gets others of its own to refer to. */
  readonly isApart: boolean
  /** Whether a transition was refused that was accepted of another record: a van may be in repair only once at a time. */
  isBlocked: boolean
}

/** A transition that was refused in a state to which a path of others had led. */
export interface Refusal {
  readonly transition: Transition
  readonly state: string
  readonly path: readonly Transition[]
  readonly answer: Answer
}

/** A transition that was refused, as it has to be in that state. */
export interface ForbiddenTransition {
  readonly transition: Transition
  readonly state: string
  readonly answer: Answer
}

/** A record and the state that was read from it. */
export interface RecordInState {
  readonly record: Fixture
  readonly state: string
  /** The record as it was read. */
  readonly seen: JsonObject
}

/** Creates a record and applies the transitions; undefined if one is refused or the state cannot be read. */
export async function createBy(
  exploration: Exploration,
  path: readonly Transition[],
): Promise<RecordInState | undefined> {
  const { context, resource, isApart } = exploration
  const record = await context.fixture(resource, { fresh: true, freshReferences: isApart })
  if (!record?.creation) return undefined
  for (const transition of path)
    if (!isSuccess((await applyPrepared(exploration, transition, record)).status)) return undefined
  const seen = (await readItem(context, resource, record))?.record
  const state = seen?.[exploration.property]
  return seen && typeof state === 'string' ? { record, state, seen } : undefined
}

async function stateOf(
  { context, resource, property }: Exploration,
  record: Fixture,
): Promise<string | undefined> {
  const value = (await readItem(context, resource, record))?.record?.[property]
  return typeof value === 'string' ? value : undefined
}

/** Applies a transition to the record, if the target accepts it. */
export async function apply(
  { context, resource }: Exploration,
  { operation, isAction }: Transition,
  record: Fixture,
): Promise<Answer> {
  const accepted = await context.control(operation)
  const template = accepted.template ?? templatesOf(context.api, operation)[0]
  if (!template) throw inconclusive(`No request to ${operation.id} can be built.`)
  context.group.fixtures.set(resource.name, record)
  // A record that the request refers to, such as the room of a stay, may be taken by an earlier one.
  const draft = await context.instantiate(operation, template, { freshReferences: true })
  const answer = await context.send(draft, 'valid')
  if (isSuccess(answer.status)) {
    record.steps = [...(record.steps ?? []), answer]
    // What a DELETE leaves in another state is still there.
    if (isAction) record.gone = false
  }
  return answer
}

/** Applies a transition; if it is refused, once more after additions to the record: an invoice is issued once it has a line. */
export async function applyPrepared(
  exploration: Exploration,
  transition: Transition,
  record: Fixture,
): Promise<Answer> {
  const { context, resource, transitions } = exploration
  const answer = await apply(exploration, transition, record)
  const { template, steps = [] } = await context.control(transition.operation)
  const others = transitions.filter(({ target }) => target === undefined).map(({ operation }) => operation)
  const additions = new Set(
    [...others, ...steps].filter(({ id }) => context.api.model.roles.get(id)?.operation.role === 'create'),
  )
  if (isSuccess(answer.status)) return answer
  if (template && isBusiness(answer.status) && resource.references.length > 0) exploration.isBlocked = true
  if (additions.size === 0 || additions.has(transition.operation)) return answer
  const state = await stateOf(exploration, record)
  for (const operation of additions) await takeStep(context, operation, record)
  return (await stateOf(exploration, record)) === state ? apply(exploration, transition, record) : answer
}

/** What a refused action has changed all the same: the state, a property that it was sent, or one that has now a value that it was sent. */
export function effectsOf(
  { draft }: Answer,
  property: string,
  before: JsonObject,
  left: JsonObject,
): readonly string[] {
  const body = bodyValue(draft)
  const sent = isJsonObject(body) ? body : {}
  const taken = Object.keys(left).filter(
    (name) => isText(left[name]) && Object.values(sent).includes(left[name]),
  )
  const names = new Set([property, ...Object.keys(sent), ...taken])
  return [...names].flatMap((name) => {
    const [old, now] = [before[name] ?? null, left[name] ?? null]
    return equalJson(old, now) ? [] : [`${name} from ${text(old)} to ${text(now)}`]
  })
}

const isText = (value: Json | undefined): value is string => typeof value === 'string'

const text = (value: Json): string => (typeof value === 'string' ? value : show(value))
