import { showPets } from './pets-page.ts'

// Where the API is: a server's URL in `?api=…`; else this page's own folder, answered by the service worker.
const api = new URLSearchParams(location.search).get('api')
const baseUrl = api ?? new URL('./api', location.href).href
if (api === null) {
  const { startWorker } = await import('./worker.ts')
  await startWorker(baseUrl)
}
await showPets(baseUrl)
