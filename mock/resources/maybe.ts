import type { MaybePromise } from '../behaviour.ts'

/** Goes on with a value: at once when it is there, later when it is promised. */
export function after<T, U>(value: MaybePromise<T>, then: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(then) : then(value)
}

/** The value of work that is known to be synchronous. */
export function settled<T>(value: MaybePromise<T>): T {
  if (value instanceof Promise) throw new TypeError('This work was expected to be synchronous.')
  return value
}
