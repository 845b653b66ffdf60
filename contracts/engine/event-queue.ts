/** Values pushed by one side, in order, to the one reader of the other. */
export interface Queue<T> {
  readonly push: (value: T) => void
  readonly close: () => void
  /** The reader gets the error after all values before it. */
  readonly fail: (error: unknown) => void
  events(): AsyncGenerator<T, void, undefined>
}

export function createQueue<T>(): Queue<T> {
  let waiting: T[] = []
  let end: { readonly error?: unknown } | undefined
  let wake: () => void = () => undefined
  return {
    push(value) {
      waiting.push(value)
      wake()
    },
    close() {
      end = {}
      wake()
    },
    fail(error) {
      end = { error }
      wake()
    },
    async *events() {
      for (;;) {
        const batch = waiting
        waiting = []
        yield* batch
        if (waiting.length > 0) continue
        if (end) {
          if ('error' in end) throw end.error
          return
        }
        const { promise, resolve } = deferred()
        wake = resolve
        await promise
      }
    },
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
