import type { Operation } from '../../../../spec/document.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import { initialState } from '../../../../spec/inference/states/described-states.ts'
import { decodeUtf8, isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess, jsonOf } from '../../../answer.ts'
import { idIn, recordIn, sameId } from '../../../answers/answer-records.ts'
import { creationBy } from '../../../api/creators.ts'
import { namedInstead } from '../../../attempts/judge-forbidden.ts'
import { failedWrite } from '../../../checks/failed-write.ts'
import { refusalStatus } from '../../../checks/refusal-status.ts'
import { states } from '../../../checks/states.ts'
import { inconclusive, unlessEnded, type Context } from '../../../context.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readItem } from '../../../records/read-record.ts'
import { sentRecord } from '../../../records/sent-values.ts'
import { isStale } from '../life-cycle/stale-reads.ts'
import { judgeActionTime } from './change-time.ts'
import { judgeDescribedTimes } from './described-times.ts'
import {
  apply,
  applyPrepared,
  createBy,
  effectsOf,
  type Exploration,
  type ForbiddenTransition,
  type RecordInState,
  type Refusal,
} from './exploration.ts'
import { judgeRecordedValues } from './recorded-values.ts'
import { isForbidden, isSurelyForbidden, stateMachineOf, type Transition } from './state-machine.ts'

/** Limits: states visited, and transitions on the path to one. */
const [mostStates, mostTransitions] = [6, 4]

/** A path of transitions, the states that a record was in before the last one, and a record that has taken it already. */
interface Reached {
  readonly path: readonly Transition[]
  readonly before: readonly string[]
  readonly at: RecordInState | undefined
}

/**
 * Visits every state that actions lead to. If they are refused because of other records that refer to the same ones, records get
 * others of their own to refer to.
 */
export async function exploreStates(context: Context, resource: Resource): Promise<void> {
  const machine = stateMachineOf(context.api, resource)
  if (!machine) throw inconclusive('The states of its records are not known.')
  for (const { operation } of machine.transitions) await prepare(context, operation)
  for (const isApart of [false, true]) {
    const exploration: Exploration = {
      ...machine,
      context,
      resource,
      refusals: [],
      forbidden: [],
      taken: new Map(),
      isApart,
      isBlocked: false,
    }
    await explore(exploration)
    if (!exploration.isBlocked) return
  }
}

/**
 * Visits the states, breadth first. In each of them transitions that the document forbids must be refused without effect; those it
 * allows must lead to the state that their answer shows or their description names.
 */
async function explore(exploration: Exploration): Promise<void> {
  const { resource } = exploration
  const first = await createFirst(exploration)
  if (!first)
    throw inconclusive(
      `No new record of ${resource.name} with a readable ${exploration.property} is available.`,
    )
  const known = new Set<string>()
  const open: Reached[] = [{ path: [], before: [], at: first }]
  for (let next = open.shift(); next && known.size < mostStates; next = open.shift()) {
    const at = next.at ?? (await applyLast(exploration, next.path))
    if (!at || known.has(at.state)) continue
    known.add(at.state)
    const { state } = at
    const visited = [...next.before, state]
    await judgeForbidden(exploration, next.path, visited, at)
    if (next.path.length === mostTransitions) continue
    for (const transition of exploration.transitions.filter(
      (each) => each.isAction && !isForbidden(each, state),
    ))
      open.push({ path: [...next.path, transition], before: visited, at: undefined })
  }
  for (const refusal of exploration.refusals) await judgeRefusal(exploration, refusal)
  for (const refusal of exploration.forbidden) await judgeStatus(exploration, refusal)
}

/** Searches for an accepted request. If there is none, the next search starts with other records. */
async function prepare(context: Context, operation: Operation): Promise<void> {
  const found = await unlessEnded(context.control(operation))
  if (!found?.template) context.group.fixtures.clear()
}

/** Creates a record and compares its state with the initial one that the document describes. */
async function createFirst(exploration: Exploration): Promise<RecordInState | undefined> {
  const at = await createBy(exploration, [])
  if (at?.record.creation) judgeInitialState(exploration, at.record.creation)
  return at
}

function judgeInitialState({ context, resource, property }: Exploration, creation: Answer): void {
  const { operation: create } = creation.draft
  const role = creationBy(context.api, create)
  if (role?.resource !== resource) return
  const initial = initialState(context.api.document, resource.record, create)
  if (initial?.property !== property) return
  // The description may be of records for which the client sends no state.
  const isSent = Object.hasOwn(sentRecord(context.api, resource, role.operation, creation.draft), property)
  const actual = isSent ? undefined : recordIn(creation, role.operation)?.[property]
  if (typeof actual !== 'string' || actual === initial.value) return
  const { value: expected, pointer } = initial
  context.judge(states, { kind: 'begins', property, expected, actual, pointer }, { answer: creation })
}

/** Creates a record, applies the transitions, and judges the outcome of the last one. */
async function applyLast(
  exploration: Exploration,
  path: readonly Transition[],
): Promise<RecordInState | undefined> {
  const transition = path.at(-1)
  const before = await createBy(exploration, path.slice(0, -1))
  if (!transition || !before) return undefined
  const { record, state } = before
  const answer = await applyPrepared(exploration, transition, record)
  if (!isSuccess(answer.status)) {
    exploration.refusals.push({ transition, state, path: path.slice(0, -1), answer })
    return undefined
  }
  exploration.taken.set(transition, new Set([...(exploration.taken.get(transition) ?? []), state]))
  const after = await judgeOutcome(exploration, transition, before, answer)
  if (after) await judgeActionTime(exploration, path, before, after)
  return after
}

