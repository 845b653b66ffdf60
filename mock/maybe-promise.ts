/** A value, or a promise of it where something had to be awaited. Keeps synchronous requests free of promises. */
export type MaybePromise<T> = T | Promise<T>

/** Applies a function to a value: synchronously, or once the value is resolved when it is a promise. */
export function after<T, U>(value: MaybePromise<T>, then: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(then) : then(value)
}

/** Returns a function that loads a value with its first call, and returns it synchronously once it is there. */
export function onDemand<T>(load: () => Promise<T>): () => MaybePromise<T> {
  let loaded: MaybePromise<T> | undefined
  return () => (loaded ??= load().then((value) => (loaded = value)))
}

/** Maps items one after another, synchronously until the first promise. */
export function mapAfter<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => MaybePromise<U>,
): MaybePromise<readonly U[]> {
  const results: U[] = []
  const from = (start: number): MaybePromise<readonly U[]> => {
    for (let index = start; index < items.length; index += 1) {
      const result = work(items[index] as T, index)
      if (result instanceof Promise) {
        return result.then((value) => {
          results.push(value)
          return from(index + 1)
        })
      }
      results.push(result)
    }
    return results
  }
  return from(0)
}

/** Reduces items one after another, synchronously until the first promise. */
export function reduceAfter<T, U>(
  items: readonly T[],
  initial: MaybePromise<U>,
  work: (accumulated: U, item: T) => MaybePromise<U>,
): MaybePromise<U> {
  return items.reduce<MaybePromise<U>>(
    (accumulated, item) => after(accumulated, (value) => work(value, item)),
    initial,
  )
}

/** Unwraps a value that is known to be synchronous. Throws a TypeError for a promise. */
export function settled<T>(value: MaybePromise<T>): T {
  if (value instanceof Promise) throw new TypeError('This work was expected to be synchronous.')
  return value
}
