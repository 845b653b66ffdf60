import type { Document } from '../document.ts'
import { getOrInsertComputed } from '../util/memo.ts'

/** A large document has far more schemas than this, but works on most of them only for a while. */
const maxEntries = 40_000

/**
 * A cache of one fact about the schemas of each document, which lives as long as the document: documents never change.
 * The returned function gives the known result for a key, or computes it.
 */
export function createDocumentCache<Result>(): (
  document: Document,
  key: unknown,
  compute: () => Result,
) => Result {
  const caches = new WeakMap<Document, Map<unknown, Result>>()
  return (document, key, compute) => {
    const cache = getOrInsertComputed(caches, document, () => new Map())
    const known = cache.get(key)
    if (known !== undefined) return known
    const result = compute()
    if (cache.size >= maxEntries) cache.clear()
    cache.set(key, result)
    return result
  }
}
