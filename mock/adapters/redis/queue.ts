import { StoreUnavailableError } from '../../store/unavailable.ts'

/** Something that is waited for. */
export interface Waiting<T> {
  readonly what: T
  readonly reject: (error: unknown) => void
}

/** What waits to be done, for so long at most. */
export interface Queue<T> {
  readonly size: number
  add(item: Waiting<T>): void
  /** All of it, in order. */
  take(): readonly Waiting<T>[]
  /** Back to the front. */
  putBack(items: readonly Waiting<T>[]): void
}

/** Milliseconds to wait for the store at most. */
const patience = 3000

export function createQueue<T>(): Queue<T> {
  const waiting = new Map<Waiting<T>, NodeJS.Timeout>()
  const add = (item: Waiting<T>): void => {
    const giveUp = (): void => {
      waiting.delete(item)
      item.reject(new StoreUnavailableError('The store is busy: it was not to be had in time.'))
    }
    waiting.set(item, setTimeout(giveUp, patience))
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
