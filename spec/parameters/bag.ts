import type { Json } from '../json.ts'

/** An empty object that inherits nothing: `constructor` is absent until it is set, `__proto__` is a name like any other. */
export function createBag(): Record<string, Json> {
  return new Bag()
}

/** Cheaper than `Object.create(null)`, for which V8 keeps a hash table. */
const Bag = function () {} as unknown as new () => Record<string, Json>
Bag.prototype = Object.create(null)
