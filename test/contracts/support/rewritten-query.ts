import type { FetchHandler } from '../../../contracts/client/fetch-client.ts'
import type { Mock } from '../../../mock/index.ts'

/** A service that answers as the mock does to the same request with a changed query: one that ignores a filter, say. */
export const rewrittenQuery =
  (mock: Mock, change: (query: URLSearchParams) => void): FetchHandler =>
  async (request) => {
    const url = new URL(request.url)
    change(url.searchParams)
    return mock.fetch(new Request(url, request))
  }
