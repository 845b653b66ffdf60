import type { Operation } from '../../../../spec/document.ts'
import { stateChangesOf } from '../../../../spec/inference/states/action-outcome.ts'
import {
  statePrecondition,
  describedState,
  type StatePrecondition,
} from '../../../../spec/inference/states/described-states.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { decodeUtf8, isJsonObject, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { isSuccess, jsonOf } from '../../../answer.ts'
import { operationFor, type Api } from '../../../api/api.ts'
import { failedWrite } from '../../../checks/failed-write.ts'
import { states } from '../../../checks/states.ts'
import { inconclusive, type Context } from '../../../context.ts'
import type { CaseGroup } from '../../../records/case-group.ts'
import { templatesOf } from '../../../requests/templates.ts'
import { sentRecord } from '../../../records/sent-values.ts'
import { idIn, recordIn, sameId } from '../../../records/answer-records.ts'
import { resourceOfAction } from '../../../records/steps.ts'
import { readItem } from '../../../records/read-record.ts'
import { isStale } from '../life-cycle/stale-reads.ts'
/** Something that is done to a record, and what the document says of the states it is in before and after. */
interface Transition {
  readonly operation: Operation
  readonly before: StatePrecondition | undefined
  /** The state that the text tells. */
  readonly told: string | undefined
  /** Whether it leads from one state to another: others are only tried where they are to be refused. */
  readonly isAction: boolean
}

interface StateMachine {
  /** The property that tells the state. */
  readonly property: string
  readonly deeds: readonly Transition[]
}

/** What can be done to records of a resource that the document gives states for; undefined where it gives none. */
export function stateMachineOf(api: Api, resource: Resource): StateMachine | undefined {
  const { document, operations } = api
  const all = operations
    .filter((each) => isDone(api, resource, each))
    .map((operation) => ({
      operation,
      before: statePrecondition(document, resource.record, operation),
      told: describedState(document, resource.record, operation),
      isAction: resourceOfAction(api, operation) === resource,
    }))
  const create = operationFor(api, resource, 'create')?.operation
  const begins = create && describedState(document, resource.record, create)
  const leads = all
    .filter(({ isAction }) => isAction)
    .flatMap(({ operation }) => stateChangesOf(document, resource.record, lastOf(operation)))
    .filter(({ value }) => typeof value === 'string')
  const told = all.flatMap(({ before, told: after }) => [before ?? [], after ?? []].flat())
  const property = [...told, ...(begins ? [begins] : []), ...leads][0]?.property
  if (create === undefined || property === undefined) return undefined
  const deeds = all.map((each): Transition => ({
    ...each,
    before: each.before?.property === property ? each.before : undefined,
    told: each.told?.property === property ? each.told.value : undefined,
  }))
  return { property, deeds: deeds.filter(({ isAction, before }) => isAction || before?.isLiteral === true) }
}

const lastOf = ({ path }: Operation): string => path.split('/').at(-1) ?? ''

/** Whether an operation does something to a record of the resource. */
function isDone(api: Api, resource: Resource, operation: Operation): boolean {
  const role = api.model.roles.get(operation.id)
  const isOwn = role?.resource === resource && /^(?:replace|update|delete)$/.test(role.operation.role)
  return isOwn || resourceOfAction(api, operation) === resource
}

/** Most states that are looked for, and most deeds on the way to one. */
const [mostStates, mostDeeds] = [6, 3]

interface Exploration extends StateMachine {
  readonly context: Context
  readonly group: CaseGroup
  readonly resource: Resource
  readonly refusals: Refusal[]
  /** The states that a deed was done in. */
  readonly taken: Map<Transition, Set<string>>
}

interface Refusal {
  readonly deed: Transition
  readonly state: string
  readonly way: readonly Transition[]
  readonly answer: Answer
}

/** A record in a state that was read. */
interface RecordInState {
  readonly record: Fixture
  readonly state: string
}

/**
 * Brings records into every state that actions lead to. From there, what is to be refused is refused and changes nothing,
 * what may be done is done, and what it leads to is read then.
 */
