import { setupWorker } from 'msw/browser'
import { createMock, type Mock, type MockOptions, type StoreSnapshot } from 'stablehand/browser'

/** A request, as plain data. */
export interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: readonly number[] | undefined
}

export interface Received {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: readonly number[]
}

/** The functions a test calls in the page. */
export interface Stand {
  open(options: MockOptions): Promise<void>
  request(sent: Sent): Promise<Received>
  reset(): Promise<void>
  snapshot(): Promise<StoreSnapshot>
  restore(snapshot: StoreSnapshot): Promise<void>
  setClock(instant: string): void
}

declare global {
  interface Window {
    readonly stand: Promise<Stand>
  }
}

async function start(): Promise<Stand> {
  const worker = setupWorker()
  await worker.start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: './mockServiceWorker.js' },
  })
  let mock: Mock
  return {
    async open(options) {
      mock = await createMock(options)
      worker.resetHandlers(mock.msw({ baseUrl: '/v1' }))
    },
    async request({ url, method, headers, body }) {
      const response = await fetch(url, {
        method,
        headers: headers.map(([name, value]) => [name, value] as [string, string]),
        ...(body && { body: Uint8Array.from(body) }),
      })
      return {
        status: response.status,
        headers: [...response.headers],
        body: [...new Uint8Array(await response.arrayBuffer())],
      }
    },
    reset: () => mock.reset(),
    snapshot: () => mock.snapshot(),
    restore: (snapshot) => mock.restore(snapshot),
    setClock: (instant) => mock.clock.set(instant),
  }
}

Object.assign(window, { stand: start() })
