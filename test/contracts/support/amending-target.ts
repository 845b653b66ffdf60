import type { Mock } from '../../../mock/index.ts'

/** A JSON object that a client sends. */
export type Body = Readonly<Record<string, unknown>>

/** What a server changes in requests before it validates them. */
export interface Amendments {
  readonly query?: (query: URLSearchParams) => void
  readonly body?: (body: Body) => Body
}

/** A target that validates requests only after it has amended them; the rest is the mock's. */
export const amendingTarget =
  (mock: Mock, { query, body: amend }: Amendments) =>
  async (request: Request): Promise<Response> => {
    const { method, headers } = request
    const url = new URL(request.url)
    query?.(url.searchParams)
    headers.delete('content-length')
    const text = method === 'POST' ? await request.text() : undefined
    const body = text === undefined ? null : amend ? amended(text, amend) : text
    return mock.fetch(new Request(url, { method, headers, body }))
  }

function amended(text: string, amend: (body: Body) => Body): string {
  try {
    const body = JSON.parse(text) as unknown
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
    return isObject ? JSON.stringify(amend(body as Body)) : text
  } catch {
    return text
  }
}
