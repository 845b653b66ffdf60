import { setupWorker } from 'msw/browser'
import { createMock } from 'stablehand/browser'

/** Starts the Pet Store in this page; the service worker passes it the requests to `baseUrl`. */
export async function startWorker(baseUrl: string): Promise<void> {
  const mock = await createMock()
  await setupWorker(mock.msw({ baseUrl })).start({
    quiet: true,
    onUnhandledRequest: 'bypass',
    serviceWorker: { url: './mockServiceWorker.js' },
  })
}
