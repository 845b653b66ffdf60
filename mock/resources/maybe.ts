import type { MaybePromise } from '../behaviour.ts'

/** Goes on with a value: at once when it is there, later when it is promised. */
export function after<T, U>(value: MaybePromise<T>, then: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(then) : then(value)
}

/** What work makes of each, one after another: it may have to ask a store. */
export function mapAfter<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => MaybePromise<U>,
): MaybePromise<readonly U[]> {
  const done: U[] = []
  const from = (start: number): MaybePromise<readonly U[]> => {
    for (let index = start; index < items.length; index += 1) {
      const result = work(items[index] as T, index)
      if (result instanceof Promise) {
        return result.then((value) => {
          done.push(value)
          return from(index + 1)
        })
      }
      done.push(result)
    }
    return done
  }
  return from(0)
}

/** The value of work that is known to be synchronous. */
export function settled<T>(value: MaybePromise<T>): T {
  if (value instanceof Promise) throw new TypeError('This work was expected to be synchronous.')
  return value
}
