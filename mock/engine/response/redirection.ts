import { responseFor, type Operation } from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'

/**
 * The default Location of a redirection (RFC 9110 §15.4): the URL in a query parameter such as `redirect_uri`, else the
 * document's example, else https://example.com/.
 */
export function redirection(operation: Operation, status: number, { query }: HttpRequest): string {
  const declared = responseFor(operation, status)?.headers.find(({ name }) => /^location$/i.test(name))
  const shown = declared?.examples[0]?.value
  return requestedUrl(query) ?? (typeof shown === 'string' ? shown : 'https://example.com/')
}

function requestedUrl(query: string): string | undefined {
  for (const [name, value] of new URLSearchParams(query)) {
    if (/^(?:redirect|return|callback)_?(?:to|ur[il])$/i.test(name) && URL.canParse(value)) return value
  }
  return undefined
}
