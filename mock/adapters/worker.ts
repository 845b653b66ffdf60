import { setupWorker } from 'msw/browser'
import type { CommonMock } from '../create.ts'

/** Has a service worker hand the requests of this page to the mock; `script` is MSW's, at or above the page. */
export async function startWorker(mock: CommonMock, baseUrl: string, script: string): Promise<void> {
  await setupWorker(mock.msw({ baseUrl })).start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: script },
  })
}
