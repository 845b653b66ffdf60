import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { createComposer, spread } from './compose.ts'
import type { CrudOptions } from './crud.ts'
import { idOf, theOnly } from './identity.ts'
import { createIds } from './ids.ts'
import type { CollectionSnapshot } from './lazy.ts'
import { lazyCollection } from './lazy.ts'
import { settled } from './maybe.ts'
import { mediaOf } from './present.ts'
import type { Id, StoreSnapshot } from './store.ts'

/** `empty`: no records. `demo`: some of everything. `large`: thousands in each top collection. */
export type WorldName = 'demo' | 'empty' | 'large'

interface Size {
  /** Records in a collection without parent. */
  readonly top: number
  /** Records below each of the first so many parents. */
  readonly below: number
  readonly parents: number
}

const sizes: Readonly<Record<Exclude<WorldName, 'empty'>, Size>> = {
  demo: { top: 12, below: 3, parents: 3 },
  large: { top: 2000, below: 20, parents: 20 },
}

/**
 * Records for every resource of a document; same options, same bytes. Collections are filled when they are first looked
 * at: a document may have hundreds. Singletons, and records nobody can know of, are made by the request that asks.
 */
export async function seedWorld(world: WorldName, options: CrudOptions): Promise<StoreSnapshot> {
  if (world === 'empty') return { collections: [] }
  await options.fake.ready()
  const seeds = createSeeds(sizes[world], options)
  return { collections: options.model.resources.flatMap((resource) => collectionsOf(seeds, resource)) }
}

interface Seeds {
  /** Of records in each collection with such a scope. */
  count(scope: readonly Id[]): number
  /** The scopes in which the resource has records. */
  scopes(resource: Resource): readonly (readonly Id[])[]
  ids(resource: Resource, scope: readonly Id[]): readonly Id[]
  record(resource: Resource, scope: readonly Id[], id: Id): JsonObject
}

function collectionsOf(seeds: Seeds, resource: Resource): readonly CollectionSnapshot[] {
  return seeds.scopes(resource).map((scope) => {
    const nextId = seeds.count(scope) + 1
    return lazyCollection({ resource: resource.name, scope: scope.map(String), nextId }, () =>
      seeds.ids(resource, scope).map((id) => [String(id), seeds.record(resource, scope, id)]),
    )
  })
}

function createSeeds(size: Size, options: CrudOptions): Seeds {
  const { model } = options
  const byName = new Map(model.resources.map((resource) => [resource.name, resource]))
  const examples = remembered((resource: Resource) => examplesOf(options, resource))
  const numbered = remembered((resource: Resource) => createIds(options, resource))
  const composer = remembered((resource: Resource) => createComposer(options, resource))
  const known = new Map<string, readonly Id[]>()
  const count = (scope: readonly Id[]): number => (scope.length === 0 ? size.top : size.below)

  const scopes = remembered((resource: Resource): readonly (readonly Id[])[] => {
    if (resource.kind === 'singleton' || !resource.discoverable) return []
    if (resource.scope.length === 0) return [[]]
    const parent = resource.parent && byName.get(resource.parent.resource)
    if (!parent || parent.scope.length + 1 !== resource.scope.length) return []
    const below = scopes(parent).flatMap((scope) => ids(parent, scope).map((id) => [...scope, id]))
    return below.slice(0, size.parents)
  })
  const ids = (resource: Resource, scope: readonly Id[]): readonly Id[] => {
    const key = JSON.stringify([resource.name, ...scope.map(String)])
    const before = known.get(key)
    if (before) return before
    const shown = scope.length === 0 ? [...examples(resource).keys()] : []
    const found = distinctIds(shown, count(scope), (number) => settled(numbered(resource)(number, scope)))
    known.set(key, found)
    return found
  }
  const refer = (name: string, text: string): Id | undefined => {
    const resource = byName.get(name)
    const there = resource?.scope.length === 0 && scopes(resource).length > 0 ? ids(resource, []) : []
    return there.length === 0 ? undefined : there[spread(text, there.length)]
  }
  return {
    count,
    scopes,
    ids,
    record: (resource, scope, id) =>
      (scope.length === 0 ? examples(resource).get(id) : undefined) ??
      settled(composer(resource).invent({ id, scope, refer })),
  }
}

/** So many ids, numbered ones after those given. */
function distinctIds(given: readonly Id[], count: number, idOfNumber: (number: number) => Id): readonly Id[] {
  const found = new Map(given.slice(0, count).map((id) => [String(id), id]))
  for (let number = 1; found.size < count && number < 3 * count; number += 1) {
    const id = idOfNumber(number)
    if (!found.has(String(id))) found.set(String(id), id)
  }
  return [...found.values()]
}

/** Works something out once for each resource. */
function remembered<T>(work: (resource: Resource) => T): (resource: Resource) => T {
  const known = new Map<Resource, { readonly value: T }>()
  return (resource) => {
    const result = known.get(resource) ?? { value: work(resource) }
    known.set(resource, result)
    return result.value
  }
}

/** Records that the document shows as examples of its lists and items, by id; only valid ones. */
function examplesOf(options: CrudOptions, resource: Resource): ReadonlyMap<Id, JsonObject> {
  const { idProperty } = resource
  const isValid = options.validator.of(resource.record, 'response')
  const found = new Map<Id, JsonObject>()
  for (const record of idProperty === undefined ? [] : shownRecords(options, resource)) {
    const id = idOf(record[idProperty as string])
    if (id !== undefined && id !== theOnly && !found.has(id) && isValid(record).length === 0)
      found.set(id, record)
  }
  return found
}

function shownRecords({ operations }: CrudOptions, resource: Resource): readonly JsonObject[] {
  return resource.operations.flatMap(({ operationId, responsePath, status }) => {
    const operation = operations.find(({ id }) => id === operationId)
    const media = operation && responsePath && mediaOf(operation, status)
    return (media?.examples ?? []).flatMap(({ value }) => recordsIn(value, responsePath ?? []))
  })
}

function recordsIn(body: Json, path: readonly string[]): readonly JsonObject[] {
  const part = path.reduce<Json | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    body,
  )
  return [part].flat().filter(isJsonObject)
}
