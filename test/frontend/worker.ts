import { setupWorker } from 'msw/browser'
import { createMock } from 'stablehand/browser'

/** The Pet Store in this page: from here on a service worker hands it the requests to `baseUrl`. */
export async function startWorker(baseUrl: string): Promise<void> {
  const mock = await createMock()
  await setupWorker(mock.msw({ baseUrl })).start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: './mockServiceWorker.js' },
  })
}
