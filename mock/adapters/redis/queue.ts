import type { MaybePromise } from '../../maybe-promise.ts'
import { StoreUnavailableError } from '../../store/unavailable.ts'

/** A queued item. */
export interface Waiting<T> {
  readonly item: T
  /** Called if the item is not taken in time. */
  readonly reject: (error: unknown) => void
}

/** Items that wait for the store, with a timeout. */
export interface Queue<T> {
  add(item: Waiting<T>): void
  /** Takes all items, in order. */
  take(): readonly Waiting<T>[]
  /** Puts items back to the front. */
  putBack(items: readonly Waiting<T>[]): void
}

/** Maximum milliseconds to wait for the store. */
const timeout = 3000

/** @param serve takes items; called after the current tick, and again until no items wait */
export function createQueue<T>(serve: () => MaybePromise<void>): Queue<T> {
  const waiting = new Map<Waiting<T>, NodeJS.Timeout>()
  let isServing = false

  const insert = (item: Waiting<T>): void => {
    const giveUp = (): void => {
      waiting.delete(item)
      item.reject(new StoreUnavailableError('The store is busy: it was not to be had in time.'))
    }
    waiting.set(item, setTimeout(giveUp, timeout))
  }
  const serveAll = async (): Promise<void> => {
    isServing = true
    await Promise.resolve()
    while (waiting.size > 0) await serve()
    isServing = false
  }
  const take = (): readonly Waiting<T>[] => {
    const items = [...waiting.keys()]
    for (const timer of waiting.values()) clearTimeout(timer)
    waiting.clear()
    return items
  }
  return {
    add: (item) => {
      insert(item)
      if (!isServing) void serveAll()
    },
    take,
    putBack: (items) => {
      for (const item of [...items, ...take()]) insert(item)
    },
  }
}
