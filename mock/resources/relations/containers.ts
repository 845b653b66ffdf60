import { normalizeName, singular } from '../../../spec/inference/prose/words.ts'
import { referencedNoun } from '../../../spec/inference/references/names.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Reference, Resource, ResourceModel } from '../../../spec/resources.ts'
import { itemOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import type { Id, Transaction } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { resourceNamed } from '../resource-index.ts'

/**
 * How a record tells which record contains those it refers to: it has the same one above it, so many levels deep, or a property with
 * the id, such as the `boardId` of a card beside its `columnId`.
 */
export type Container = { readonly depth: number } | { readonly property: string }

/** Undefined if the records referred to are not below others, or if nothing tells which ones. */
export function containerOf(
  model: ResourceModel,
  from: Resource | undefined,
  { parent, scope }: Resource,
): Container | undefined {
  if (!from || !parent || scope.length === 0) return undefined
  for (
    let above: Resource | undefined = from;
    above?.parent;
    above = resourceNamed(model, above.parent.resource)
  )
    if (above.parent.resource === parent.resource && above.scope.length === scope.length)
      return { depth: scope.length }
  const isToParent = ({ resource, idProperty }: Reference): boolean =>
    resource === parent.resource && idProperty === undefined
  const property = from.references.find(isToParent)?.property
  return property === undefined || scope.length > 1 ? undefined : { property }
}

/** The scope of the records referred to; undefined if the record does not tell. */
export function scopeIn(
  container: Container,
  record: JsonObject | undefined,
  scope: readonly Id[],
): readonly Id[] | undefined {
  if ('depth' in container) return scope.slice(0, container.depth)
  const id = idOf(record?.[container.property])
  return id === undefined ? undefined : [id]
}

/**
 * Properties that show records below others whose ids clients send beside them: the `labels` of a card, which belong to its board, for
 * `labelIds`.
 */
export function shownNested({ document, model }: CrudOptions, from: Resource): readonly Reference[] {
  const known = new Set(from.references.map(({ property }) => property))
  return from.references.flatMap((reference): readonly Reference[] => {
    const target = resourceNamed(model, reference.resource)
    const noun = referencedNoun(reference.property)
    if (!target || !containerOf(model, from, target) || noun === undefined) return []
    const { idProperty = '' } = target
    const [property] =
      [...possiblePropertiesOf(document, from.record)].find(
        ([name, node]) =>
          !known.has(name) &&
          normalizeName(singular(name)) === normalizeName(singular(noun)) &&
          possiblePropertiesOf(document, itemOf(document, node)).has(idProperty),
      ) ?? []
    return property === undefined ? [] : [{ property, resource: target.name, idProperty }]
  })
}

/** The scopes in which a resource has records; none if those above it are unknown. */
export async function scopesOf(
  model: ResourceModel,
  { scope, parent }: Resource,
  store: Transaction,
): Promise<readonly (readonly Id[])[]> {
  if (scope.length === 0) return [[]]
  const above = parent && resourceNamed(model, parent.resource)
  if (above?.scope.length !== scope.length - 1) return []
  const scopes: (readonly Id[])[] = []
  for (const each of await scopesOf(model, above, store))
    for (const id of await store.collection(above.name, each).ids()) scopes.push([...each, id])
  return scopes
}
