import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { Operation } from '../../spec/document.ts'
import type { Resource } from '../../spec/resources.ts'
import type { MaybePromise } from '../behaviour.ts'
import { createComposer } from './compose.ts'
import type { CrudOptions } from './crud.ts'
import { createIdMaker, idOf, theOnly } from './identity.ts'
import { mediaOf } from './present.ts'
import { createMemoryStore, type Id, type Store, type StoreSnapshot } from './store.ts'

/** `empty`: no records. `demo`: some of everything. `large`: thousands in each top collection. */
export type WorldName = 'demo' | 'empty' | 'large'

/** Records of a collection: on top, and below each of the first few records that contain one. */
const sizes: Readonly<
  Record<WorldName, { readonly top: number; readonly below: number; readonly parents: number }>
> = {
  empty: { top: 0, below: 0, parents: 0 },
  demo: { top: 12, below: 3, parents: 3 },
  large: { top: 2000, below: 20, parents: 20 },
}

/** When the records of a seeded world were made: before any clock a mock is likely to be given. */
const seededAt = new Date('2026-01-01T00:00:00Z')

/** Records for every resource of a document; same options, same bytes. A promise only while data is being loaded. */
export function seedWorld(world: WorldName, options: CrudOptions): MaybePromise<StoreSnapshot> {
  return seed(world, options)
}

async function seed(world: WorldName, options: CrudOptions): Promise<StoreSnapshot> {
  const store = createMemoryStore()
  for (const resource of inOrder(options.model.resources)) {
    if (resource.kind === 'singleton' || !resource.discoverable) continue
    const { top, below } = sizes[world]
    for (const scope of await scopesOf(world, options, resource, store)) {
      await fill(options, resource, store, scope, scope.length === 0 ? top : below)
    }
  }
  return store.snapshot()
}

/** What contains or is referred to comes before what needs it; cycles are cut where they are met. */
function inOrder(resources: readonly Resource[]): readonly Resource[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const done = new Set<Resource>()
  const open = new Set<Resource>()
  const visit = (resource: Resource | undefined): void => {
    if (!resource || done.has(resource) || open.has(resource)) return
    open.add(resource)
    visit(resource.parent && byName.get(resource.parent.resource))
    for (const reference of resource.references) visit(byName.get(reference.resource))
    open.delete(resource)
    done.add(resource)
  }
  for (const resource of resources) visit(resource)
  return [...done]
}

/** The scopes to fill: below the first records of the parent; one made up where nothing is known of the scope. */
async function scopesOf(
  world: WorldName,
  { model }: CrudOptions,
  resource: Resource,
  store: Store,
): Promise<readonly (readonly Id[])[]> {
  if (resource.scope.length === 0) return [[]]
  const parent = model.resources.find(({ name }) => name === resource.parent?.resource)
  if (!parent?.discoverable || parent.scope.length + 1 !== resource.scope.length) return []
  const snapshot = await store.snapshot()
  return snapshot.collections
    .filter((collection) => collection.resource === parent.name)
    .flatMap(({ scope, records }) => records.map(([id]) => [...scope, id]))
    .slice(0, sizes[world].parents)
}

async function fill(
  options: CrudOptions,
  resource: Resource,
  store: Store,
  scope: readonly Id[],
  count: number,
): Promise<void> {
  if (count === 0) return
  const compose = createComposer(options, resource)
  const newId = createIdMaker(options, resource)
  const examples = scope.length === 0 ? examplesOf(options, resource) : new Map<Id, JsonObject>()
  await store.transact(
    async (tx) => {
      const collection = tx.collection(resource.name, scope)
      for (const [id, record] of examples) await collection.put(id, record)
      for (let made = examples.size; made < count; made += 1) {
        const id = await freeId(newId, collection, scope)
        await collection.put(id, await compose({ id, scope, now: seededAt, store: tx }))
      }
    },
    () => true,
  )
}

type Collection = Parameters<ReturnType<typeof createIdMaker>>[0]

/** Skips ids that examples of the document have taken. */
async function freeId(
  newId: ReturnType<typeof createIdMaker>,
  collection: Collection,
  scope: readonly Id[],
): Promise<Id> {
  for (let attempt = 0; ; attempt += 1) {
    const id = await newId(collection, scope)
    if (attempt > 1000 || !(await collection.get(id))) return id
  }
}

/** Records that the document shows as examples of its lists and items, by id; only valid ones. */
function examplesOf(options: CrudOptions, resource: Resource): ReadonlyMap<Id, JsonObject> {
  const { idProperty } = resource
  const found = new Map<Id, JsonObject>()
  if (idProperty === undefined) return found
  const isValid = options.validator.of(resource.record, 'response')
  for (const { operationId, responsePath, status } of resource.operations) {
    const operation = options.operations.find(({ id }) => id === operationId)
    for (const body of operation && responsePath ? exampleBodies(operation, status) : []) {
      const part = (responsePath ?? []).reduce<Json | undefined>(
        (value, name) => (isJsonObject(value) ? value[name] : undefined),
        body,
      )
      for (const record of Array.isArray(part) ? (part as readonly Json[]) : [part]) {
        if (!isJsonObject(record)) continue
        const id = idOf(record[idProperty])
        if (id !== undefined && id !== theOnly && !found.has(id) && isValid(record).length === 0)
          found.set(id, record)
      }
    }
  }
  return found
}

function exampleBodies(operation: Operation, status: number): readonly Json[] {
  return mediaOf(operation, status)?.examples.map(({ value }) => value) ?? []
}
