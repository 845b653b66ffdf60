import type { Operation } from '../../../../spec/document.ts'
import { includedStatesOf, type IncludedState } from '../../../../spec/inference/lists/included-states.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { operationFor, type Api } from '../../../api/api.ts'
import { listFilter } from '../../../checks/list-filter.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { asking } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { sameId } from '../../../records/answer-records.ts'
import type { ReadableList } from '../../../records/lists.ts'
import { changesTo } from '../../../records/reach-state.ts'
import { readItem } from '../../../records/read-record.ts'
import { actionsOn, takeStep } from '../../../records/steps.ts'
import { identitiesOf, prepareList, readWholeList } from './prepare-list.ts'

/** The switches of a resource's list for records in a certain state. */
export function stateSwitchesOf(api: Api, resource: Resource): readonly IncludedState[] {
  const list = operationFor(api, resource, 'list')?.operation
  return list ? includedStatesOf(api.document, list, resource.record, actionsOn(api, resource)) : []
}

/** Checks that a list leaves out a record in that state unless it is requested. */
export async function judgeIncludedState(
  context: Context,
  resource: Resource,
  included: IncludedState,
): Promise<void> {
  const { parameter, property, state, isDescribed } = included
  const prepared = await prepareList(context, resource)
  const of = { ...prepared, start: asking(prepared.start, { [parameter.name]: undefined }) }
  const { record, after } = await recordInState(of, included)
  const without = await readListed(of, included, record, false)
  const withSwitch = await readListed(of, included, record, true)
  const judge = (isIncluded: boolean, answer: Answer): boolean => {
    const evidence = {
      parameter: parameter.name,
      property,
      values: [isIncluded],
      mismatches: isIncluded ? [] : [state],
      missing: isIncluded ? [record.id] : [],
      pointer: parameter.pointer,
      severity: isDescribed ? 'error' : 'warning',
    } as const
    return context.judge(listFilter, evidence, { answer, after })
  }
  if (without.isListed) judge(false, without.answer)
  if (!withSwitch.isListed) judge(true, withSwitch.answer)
}

interface RecordInState {
  readonly record: Fixture
  /** The requests that made it and brought it into the state. */
  readonly after: readonly Answer[]
}

/** A new record that the list showed before it was put into the state. */
async function recordInState(of: ReadableList, included: IncludedState): Promise<RecordInState> {
  const { context, resource } = of
  const { action, property, state } = included
  const isReachable = action === undefined || (await context.control(action)).template !== undefined
  const record = isReachable ? await context.fixture(resource, { fresh: true }) : undefined
  if (!record?.creation) throw inconclusive(`No request to ${action?.id ?? 'create a record'} was accepted.`)
  if (!isIn(of, record, (await readWholeList(of)).items))
    throw inconclusive('The list does not show a new record.')
  const done = action ? await bySteps(context, record, action) : await byChange(of, record, included)
  if ((await readItem(context, resource, record))?.record?.[property] !== state)
    throw inconclusive(`No record has ${property} = ${String(state)}.`)
  return { record, after: [record.creation, ...done] }
}

/** Takes the action, after those without which it is refused. */
async function bySteps(context: Context, record: Fixture, action: Operation): Promise<readonly Answer[]> {
  const { steps = [] } = await context.control(action)
  for (const step of [...steps, action])
    if (!(await takeStep(context, step, record))) throw inconclusive(`${step.id} was refused.`)
  return record.steps ?? []
}

/** Changes the property, by any operation that can. */
async function byChange(
  { context, resource }: ReadableList,
  record: Fixture,
  { property, state }: IncludedState,
): Promise<readonly Answer[]> {
  for (const change of changesTo(context, resource, { property, states: [state] })) {
    const done = await change(record)
    if (done) return done
  }
  return []
}

interface Listed {
  readonly answer: Answer
  readonly isListed: boolean
}

/** Whether a list with or without the switch shows the record; read once more if it is not as expected. */
async function readListed(
  of: ReadableList,
  { parameter }: IncludedState,
  record: Fixture,
  isIncluded: boolean,
): Promise<Listed> {
  const read = async (): Promise<Listed> => {
    const { items, answers } = await readWholeList(of, isIncluded ? { [parameter.name]: true } : {})
    const [answer] = answers
    if (!answer) throw inconclusive('The list cannot be read.')
    return { answer, isListed: isIn(of, record, items) }
  }
  const first = await read()
  return first.isListed === isIncluded ? first : read()
}

const isIn = (of: ReadableList, { id }: Fixture, items: Parameters<typeof identitiesOf>[1]): boolean =>
  identitiesOf(of, items).some((each) => sameId(each, id))
