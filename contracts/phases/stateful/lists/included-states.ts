import type { Operation } from '../../../../spec/document.ts'
import { includedStatesOf, type IncludedState } from '../../../../spec/inference/lists/included-states.ts'
import { wordsOf } from '../../../../spec/inference/prose/words.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { sameId } from '../../../answers/answer-records.ts'
import { operationFor, type Api } from '../../../api/api.ts'
import { listFilter } from '../../../checks/list-filter.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { asking } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { leftOutByDefault } from '../../../records/list-filters.ts'
import type { ReadableList } from '../../../records/lists.ts'
import { readItem } from '../../../records/read-record.ts'
import { changesTo } from '../../../records/steps/reach-state.ts'
import { actionsOn } from '../../../records/steps/step-candidates.ts'
import { takeStep } from '../../../records/steps/steps.ts'
import { identitiesOf, prepareList, readWholeList } from './prepare-list.ts'

/** A state whose records a list leaves out, unless the parameter has the value that asks for them. */
export interface Inclusion extends IncludedState {
  readonly asking: string | true
}

/** The switches and filters of a resource's list without which it leaves out records in a certain state. */
export function inclusionsOf(api: Api, resource: Resource): readonly Inclusion[] {
  const list = operationFor(api, resource, 'list')
  if (!list) return []
  const { record } = resource
  const switches = includedStatesOf(api.document, list.operation, record, actionsOn(api, resource))
  return [
    ...switches.map((each) => ({ ...each, asking: true }) as const),
    ...leftOutByDefault(api, resource, list).flatMap(({ value, ...each }): readonly Inclusion[] =>
      typeof value === 'string'
        ? [{ ...each, state: value, action: undefined, isDescribed: true, asking: value }]
        : [],
    ),
  ]
}

/** Checks that a list leaves out a record in that state unless it is requested. */
export async function judgeIncludedState(
  context: Context,
  resource: Resource,
  included: Inclusion,
): Promise<void> {
  const { parameter, property, state, isDescribed, asking: asked } = included
  const prepared = await prepareList(context, resource)
  // A record may be in several such states.
  const others = inclusionsOf(context.api, resource).filter((each) => each.asking === true)
  const shown = Object.fromEntries(others.map((each) => [each.parameter.name, true]))
  const of = { ...prepared, start: asking(prepared.start, { ...shown, [parameter.name]: undefined }) }
  const { record, after } = await recordInState(of, included)
  const without = await readListed(of, included, record, false)
  const withSwitch = await readListed(of, included, record, true)
  const judge = (missing: Fixture | undefined, answer: Answer, created = after): boolean => {
    const evidence = {
      parameter: parameter.name,
      property,
      values: missing ? [asked] : asked === true ? [false] : [],
      mismatches: missing ? [] : [state],
      missing: missing ? [missing.id] : [],
      pointer: parameter.pointer,
      severity: isDescribed ? 'error' : 'warning',
    } as const
    return context.judge(listFilter, evidence, { answer, after: created })
  }
  if (without.isListed) judge(undefined, without.answer)
  if (!withSwitch.isListed) judge(record, withSwitch.answer)
  const other = adds(included) ? await context.fixture(resource, { fresh: true }) : undefined
  if (!other?.creation || !(await readListed(of, included, other, false)).isListed) return
  const withOther = await readListed(of, included, other, true)
  if (!withOther.isListed) judge(other, withOther.answer, [other.creation])
}

/** Whether a switch shows the records in the state beside the others, by its name: `include_archived`. */
const adds = ({ parameter, asking: asked }: Inclusion): boolean =>
  asked === true && /^(?:include|with)$/.test(wordsOf(parameter.name)[0] ?? '')

interface RecordInState {
  readonly record: Fixture
  /** The requests that made it and brought it into the state. */
  readonly after: readonly Answer[]
}

/** A new record in the state, which the list showed before it was put there unless it has been in it from the beginning. */
async function recordInState(of: ReadableList, included: Inclusion): Promise<RecordInState> {
  const { context, resource } = of
  const { action, property, state } = included
  const isReachable = action === undefined || (await context.control(action)).template !== undefined
  const record = isReachable ? await context.fixture(resource, { fresh: true }) : undefined
  if (!record?.creation) throw inconclusive(`No request to ${action?.id ?? 'create a record'} was accepted.`)
  const isInState = async (): Promise<boolean> =>
    (await readItem(context, resource, record))?.record?.[property] === state
  if (await isInState()) return { record, after: [record.creation] }
  if (!isIn(of, record, (await readWholeList(of)).items))
    throw inconclusive('The list does not show a new record.')
  const done = action ? await bySteps(context, record, action) : await byChange(of, record, included)
  if (!(await isInState())) throw inconclusive(`No record has ${property} = ${String(state)}.`)
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
  { property, state }: Inclusion,
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
  { parameter, asking: asked }: Inclusion,
  record: Fixture,
  isIncluded: boolean,
): Promise<Listed> {
  const read = async (): Promise<Listed> => {
    const { items, answers } = await readWholeList(of, isIncluded ? { [parameter.name]: asked } : {})
    const [answer] = answers
    if (!answer) throw inconclusive('The list cannot be read.')
    return { answer, isListed: isIn(of, record, items) }
  }
  const first = await read()
  return first.isListed === isIncluded ? first : read()
}

const isIn = (of: ReadableList, { id }: Fixture, items: Parameters<typeof identitiesOf>[1]): boolean =>
  identitiesOf(of, items).some((each) => sameId(each, id))
