import { fileURLToPath } from 'node:url'
import type { MockOptions, StoreSnapshot } from '../../../mock/index.ts'
import { startBrowser } from '../../support/browser.ts'
import { buildPage } from '../../support/build-page.ts'
import { serveFolder } from '../../support/static-server.ts'
import type { Connection, ControlledMock } from '../connection.ts'
import type { Received, Sent, Stand } from './page/page.ts'

/** Runs mocks in a browser page, one at a time, reached through MSW's service worker. */
export interface ChromiumStand {
  /** Options must be plain data, as they are sent to the page. */
  open(options: MockOptions): Promise<Connection & { readonly mock: ControlledMock }>
  close(): Promise<void>
}

export async function startInChromium(): Promise<ChromiumStand> {
  const built = await buildPage(fileURLToPath(new URL('page', import.meta.url)))
  const host = await serveFolder(built.folder)
  const browser = await startBrowser()
  const page = await browser.newPage()
  await page.goto(`${host.url}/`)

  const call = async (method: keyof Stand, given?: unknown): Promise<unknown> =>
    page.evaluate(
      async ([name, argument]) => ((await window.stand)[name] as (argument: unknown) => unknown)(argument),
      [method, given] as const,
    )
  const mock: ControlledMock = {
    reset: async () => void (await call('reset')),
    snapshot: async () => (await call('snapshot')) as StoreSnapshot,
    restore: async (snapshot) => void (await call('restore', snapshot)),
    // Not awaited: the page runs commands in order.
    clock: { set: (instant) => void call('setClock', instant) },
  }
  const fetch = async (request: Request): Promise<Response> => {
    const sent: Sent = {
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      body: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()).toString('base64'),
    }
    const { status, headers, body } = (await call('request', sent)) as Received
    const fields = headers.map(([name, value]): [string, string] => [name, value])
    return new Response(body === '' ? null : Buffer.from(body, 'base64'), { status, headers: fields })
  }

  return {
    async open(options) {
      await call('open', options)
      return { mock, fetch, baseUrl: `${host.url}/v1`, close() {} }
    },
    async close() {
      await browser.close()
      await host.close()
      await built.remove()
    },
  }
}
