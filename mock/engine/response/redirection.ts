import { responseFor, type Operation } from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'

/**
 * Where a redirection leads that says nothing of it itself (RFC 9110 §15.4): to where the request wants to be sent back,
 * as the document shows it, else to a place that is nobody's.
 */
export function redirection(operation: Operation, status: number, { query }: HttpRequest): string {
  const declared = responseFor(operation, status)?.headers.find(({ name }) => /^location$/i.test(name))
  const shown = declared?.examples[0]?.value
  return wished(query) ?? (typeof shown === 'string' ? shown : 'https://example.com/')
}

function wished(query: string): string | undefined {
  for (const [name, value] of new URLSearchParams(query)) {
    if (/^(?:redirect|return|callback)_?(?:to|ur[il])$/i.test(name) && URL.canParse(value)) return value
  }
  return undefined
}
