/** A pool of items by key, each of which is opened on first use. */
export interface Pool<T> {
  get(key: string): Promise<T>
  /** The open items; the most recently used one is last. */
  list(): readonly Pooled[]
  /** Closes an item. Returns false when none with this key is open. */
  drop(key: string): boolean
  close(): void
}

interface Pooled {
  readonly key: string
  /** Milliseconds since its last use. */
  readonly idle: number
}

export interface PoolOptions<T> {
  open(key: string): Promise<T>
  close(thing: T): void
  /** How many items stay open. Opening another one closes the least recently used. */
  readonly most: number
  /** Milliseconds without use after which an item is closed. */
  readonly idle: number
  /** Returns milliseconds since any fixed instant. */
  readonly elapsed: () => number
}

interface Item<T> {
  readonly thing: Promise<T>
  usedAt: number
}

/** Creates a pool. It closes idle items whenever it is used, and needs no timer. */
export function createPool<T>(options: PoolOptions<T>): Pool<T> {
  const { most, idle, elapsed } = options
  /** In the order of their last use, the oldest first. */
  const items = new Map<string, Item<T>>()
  const drop = (key: string): boolean => {
    const item = items.get(key)
    items.delete(key)
    item?.thing.then(
      (thing) => options.close(thing),
      () => {},
    )
    return item !== undefined
  }
  const sweep = (): void => {
    const now = elapsed()
    for (const [key, { usedAt }] of items) {
      if (now - usedAt < idle) return
      drop(key)
    }
  }
  const open = (key: string): Item<T> => {
    for (const oldest of items.keys()) {
      if (items.size < most) break
      drop(oldest)
    }
    const item: Item<T> = { thing: options.open(key), usedAt: 0 }
    item.thing.catch(() => {
      if (items.get(key) === item) items.delete(key)
    })
    return item
  }
  return {
    get(key) {
      sweep()
      const item = items.get(key) ?? open(key)
      item.usedAt = elapsed()
      items.delete(key)
      items.set(key, item)
      return item.thing
    },
    list() {
      sweep()
      return [...items].map(([key, { usedAt }]) => ({ key, idle: elapsed() - usedAt }))
    },
    drop,
    close() {
      for (const key of items.keys()) drop(key)
    },
  }
}
