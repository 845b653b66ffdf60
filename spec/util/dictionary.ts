import type { Json } from '../json.ts'

/** An empty object without a prototype: `constructor` is absent until it is set, and `__proto__` is an ordinary name. */
export function createDictionary(): Record<string, Json> {
  return new Dictionary()
}

/** Cheaper than `Object.create(null)`, for which V8 uses a hash table. */
const Dictionary = function () {} as unknown as new () => Record<string, Json>
Dictionary.prototype = Object.create(null)
