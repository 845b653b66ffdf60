/** An asynchronous queue with a single reader. */
export interface EventQueue<T> {
  readonly push: (value: T) => void
  readonly close: () => void
  /** The reader's iteration throws the error after all values pushed before it. */
  readonly fail: (error: unknown) => void
  events(): AsyncGenerator<T, void, undefined>
}

export function createEventQueue<T>(): EventQueue<T> {
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
