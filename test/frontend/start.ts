import { showPets } from './pets-page.ts'

// The URL of the API: a server's in `?api=…`, otherwise the folder of this page, where the service worker responds.
const api = new URLSearchParams(location.search).get('api')
const baseUrl = api ?? new URL('./api', location.href).href
if (api === null) {
  const { startWorker } = await import('./worker.ts')
  await startWorker(baseUrl)
}
await showPets(baseUrl)
