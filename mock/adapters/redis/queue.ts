import { StoreUnavailableError } from '../../store/unavailable.ts'

/** A queued item. */
export interface Waiting<T> {
  readonly item: T
  /** Called if the item is not taken in time. */
  readonly reject: (error: unknown) => void
}

/** Items that wait for the store, with a timeout. */
export interface Queue<T> {
  readonly size: number
  add(item: Waiting<T>): void
  /** Takes all items, in order. */
  take(): readonly Waiting<T>[]
  /** Puts items back to the front. */
  putBack(items: readonly Waiting<T>[]): void
}

/** Maximum milliseconds to wait for the store. */
const timeout = 3000

export function createQueue<T>(): Queue<T> {
  const waiting = new Map<Waiting<T>, NodeJS.Timeout>()
  const add = (item: Waiting<T>): void => {
    const giveUp = (): void => {
      waiting.delete(item)
      item.reject(new StoreUnavailableError('The store is busy: it was not to be had in time.'))
    }
    waiting.set(item, setTimeout(giveUp, timeout))
  }
  const take = (): readonly Waiting<T>[] => {
    const items = [...waiting.keys()]
    for (const timer of waiting.values()) clearTimeout(timer)
    waiting.clear()
    return items
  }
  return {
    get size() {
      return waiting.size
    },
    add,
    take,
    putBack: (items) => {
      for (const item of [...items, ...take()]) add(item)
    },
  }
}
