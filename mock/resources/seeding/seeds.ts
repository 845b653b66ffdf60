import { nestRecord } from '../../../spec/inference/records/flatten.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { lazyCollection, lazyRecord, type CollectionSnapshot } from '../../store/lazy.ts'
import type { Id } from '../../store/store.ts'
import { followerOf } from '../../store/tables.ts'
import { idsOf } from '../identity/ids.ts'
import type { CrudOptions } from '../options.ts'
import { isNumberedAcross } from '../records/nested-records.ts'
import { exampleIds, exampleRecords } from './example-records.ts'
import type { Scope } from './scopes.ts'
import { createSeededIds, type SeededIds, type Size } from './seeded-ids.ts'
import { createSeededRecords } from './seeded-records.ts'

/** The records of a seeded world. They depend only on the document and the seed, not on the store or on the order of access. */
export interface Seeds extends Pick<SeededIds, 'isOpen'> {
  /** All collections of a resource that can be enumerated, and the one that counts the ids of them all. */
  collections(resource: Resource): readonly CollectionSnapshot[]
  /** A collection whose records are generated when they are first accessed. */
  collection(resource: Resource, scope: Scope): CollectionSnapshot
}

/** The data for generated values must have been loaded. */
export function createSeeds(size: Size, options: CrudOptions): Seeds {
  const examples = perObject((resource: Resource) =>
    exampleRecords(options, resource, idsOf(options, resource)),
  )
  const shownIds = perObject((resource: Resource) =>
    exampleIds(options, resource, idsOf(options, resource), examples(resource)),
  )
  const ids = createSeededIds(size, options, shownIds)
  const recordOf = createSeededRecords(options, ids, examples)
  const collection = (resource: Resource, scope: Scope): CollectionSnapshot => {
    const typedScope = idsOf(options, resource).scopeOf(scope)
    return lazyCollection({ resource: resource.name, scope: scope.map(String) }, () => {
      const recordIds = ids.inScope(resource, typedScope)
      return {
        nextId: followerOfAll(recordIds, recordIds.length),
        records: recordIds.map((id) =>
          lazyRecord(String(id), () => nestRecord(resource.nesting, recordOf(resource, typedScope, id))),
        ),
      }
    })
  }
  const counter = (resource: Resource): readonly CollectionSnapshot[] => {
    const last = ids.scopes(resource).at(-1)
    if (!last || !isNumberedAcross(options, resource)) return []
    return [
      lazyCollection({ resource: resource.name, scope: [] }, () => ({
        nextId: followerOfAll(ids.inScope(resource, last), ids.scopes(resource).length * size.below),
        records: [],
      })),
    ]
  }
  return {
    isOpen: ids.isOpen,
    collection,
    collections: (resource) => [
      ...ids.scopes(resource).map((scope) => collection(resource, scope)),
      ...counter(resource),
    ],
  }
}

/** The next number after those of records with these ids, of which there are so many. */
const followerOfAll = (ids: readonly Id[], count: number): number =>
  ids.reduce<number>((next, id) => Math.max(next, followerOf(String(id))), count + 1)
