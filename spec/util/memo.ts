/** Caches a function's results by its argument. At `maxEntries` the cache starts afresh, as clients may send ever new arguments. */
export function memo<T>(work: (text: string) => T, maxEntries: number = 100): (text: string) => T {
  const known = new Map<string, { readonly result: T }>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before.result
    if (known.size >= maxEntries) known.clear()
    const result = work(text)
    known.set(text, { result })
    return result
  }
}

/** Caches a function of a property or parameter name: a document uses the same few thousand names over and over. */
export const perName = <T>(work: (name: string) => T): ((name: string) => T) => memo(work, 10_000)

/** Caches a function's results by its argument, as long as that exists. */
export function perObject<K extends object, T>(work: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, { readonly result: T }>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before.result
    const result = work(key)
    known.set(key, { result })
    return result
  }
}

interface Cache<K, V> {
  get: (key: K) => V | undefined
  set: (key: K, value: V) => unknown
}

/** Returns the value of a key, which is computed and inserted if there is none, as newer runtimes' `Map` does. */
export function getOrInsertComputed<K, V>(map: Cache<K, V>, key: K, compute: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = compute()
  map.set(key, value)
  return value
}