export async function exploreStates(context: Context, group: CaseGroup, resource: Resource): Promise<void> {
  const machine = stateMachineOf(context.api, resource)
  if (!machine) throw inconclusive('The states of its records are not known.')
  const walk: Exploration = { ...machine, context, group, resource, refusals: [], taken: new Map() }
  for (const { operation } of walk.deeds) await group.control(context, operation)
  const first = await begin(walk)
  if (!first)
    throw inconclusive(`No new record of ${resource.name} with a readable ${walk.property} is available.`)
  const known = new Set<string>()
  const open: { readonly way: readonly Transition[]; readonly at: RecordInState | undefined }[] = [
    { way: [], at: first },
  ]
  for (let next = open.shift(); next && known.size < mostStates; next = open.shift()) {
    const at = next.at ?? (await follow(walk, next.way))
    if (!at || known.has(at.state)) continue
    known.add(at.state)
    await tryForbidden(walk, next.way, at)
    if (next.way.length === mostDeeds) continue
    const { state } = at
    for (const deed of walk.deeds.filter((each) => each.isAction && !isForbidden(each, state)))
      open.push({ way: [...next.way, deed], at: undefined })
  }
  for (const refusal of walk.refusals) await judgeRefusal(walk, refusal)
}

const isForbidden = ({ before }: Transition, state: string): boolean =>
  before?.refused.includes(state) === true

/** A new record, in the state that the document tells. */
async function begin(walk: Exploration): Promise<RecordInState | undefined> {
  const { context, property } = walk
  const at = await reach(walk, [])
  const creation = at?.record.creation
  const create = creation?.draft.operation
  const role = create && context.api.model.roles.get(create.id)
  const told =
    create &&
    role?.resource === walk.resource &&
    describedState(context.api.document, role.resource.record, create)
  // What is told may be for those of which clients say nothing.
  const isSaid =
    creation &&
    role &&
    Object.hasOwn(sentRecord(context.api, role.resource, role.operation, creation.draft), property)
  const seen = creation && role && !isSaid && recordIn(creation, role.operation)?.[property]
  if (at && creation && told && told.property === property && typeof seen === 'string' && seen !== told.value)
    context.judge(
      states,
      { kind: 'begins', property, expected: told.value, actual: seen, pointer: create.pointer },
      { answer: creation },
    )
  return at
}

/** A new record that all that was done to; undefined where something is refused, or its state cannot be read. */
async function reach(walk: Exploration, way: readonly Transition[]): Promise<RecordInState | undefined> {
  const { context, group, resource } = walk
  const record = await group.fixture(context, resource, { fresh: true })
  if (!record?.creation) return undefined
  for (const deed of way) if (!isSuccess((await attempt(walk, deed, record)).status)) return undefined
  const state = await stateOf(walk, record)
  return state === undefined ? undefined : { record, state }
}

async function stateOf(
  { context, resource, property }: Exploration,
  record: Fixture,
): Promise<string | undefined> {
  const value = (await readItem(context, resource, record))?.record?.[property]
  return typeof value === 'string' ? value : undefined
}

/** Does it to that record, if it is let. */
async function attempt(
  { context, group, resource }: Exploration,
  { operation }: Transition,
  record: Fixture,
): Promise<Answer> {
  const accepted = await group.control(context, operation)
  const template = accepted.template ?? templatesOf(context.api, operation)[0]
  if (!template) throw inconclusive(`No request to ${operation.id} can be built.`)
  group.fixtures.set(resource.name, record)
  const answer = await context.send(await group.instantiate(context, operation, template), 'valid')
  if (isSuccess(answer.status)) record.steps = [...(record.steps ?? []), answer]
  return answer
}

/** A new record that all that was done to, the last of it judged by what it led to. */
async function follow(walk: Exploration, way: readonly Transition[]): Promise<RecordInState | undefined> {
  const deed = way.at(-1)
  const before = await reach(walk, way.slice(0, -1))
  if (!deed || !before) return undefined
  const { record, state } = before
  const answer = await attempt(walk, deed, record)
  if (!isSuccess(answer.status)) {
    walk.refusals.push({ deed, state, way: way.slice(0, -1), answer })
    return undefined
  }
  walk.taken.set(deed, new Set([...(walk.taken.get(deed) ?? []), state]))
  return arrived(walk, deed, before, answer)
}

