import { pathParameter, type Document, type Operation } from '../../../spec/document.ts'
import { describedOthers, otherThanId, saysMe } from '../../../spec/inference/identity/either.ts'
import { parameterDescription } from '../../../spec/inference/prose/sentences.ts'
import { normalizeName } from '../../../spec/inference/prose/words.ts'
import { areUsers, currentUserOf } from '../../../spec/inference/references/current-user.ts'
import type { Resource, ResourceModel } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id, Transaction } from '../../store/store.ts'
import type { RequestContext } from '../endpoint.ts'
import type { Wrap } from '../options.ts'
import { namedIn, resourceNamed } from '../resource-index.ts'
import { idInPath, idOf, singletonId } from './identity.ts'

/**
 * Creates what lets paths name records by their id or by another value, as `/projects/{idOrName}` does, or a path whose parameter is
 * described as "the id or the slug": behaviours get the id.
 */
export function createEither(document: Document, model: ResourceModel): Wrap {
  return (operation, behaviour) => {
    const places = recordsIn(model, operation).flatMap((named) => {
      const place = placeOf(document, operation, named)
      return place.others.length > 0 || place.isMe ? [place] : []
    })
    if (places.length === 0) return behaviour
    return (context) =>
      after(
        reduceAfter(places, context.request.path, (path, place) =>
          after(idFor(model, place, { ...context, request: { ...context.request, path } }), (id) =>
            id === undefined ? path : { ...path, [place.parameter]: id },
          ),
        ),
        (path) => behaviour({ ...context, request: { ...context.request, path } }),
      )
  }
}

/** A path parameter that names a record of a resource, and those before it. */
interface Named {
  readonly resource: Resource
  readonly parameter: string
  readonly scope: readonly string[]
}

/** The parameters of an operation that name records, the outermost first. */
function recordsIn(model: ResourceModel, { id, path }: Operation): readonly Named[] {
  const found = new Map<string, Named>()
  const { resource, operation } = model.roles.get(id) ?? {}
  const above = (below: Resource, names: readonly string[]): void => {
    const parent = resourceNamed(model, below.parent?.resource ?? '')
    const own = names.slice(0, below.parent?.parameters.length ?? 0)
    const parameter = own.at(-1)
    if (!parent || parameter === undefined || found.has(parameter)) return
    above(parent, own.slice(0, -1))
    found.set(parameter, { resource: parent, parameter, scope: own.slice(0, -1) })
  }
  if (resource && operation) {
    const { scope, idParameter } = operation
    above(resource, scope)
    if (idParameter !== undefined) found.set(idParameter, { resource, parameter: idParameter, scope })
  }
  for (const each of model.resources) {
    const { itemPath, idParameter: parameter, scope } = each
    if (itemPath === undefined || parameter === undefined || found.has(parameter)) continue
    if (path !== itemPath && !path.startsWith(`${itemPath}/`)) continue
    above(each, scope)
    found.set(parameter, { resource: each, parameter, scope })
  }
  for (const { resource: each, parameter } of namedIn(model, path))
    if (!found.has(parameter)) found.set(parameter, { resource: each, parameter, scope: [] })
  return [...found.values()].toSorted((one, other) => one.scope.length - other.scope.length)
}

/** A parameter that names a record by more than its id. */
interface Place extends Named {
  /** The properties that may be given instead of the id. */
  readonly others: readonly string[]
  /** Whether `me` is the current user. */
  readonly isMe: boolean
}

function placeOf(document: Document, operation: Operation, named: Named): Place {
  const { resource, parameter } = named
  const declared = pathParameter(operation, parameter)
  const described = declared ? parameterDescription(document, declared) : ''
  const names = [...possiblePropertiesOf(document, resource.record).keys()].filter(
    (name) => name !== resource.idProperty,
  )
  const other = otherThanId(parameter)
  const others = [
    ...names.filter((name) => normalizeName(name) === other),
    ...describedOthers(described, names),
  ]
  return { ...named, others, isMe: areUsers(resource.name) && saysMe(described) }
}

/** The id of the record that a request names by something else; undefined if it names it by its id, or none. */
function idFor(
  model: ResourceModel,
  { resource, parameter, scope, others, isMe }: Place,
  { request, store }: Pick<RequestContext, 'request' | 'store'>,
): MaybePromise<Id | undefined> {
  const asked = idInPath(request, parameter)
  const { name, idProperty } = resource
  if (asked === undefined || idProperty === undefined) return undefined
  const records = store.collection(
    name,
    scope.map((each) => idInPath(request, each) ?? ''),
  )
  if (isMe && /^me$/i.test(String(asked))) return ownId(model, resource, store)
  return after(records.get(asked), (known) =>
    reduceAfter<string, Id | undefined>(known ? [] : others, undefined, (id, property) =>
      id === undefined
        ? after(records.list({ where: [{ property, values: [asked] }], limit: 1 }), ({ items: [found] }) =>
            idOf(found?.[idProperty]),
          )
        : id,
    ),
  )
}

/** The id of the current user, or else of the first one. */
function ownId(
  model: ResourceModel,
  { name, idProperty = '' }: Resource,
  store: Transaction,
): MaybePromise<Id | undefined> {
  const self = currentUserOf(model)
  const users = store.collection(name)
  return after(self && store.collection(self.name).get(singletonId), (own) =>
    after(own && users.get(idOf(own[idProperty]) ?? ''), (same) =>
      after(same ?? after(users.list({ limit: 1 }), ({ items }) => items[0]), (user) =>
        idOf(user?.[idProperty]),
      ),
    ),
  )
}
