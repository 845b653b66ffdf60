import { setupWorker } from 'msw/browser'
import type { CommonMock } from '../common-mock.ts'

/** Starts a service worker that passes this page's requests to the mock. `script` is the URL of MSW's worker script. */
export async function startWorker(mock: CommonMock, baseUrl: string, script: string): Promise<void> {
  await setupWorker(mock.msw({ baseUrl })).start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: script },
  })
}
