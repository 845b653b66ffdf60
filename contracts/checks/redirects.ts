import { header } from '../../spec/http.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { requestAt } from '../requests/paths.ts'

export interface RedirectEvidence {
  readonly answer: Answer
  /** Base URL of the API. */
  readonly target: string
}

const redirecting = new Set([301, 302, 303, 307, 308])

/** A redirect leads to another URL, which may be on another origin. */
export const redirects: Check<RedirectEvidence> = {
  id: 'redirects',
  title: 'Redirects lead to another URL',
  severity: 'error',
  requirement: 'RFC 9110 §15.4: a redirect names its target in Location and does not loop',
  judge({ answer, target }) {
    const { status, exchange } = answer
    if (!redirecting.has(status)) return fine
    const location = header(exchange.response.headers, 'location')
    if (location === undefined) {
      return [
        {
          cause: 'without-location',
          expected: `a Location header with ${String(status)}`,
          actual: 'no Location header',
          severity: 'warning',
        },
      ]
    }
    const { path, query, method } = exchange.request
    if (method !== 'GET' && method !== 'HEAD') return fine
    const next = requestAt(target, location, path)
    if (next?.path !== path || next.query !== query) return fine
    return [
      {
        cause: 'circle',
        expected: 'Location to point to another URL',
        actual: `Location: ${location}, the URL of the request itself`,
      },
    ]
  },
}
