import type { Browser } from 'playwright-core'
import { startServer } from '../../../mock/adapters/server.ts'
import { createMock, type Mock } from '../../../mock/index.ts'
import { watchedPage, type WatchedPage } from '../../support/browser.ts'

export interface Visit extends WatchedPage {
  readonly mock: Mock
  readonly url: string
  /** Sends a request to the API, as a frontend would. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

/** Opens a view of the console of a new mock, of the Pet Store or the document. */
export async function visit(browser: Browser, view = '', document?: object): Promise<Visit> {
  const mock = await createMock(document && { document })
  const { url, close } = await startServer(mock, { port: 0, host: '127.0.0.1' })
  const watched = await watchedPage(browser)
  const { page } = watched
  await page.goto(`${url}/_mock${view === '' ? '' : `/#${view}`}`)
  await page.locator('main h1').waitFor()
  await page.getByText('live', { exact: true }).waitFor()
  return {
    ...watched,
    mock,
    url,
    ask: (path, init) => fetch(url + path, init),
    close: async () => {
      await page.close()
      await close()
    },
  }
}
