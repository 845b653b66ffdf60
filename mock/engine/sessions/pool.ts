/** Things that are opened by key when they are first asked for. */
export interface Pool<T> {
  get(key: string): Promise<T>
  /** Those that are open, the one used last at the end. */
  list(): readonly Pooled[]
  /** False when there is none. */
  drop(key: string): boolean
  close(): void
}

interface Pooled {
  readonly key: string
  /** Milliseconds since it was last asked for. */
  readonly idle: number
}

export interface PoolOptions<T> {
  open(key: string): Promise<T>
  close(thing: T): void
  /** How many are kept: one more, and the one that was used least recently is closed. */
  readonly most: number
  /** Milliseconds after which one that nobody asked for is closed. */
  readonly idle: number
  /** Milliseconds since any moment. */
  readonly elapsed: () => number
}

interface Item<T> {
  readonly thing: Promise<T>
  usedAt: number
}

/** Looks for what has been idle too long whenever something is asked for: no timer runs. */
export function createPool<T>(options: PoolOptions<T>): Pool<T> {
  const { most, idle, elapsed } = options
  /** In the order of their last use. */
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
