import { endsInParameter, parameterNames } from '../../spec/routing/path-template.ts'
import { templatesOf } from '../requests/templates.ts'
import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { isSuccess } from '../answer.ts'
import type { Api } from '../api/api.ts'
import { ownerOfParts } from '../api/parts.ts'
import { isState } from '../api/state-values.ts'
import type { Context } from '../context.ts'
import type { Answer, Fixture } from '../interaction.ts'
import { recordIn } from './answer-records.ts'
import { pathTarget } from './paths.ts'

/** The number of other actions tried as preceding steps. */
const most = 6

/** How often a step is taken in a row: applications pass several stages by one action. */
const mostRepetitions = 4

/** The other actions on the record that an action, or a creation below it, is about; in the document's order. */
export function stepCandidates(api: Api, operation: Operation): readonly Operation[] {
  const resource = resourceOfAction(api, operation) ?? addedTo(api, operation)
  return resource ? actionsOn(api, resource, operation) : []
}

/** The actions on a record of the resource, but for one, in the document's order. */
export function actionsOn(api: Api, resource: Resource, except?: Operation): readonly Operation[] {
  return api.operations
    .filter((each) => each !== except && resourceOfAction(api, each) === resource)
    .slice(0, most)
}

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
  const [template] = templatesOf(context.api, step)
  if (!template) return false
  context.group.fixtures.set(record.resource, record)
  const answer = await context.send(await context.instantiate(step, template), 'valid')
  if (!isSuccess(answer.status)) return false
  noteStep(record, answer)
  return true
}

/** Notes an accepted request that brought a record into another state. */
export function noteStep(record: Fixture, answer: Answer): void {
  record.steps = [...(record.steps ?? []), answer]
}

/** Whether the answer to the last step shows the record in another state than the answer before it. */
function hasOtherState(api: Api, { record: schema }: Resource, { creation, steps = [] }: Fixture): boolean {
  const [before, after] = [creation, ...steps].slice(-2).map((answer) => answer && shownRecord(api, answer))
  if (!before || !after) return false
  return [...possiblePropertiesOf(api.document, schema)].some(
    ([name, node]) => isState(api, node) && before[name] !== after[name],
  )
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
  steps: readonly Operation[],
): Promise<{ readonly answer: Answer | undefined; readonly steps: readonly Operation[] } | undefined> {
  const [template] = templatesOf(context.api, operation)
  if (!template) return undefined
  let answer: Answer | undefined
  const taken = await findSteps(steps, async () => {
    const record = await context.fixture(resource, { fresh: true })
    if (!record?.creation) return undefined
    return {
      take: (step) => takeStep(context, step, record),
      mayGoOn: () => hasOtherState(context.api, resource, record),
      async isReached() {
        context.group.fixtures.set(resource.name, record)
        answer = await context.send(await context.instantiate(operation, template), 'valid')
        return isSuccess(answer.status)
      },
    }
  })
  return taken && { answer, steps: taken }
}