/** Compares the state that is read after a transition with that of its answer or its description. */
async function judgeOutcome(
  exploration: Exploration,
  { operation, target, isDescribed }: Transition,
  { record, state: from, seen: before }: RecordInState,
  answer: Answer,
): Promise<RecordInState | undefined> {
  const { context, resource, property } = exploration
  const seen = await readItem(context, resource, record)
  const state = seen?.record?.[property]
  if (seen) await judgeDescribedTimes(context, resource, record, seen, answer)
  if (seen?.record) await judgeRecordedValues(context, resource, record, before, seen, answer)
  if (!seen?.record || typeof state !== 'string') return undefined
  const shown = shownBy(exploration, answer, record)?.[property]
  const due = !isDescribed && typeof shown === 'string' && shown !== from ? shown : target
  if (await isShownAsBefore(exploration, record, { from, shown, state, target }, answer)) return undefined
  // If the record went to a third state that the answer does not show, something else may have changed it.
  const isElsewhere = state !== from && !(isDescribed && state === shown)
  // 202 announces a later change.
  if (due === undefined || state === due || isElsewhere || answer.status === 202)
    return { record, state, seen: seen.record }
  const step = { context, resource }
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

/** Judges whether the answer to an action shows the record as it was before, although the action has led to the state that is due. */
async function isShownAsBefore(
  { context, resource, property }: Exploration,
  record: Fixture,
  { from, shown, state, target }: Readonly<Record<'from' | 'shown' | 'state' | 'target', Json | undefined>>,
  answer: Answer,
): Promise<boolean> {
  if (answer.status === 202 || shown !== from || state !== target || state === from) return false
  const again = await readItem(context, resource, record)
  if (typeof target !== 'string' || typeof from !== 'string' || again?.record?.[property] !== state)
    return false
  const { pointer } = answer.draft.operation
  return context.judge(
    states,
    { kind: 'outdated', property, expected: target, actual: from, pointer },
    { answer },
  )
}

/** The record in the answer of an action, even where the document does not describe one. */
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

/** Tries every transition that the document forbids in this state, the last of those visited. */
async function judgeForbidden(
  exploration: Exploration,
  path: readonly Transition[],
  visited: readonly string[],
  first: RecordInState,
): Promise<void> {
  const { context, property, order } = exploration
  const { state } = first
  let at: RecordInState | undefined = first
  for (const transition of exploration.transitions) {
    if (!isSurelyForbidden(transition, visited, order)) continue
    at ??= await createBy(exploration, path)
    if (at?.state !== state) return
    const answer = await apply(exploration, transition, at.record)
    const { pointer } = transition.operation
    if (isSuccess(answer.status)) {
      at = await createBy(exploration, path)
      // The record may have left the state by itself in between, but hardly twice.
      if (at?.state === state && isSuccess((await apply(exploration, transition, at.record)).status))
        context.judge(states, { kind: 'taken', answer, property, state, pointer }, { answer })
      at = undefined
      continue
    }
    exploration.forbidden.push({ transition, state, answer })
    const left = (await readItem(context, exploration.resource, at.record))?.record
    const changes = left ? effectsOf(answer, property, at.seen, left) : []
    const title = `${answer.method} in state ${property} = ${state}`
    context.judge(failedWrite, { title, status: answer.status, changes }, { answer })
    if (changes.length > 0 || left === undefined) at = undefined
  }
}

/**
 * Judges a refusal in a state from which the document allows the transition. It must be refused because of that state, as its
 * answer says, and not because of other records.
 */
async function judgeRefusal(
  exploration: Exploration,
  { transition, state, path, answer }: Refusal,
): Promise<void> {
  const { before, operation } = transition
  const wasTaken = (exploration.taken.get(transition)?.size ?? 0) > 0
  const isAllowed = before?.allowed.includes(state) === true && before.status === answer.status
  if (!wasTaken || !isAllowed || !namesState(answer, state)) return
  const at = await createBy(exploration, path)
  const again = at?.state === state ? await apply(exploration, transition, at.record) : undefined
  if (again?.status !== answer.status || !namesState(again, state)) return
  const { property, context } = exploration
  context.judge(states, { kind: 'refused', answer, property, state, pointer: operation.pointer }, { answer })
}

/** Judges the status of a refusal, if the same request was accepted in another state. */
async function judgeStatus(
  { context, property }: Exploration,
  { transition, state, answer }: ForbiddenTransition,
): Promise<void> {
  const { before, operation } = transition
  const { pointer } = operation
  const named = namedInstead(answer, operation, before?.status, pointer)
  if (named === undefined || !(await context.control(operation)).answer) return
  const title = `the id of a record with ${property} = ${state}`
  const evidence = { answer, named, title, cause: `${property} ${state}`, forbiddenBy: pointer }
  context.judge(refusalStatus, evidence, { answer })
}

function namesState({ exchange }: Answer, state: string): boolean {
  const words = wordsOf(decodeUtf8(exchange.response.body) ?? '').join(' ')
  return ` ${words} `.includes(` ${wordsOf(state).join(' ')} `)
}