/** Where a deed led to: what its answer shows and what the document tells is what is read then. */
async function arrived(
  walk: Exploration,
  { operation, told }: Transition,
  { record, state: from }: RecordInState,
  answer: Answer,
): Promise<RecordInState | undefined> {
  const { context, group, resource, property } = walk
  const seen = await readItem(context, resource, record)
  const state = seen?.record?.[property]
  if (!seen || typeof state !== 'string') return undefined
  const shown = shownBy(walk, answer, record)?.[property]
  const due = typeof shown === 'string' && shown !== from ? shown : told
  // What was accepted with 202 is done later; where it led elsewhere, something else may have been done since.
  if (due === undefined || state === due || state !== from || answer.status === 202) return { record, state }
  const step = { context, group, resource }
  if (await isStale(step, 'update', seen, (each) => each?.[property] === due, record, [answer]))
    return undefined
  const kind = due === shown ? 'unseen' : 'stays'
  context.judge(
    states,
    { kind, property, expected: due, actual: state, pointer: operation.pointer },
    { answer: seen.answer, operation, after: [answer] },
  )
  return undefined
}

/** The record as the answer of an action shows it, wherever that is described. */
function shownBy(
  { context, resource }: Exploration,
  answer: Answer,
  { id }: Fixture,
): JsonObject | undefined {
  const role = context.api.model.roles.get(answer.draft.operation.id)?.operation
  const carried = role && recordIn(answer, role)
  const body = jsonOf(answer)
  if (carried || body === undefined) return carried
  return isJsonObject(body) && sameId(idIn(body, resource), id) ? body : undefined
}

/** Does what is to be refused in a state. */
async function tryForbidden(
  walk: Exploration,
  way: readonly Transition[],
  first: RecordInState,
): Promise<void> {
  const { context, property } = walk
  const { state } = first
  let at: RecordInState | undefined = first
  for (const deed of walk.deeds) {
    if (deed.before?.isLiteral !== true || !isForbidden(deed, state)) continue
    at ??= await reach(walk, way)
    if (at?.state !== state) return
    const answer = await attempt(walk, deed, at.record)
    const { pointer } = deed.operation
    if (isSuccess(answer.status)) {
      at = await reach(walk, way)
      // What moves by itself may have left the state meanwhile, but hardly twice.
      if (at?.state === state && isSuccess((await attempt(walk, deed, at.record)).status))
        context.judge(states, { kind: 'taken', answer, property, state, pointer }, { answer })
      at = undefined
      continue
    }
    const left = await stateOf(walk, at.record)
    const changes = left === undefined || left === state ? [] : [`${property} from ${state} to ${left}`]
    const title = `${answer.method} in state ${property} = ${state}`
    context.judge(failedWrite, { title, status: answer.status, changes }, { answer })
    if (changes.length > 0 || left === undefined) at = undefined
  }
}

/**
 * A refusal in a state that the document names as one that it may be taken from: because of that state, as it says itself,
 * and not for a rule that other records keep.
 */
async function judgeRefusal(walk: Exploration, { deed, state, way, answer }: Refusal): Promise<void> {
  const { before, operation } = deed
  const isElsewhere = (walk.taken.get(deed)?.size ?? 0) > 0
  const isTold = before?.allowed.includes(state) === true && before.status === answer.status
  if (!isElsewhere || !isTold || !namesState(answer, state)) return
  const at = await reach(walk, way)
  const again = at?.state === state ? await attempt(walk, deed, at.record) : undefined
  if (again?.status !== answer.status || !namesState(again, state)) return
  const { property, context } = walk
  context.judge(states, { kind: 'refused', answer, property, state, pointer: operation.pointer }, { answer })
}

function namesState({ exchange }: Answer, state: string): boolean {
  const words = wordsOf(decodeUtf8(exchange.response.body) ?? '').join(' ')
  return ` ${words} `.includes(` ${wordsOf(state).join(' ')} `)
}
