import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import { refusalStatements } from '../../spec/inference/prose/refusal-statements.ts'
import { sentencesOf } from '../../spec/inference/prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../../spec/inference/prose/words.ts'
import { decodeUtf8, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { endsInParameter, parameterNames } from '../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { isNumeric, typesOf } from '../../spec/schemas/types.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { perObject } from '../../spec/util/memo.ts'
import { kindOfAnswer, isSuccess } from '../answer.ts'
import { operationFor, type Api } from '../api/api.ts'
import { ownerOfParts } from '../api/parts.ts'
import { stateProperties } from '../api/state-values.ts'
import type { Context } from '../context.ts'
import type { Answer, Fixture } from '../interaction.ts'
import { templatesOf } from '../requests/templates.ts'
import { recordIn } from './answer-records.ts'
import type { Control } from './case-group.ts'
import { workOn } from './owned-records.ts'
import { pathTarget } from './paths.ts'

/** The number of other actions tried as preceding steps. */
const most = 6

/** How often a step is taken in a row: applications pass several stages by one action. */
const mostRepetitions = 4

/**
 * What may have to precede an action, or a creation below a record: additions to the record that the document or the refusals name,
 * and the other actions on it; in the document's order.
 */
export function stepCandidates(
  api: Api,
  operation: Operation,
  refused: readonly Answer[],
): readonly Operation[] {
  const resource = resourceOfAction(api, operation) ?? addedTo(api, operation)
  if (!resource) return []
  return [...additionsNamed(api, resource, operation, refused), ...actionsOn(api, resource, operation)]
}

/** The creations of records that belong to those of a resource and that an operation, or a refusal of it, speaks of. */
export function additionsNamed(
  api: Api,
  resource: Resource,
  operation: Operation,
  refused: readonly Answer[],
  belongs = (create: Operation): boolean => addedTo(api, create) === resource,
): readonly Operation[] {
  const refusals = refused.map(({ exchange }) => decodeUtf8(exchange.response.body) ?? '')
  const texts = [
    ...sentencesOf(operation),
    ...refusalStatements(operation).map(({ sentence }) => sentence),
    ...refusals.map((text) => ` ${singularWordsOf(text)} `),
  ]
  return api.model.resources.flatMap((member) => {
    const create = operationFor(api, member, 'create')?.operation
    const isAddition = create && create !== operation && belongs(create)
    const noun = ` ${singularNounOf(member.name)} `
    const isNamed = texts.some((text) => text.includes(noun))
    return isAddition && (isNamed || speakOfSame(api, resource, create, operation)) ? [create] : []
  })
}

/** Whether the descriptions of two operations on a record both speak of one of its numbers, as of the balance of an account. */
function speakOfSame(api: Api, { record }: Resource, ...operations: readonly Operation[]): boolean {
  const texts = operations.map((each) => sentencesOf(each))
  return [...possiblePropertiesOf(api.document, record)].some(([name, node]) => {
    const words = ` ${singularWordsOf(name)} `
    const isNumber = isNumeric(typesOf(api.document, node))
    return isNumber && texts.every((sentences) => sentences.some((each) => each.includes(words)))
  })
}

/** The actions on a record of the resource, but for one, in the document's order. */
export function actionsOn(api: Api, resource: Resource, except?: Operation): readonly Operation[] {
  const actions = actionsByResource(api).get(resource) ?? []
  return actions.filter((each) => each !== except).slice(0, most)
}

const actionsByResource = perObject((api: Api) =>
  groupBy(api.operations, (operation) => resourceOfAction(api, operation)),
)

/** The resource whose record an operation acts on, as in `POST /orders/{id}/pay`. */
export function resourceOfAction(api: Api, operation: Operation): Resource | undefined {
  const { id, method, path } = operation
  const own = api.model.roles.get(id)
  // To add a line changes the invoice that shows it.
  const isAddition = own?.operation.role === 'create' && ownerOfParts(api.model, own.resource) !== undefined
  const isAction = own === undefined || own.operation.role === 'action' || isAddition
  if (!isAction || isSafe(method) || endsInParameter(path)) return undefined
  const target = pathTarget(api, operation)
  return parameterNames(path).length === target?.names.length ? target.resource : undefined
}

/** The resource below whose record an operation creates something, as in `POST /orders/{id}/payments`. */
function addedTo(api: Api, operation: Operation): Resource | undefined {
  const isCreate = api.model.roles.get(operation.id)?.operation.role === 'create'
  return isCreate ? pathTarget(api, operation)?.resource : undefined
}

/** A new record on which a sequence of steps is tried. */
interface StepTrial {
  /** Whether a new record may need no steps: additions were tried on one that may have been in a later state. */
  readonly mayNeedNone: boolean
  /** Applies a step; whether it was accepted. */
  take(step: Operation): Promise<boolean>
  /** Whether the last step has led to another state, so that it may lead further. */
  mayGoOn(): boolean
  /** Whether the record now accepts the operation in question. */
  isReached(): Promise<boolean>
}

/**
 * Searches for the steps after which a record accepts an operation: an order is shipped once it is placed and paid, an offer is made
 * once an application has been advanced three times.
 * If the sequence that begins with one step fails, a new record begins with another.
 */
async function findSteps(
  beside: readonly Operation[],
  begin: () => Promise<StepTrial | undefined>,
): Promise<readonly Operation[] | undefined> {
  const deadEnds = new Set<Operation>()
  for (let trial = await begin(); trial; trial = await begin()) {
    const taken: Operation[] = []
    const next = async (): Promise<Operation | undefined> => {
      const last = taken.at(-1)
      const repetitions = taken.length - 1 - taken.findLastIndex((step) => step !== last)
      const again = last && repetitions < mostRepetitions && trial?.mayGoOn() ? [last] : []
      const others = beside.filter((step) => !deadEnds.has(step) && !taken.includes(step))
      for (const step of [...again, ...others]) if (await trial?.take(step)) return step
      return undefined
    }
    if (trial.mayNeedNone && deadEnds.size === 0 && (await trial.isReached())) return taken
    for (let step = await next(); step; step = await next()) {
      taken.push(step)
      if (await trial.isReached()) return taken
    }
    const [first] = taken
    if (!first || deadEnds.size + 1 === beside.length) return undefined
    deadEnds.add(first)
  }
  return undefined
}

/** Applies a step to a record; whether it was accepted. */
export async function takeStep(context: Context, step: Operation, record: Fixture): Promise<boolean> {
  const template = context.group.controls.get(step.id)?.template ?? templatesOf(context.api, step)[0]
  if (!template) return false
  context.group.fixtures.set(record.resource, record)
  const answer = await context.send(await context.instantiate(step, template, { whole: true }), 'valid')
  if (!isSuccess(answer.status)) return false
  noteStep(record, answer)
  return true
}

/** Applies a step, after those that it needs itself; whether it was accepted. */
export async function takePreparedStep(context: Context, step: Operation, record: Fixture): Promise<boolean> {
  if (await takeStep(context, step, record)) return true
  const { steps = [] } = await controlOnOther(context, step, record)
  if (steps.length === 0) return false
  for (const each of [...steps, step]) if (!(await takeStep(context, each, record))) return false
  return true
}

/** An accepted request of an operation, searched for on other records than this one, which would be changed by it. */
export function controlOnOther(
  context: Context,
  operation: Operation,
  { resource }: Fixture,
): Promise<Control> {
  context.group.fixtures.delete(resource)
  return context.control(operation)
}

/** Notes an accepted request that brought a record into another state. */
export function noteStep(record: Fixture, answer: Answer): void {
  record.steps = [...(record.steps ?? []), answer]
}

/** Whether the answer to the last step shows the record in another state than the answer before it. */
function hasOtherState(api: Api, resource: Resource, { creation, steps = [] }: Fixture): boolean {
  const [before, after] = [creation, ...steps].slice(-2).map((answer) => answer && shownRecord(api, answer))
  if (!before || !after) return false
  return stateProperties(api, resource).some((name) => before[name] !== after[name])
}

function shownRecord(api: Api, answer: Answer): JsonObject | undefined {
  const role = api.model.roles.get(answer.draft.operation.id)?.operation
  return role && recordIn(answer, role)
}

/** An accepted request of an operation on a new record, and the steps that led there; undefined if none of them do. */
export async function acceptedAfterSteps(
  context: Context,
  operation: Operation,
  resource: Resource,
  { steps, refused }: { readonly steps: readonly Operation[]; readonly refused: readonly Answer[] },
): Promise<Required<Control> | undefined> {
  let found: Pick<Control, 'template' | 'answer'> | undefined
  let reached: Fixture | undefined
  const before = new Set(refused.map(kindOfAnswer))
  await findSteps(steps, async () => {
    const record = await context.fixture(resource, { fresh: true })
    if (!record?.creation) return undefined
    return {
      mayNeedNone: addedTo(context.api, operation) !== undefined,
      take: (step) => takePreparedStep(context, step, record),
      mayGoOn: () => hasOtherState(context.api, resource, record),
      async isReached() {
        workOn(context, record)
        found = await acceptedNow(context, operation, before)
        if (found) reached = record
        return found !== undefined
      },
    }
  })
  if (!found || !reached) return undefined
  const taken = (reached.steps ?? []).map(({ draft }) => draft.operation)
  return { template: found.template, answer: found.answer, refused, steps: taken }
}

/** An accepted request on the group's records; other values are tried if they are refused for another reason than before. */
async function acceptedNow(
  context: Context,
  operation: Operation,
  before: ReadonlySet<string>,
): Promise<Pick<Control, 'template' | 'answer'> | undefined> {
  for (const template of templatesOf(context.api, operation)) {
    const answer = await context.send(await context.instantiate(operation, template), 'valid')
    if (isSuccess(answer.status)) return { template, answer }
    if (before.has(kindOfAnswer(answer))) return undefined
  }
  return undefined
}
