import type { MaybePromise } from '../behaviour.ts'

/** Goes on with a value: at once when it is there, later when it is promised. */
export function after<T, U>(value: MaybePromise<T>, then: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(then) : then(value)
}

/** {@link after} for each item, one after the other. */
export function afterEach<T>(
  items: Iterable<T>,
  work: (item: T) => MaybePromise<unknown>,
): MaybePromise<void> {
  const iterator = items[Symbol.iterator]()
  for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
    const result = work(next.value)
    if (result instanceof Promise) {
      return result.then(() => afterEach({ [Symbol.iterator]: () => iterator }, work))
    }
  }
  return undefined
}

/** The value of work that is known to be synchronous. */
export function settled<T>(value: MaybePromise<T>): T {
  if (value instanceof Promise) throw new TypeError('This work was expected to be synchronous.')
  return value
}
