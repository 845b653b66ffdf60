import { setupWorker } from 'msw/browser'
import { createMock, type Mock, type MockOptions, type StoreSnapshot } from 'stablehand/browser'

/** A request, as plain data; bodies are in base64, which is quicker to send than arrays. */
export interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | undefined
}

export interface Received {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
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

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader()
  const read = new Promise((resolve) => {
    reader.addEventListener('load', resolve)
  })
  reader.readAsDataURL(blob)
  await read
  return (reader.result as string).replace(/^[^,]*,?/, '')
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
        ...(body !== undefined && { body: Uint8Array.from(atob(body), (byte) => byte.charCodeAt(0)) }),
      })
      return {
        status: response.status,
        headers: [...response.headers],
        body: await base64Of(await response.blob()),
      }
    },
    reset: () => mock.reset(),
    snapshot: () => mock.snapshot(),
    restore: (snapshot) => mock.restore(snapshot),
    setClock: (instant) => mock.clock.set(instant),
  }
}

Object.assign(window, { stand: start() })
