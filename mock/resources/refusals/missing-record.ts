import type { Operation } from '../../../spec/document.ts'
import type { RequestValues } from '../../../spec/request.ts'
import type { Resource, ResourceModel } from '../../../spec/resources.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'
import type { Behaviour, Refused } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import { isOwnId } from '../../store/as-client.ts'
import type { Id, Transaction } from '../../store/store.ts'
import { idInPath, notFound, scopeOf } from '../identity/identity.ts'
import type { RoleEntry } from '../options.ts'
import { namedIn, resourceAbove, resourceNamed } from '../resource-index.ts'

/** Refuses a request if a containing record does not exist. */
type ParentCheck = (request: RequestValues, store: Transaction) => MaybePromise<Refused | undefined>

/** The check of the containing records of an operation at a path; it lets pass what nothing is known of. */
export function parentCheck(
  model: ResourceModel,
  { resource, operation }: RoleEntry,
  path: string,
): ParentCheck {
  const { parent, references } = resource
  if (!parent && operation.within.length === 0) return () => undefined
  const depth = parent?.parameters.length ?? 0
  const above = resourceAbove(model, path)
  const leading = parameterNames(path).slice(0, parameterNames(above?.itemPath ?? '').length)
  const owners = operation.within.map(({ parameter, property }) =>
    above && leading.at(-1) === parameter
      ? { name: above.name, names: leading }
      : { name: references.find((each) => each.property === property)?.resource, names: [parameter] },
  )
  return (request, store) => {
    const required = owners.map(({ name, names }) => ({
      name,
      path: names.map((each) => idInPath(request, each)),
    }))
    const scope = scopeOf(operation, request).slice(0, depth)
    return firstMissing(model, [{ name: parent?.resource, path: scope }, ...required], store)
  }
}

/**
 * Wraps the behaviour of an operation whose path names a record of another resource without leading through it: that record
 * has to exist, if the operation declares 404.
 */
export function besideRecord(model: ResourceModel, operation: Operation, behaviour: Behaviour): Behaviour {
  const own = model.roles.get(operation.id)?.resource
  const named = namedIn(model, operation.path).filter(({ resource }) => resource !== own)
  if (named.length === 0 || !declares(operation, 404)) return behaviour
  return (context) => {
    const required = named.map(({ resource: { name }, parameter }) => ({
      name,
      path: [idInPath(context.request, parameter)],
    }))
    return after(firstMissing(model, required, context.store), (refusal) => refusal ?? behaviour(context))
  }
}

/** Whether clients can learn the ids of a resource's records. */
export function exposesIds({ discoverable, idProperty, operations }: Resource): boolean {
  return discoverable && (idProperty !== undefined || operations.some(({ role }) => role === 'create'))
}

/** A record that has to exist: the name of its resource, and the ids that lead to it. */
interface Required {
  readonly name: string | undefined
  readonly path: readonly (Id | undefined)[]
}

/** Refuses with the first of the records that does not exist; undefined if all of them do. */
function firstMissing(
  model: ResourceModel,
  required: readonly Required[],
  store: Transaction,
): MaybePromise<Refused | undefined> {
  return reduceAfter<Required, Refused | undefined>(
    required,
    undefined,
    (refusal, { name, path }) => refusal ?? missing(model, name, path, store),
  )
}

/** Refuses with a record that does not exist. */
export function missing(
  model: ResourceModel,
  name: string | undefined,
  path: readonly (Id | undefined)[],
  store: Transaction,
): MaybePromise<Refused | undefined> {
  const resource = name === undefined ? undefined : resourceNamed(model, name)
  const id = path.at(-1)
  if (!resource || !exposesIds(resource) || id === undefined || resource.scope.length !== path.length - 1)
    return undefined
  const scope = path.slice(0, -1).map((parentId) => parentId ?? '')
  return after(store.collection(resource.name, scope).get(id), (record) =>
    record || isOwnId(store, id) ? undefined : notFound(resource, id),
  )
}
