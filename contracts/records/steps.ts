import { templatesOf } from '../requests/templates.ts'
import type { Operation } from '../../spec/document.ts'
import { isSafe } from '../../spec/http.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import type { Resource } from '../../spec/resources.ts'
import { isSuccess } from '../answer.ts'
import type { Api } from '../api/api.ts'
import type { Context } from '../context.ts'
import type { Fixture } from '../interaction.ts'
import type { CaseGroup } from './case-group.ts'
import { pathTarget } from './paths.ts'

/** Most actions of a record that are tried as steps to another. */
const most = 6

/** What else may be done to the record that an action is about, or that something is added to, in the document's order. */
export function stepCandidates(api: Api, operation: Operation): readonly Operation[] {
  const resource = resourceOfAction(api, operation) ?? addedTo(api, operation)
  if (!resource) return []
  return api.operations
    .filter((each) => each !== operation && resourceOfAction(api, each) === resource)
    .slice(0, most)
}

/** The resource whose record an operation does something to, as `POST /orders/{id}/pay` does. */
export function resourceOfAction(api: Api, operation: Operation): Resource | undefined {
  const { id, method, path } = operation
  const role = api.model.roles.get(id)?.operation.role ?? 'action'
  if (role !== 'action' || isSafe(method) || path.endsWith('}')) return undefined
  const target = pathTarget(api, operation)
  return parameterNames(path).length === target?.names.length ? target.resource : undefined
}

/** The resource to whose record an operation adds something, as `POST /orders/{id}/payments` does. */
function addedTo(api: Api, operation: Operation): Resource | undefined {
  const isCreate = api.model.roles.get(operation.id)?.operation.role === 'create'
  return isCreate ? pathTarget(api, operation)?.resource : undefined
}

/** A new record that steps are taken with. */
export interface StepTrial {
  /** Whether the record takes the step. */
  take(step: Operation): Promise<boolean>
  /** Whether it has come to where it was to come. */
  isReached(): Promise<boolean>
}

/**
 * The steps after which a record takes what it did not take before: an order is shipped once it is placed and paid.
 * Where the first one leads nowhere, another record begins with another.
 */
export async function findSteps(
  beside: readonly Operation[],
  begin: () => Promise<StepTrial | undefined>,
): Promise<readonly Operation[] | undefined> {
  const blind = new Set<Operation>()
  for (let walk = await begin(); walk; walk = await begin()) {
    const taken: Operation[] = []
    const next = async (): Promise<Operation | undefined> => {
      for (const step of beside)
        if (!blind.has(step) && !taken.includes(step) && (await walk?.take(step))) return step
      return undefined
    }
    for (let step = await next(); step; step = await next()) {
      taken.push(step)
      if (await walk.isReached()) return taken
    }
    const [first] = taken
    if (!first || blind.size + 1 === beside.length) return undefined
    blind.add(first)
  }
  return undefined
}

/** Does to a record what may have to be done before something else; whether it could be. */
export async function takeStep(
  context: Context,
  group: CaseGroup,
  step: Operation,
  record: Fixture,
): Promise<boolean> {
  const [template] = templatesOf(context.api, step)
  if (!template) return false
  group.fixtures.set(record.resource, record)
  const answer = await context.send(await group.instantiate(context, step, template), 'valid')
  if (!isSuccess(answer.status)) return false
  record.steps = [...(record.steps ?? []), answer]
  return true
}
