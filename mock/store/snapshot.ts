import { isObject } from '../../spec/util/object.ts'
import type { CollectionSnapshot } from './lazy.ts'
import { isLazy } from './lazy.ts'
import type { StoreSnapshot } from './store.ts'

/** Checks a value from a file or a client. Throws a TypeError with the location of the first problem. */
export function checkSnapshot(value: unknown): asserts value is StoreSnapshot {
  const collections = isObject(value) ? value['collections'] : undefined
  if (!Array.isArray(collections)) throw new TypeError("A snapshot must have an array 'collections'.")
  collections.forEach((collection, index) => checkCollection(collection, `/collections/${index}`))
}

function checkCollection(value: unknown, at: string): void {
  if (!isObject(value)) throw new TypeError(`${at} must be an object.`)
  if (isLazy(value as unknown as CollectionSnapshot)) return
  const { resource, scope, nextId, records } = value
  if (typeof resource !== 'string') throw new TypeError(`${at}/resource must be a string.`)
  if (!Array.isArray(scope) || !scope.every((id) => typeof id === 'string')) {
    throw new TypeError(`${at}/scope must be an array of strings.`)
  }
  if (!Number.isSafeInteger(nextId) || (nextId as number) < 1) {
    throw new TypeError(`${at}/nextId must be a positive integer.`)
  }
  if (!Array.isArray(records) || !records.every(isEntry)) {
    throw new TypeError(`${at}/records must be an array of [id, record].`)
  }
}

function isEntry(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isObject(value[1])
}
