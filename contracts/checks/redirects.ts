import { header } from '../../spec/http.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check } from '../check.ts'
import { requestAt } from '../records/paths.ts'

export interface RedirectEvidence {
  readonly answer: Answer
  /** Base URL of what is tested. */
  readonly target: string
}

const redirecting = new Set([301, 302, 303, 307, 308])

/** A redirection leads somewhere else. Other origins are nobody's fault: files often are elsewhere. */
export const redirects: Check<RedirectEvidence> = {
  id: 'redirects',
  title: 'Redirections lead somewhere',
  severity: 'error',
  requirement: 'RFC 9110 §15.4: a redirection names in Location where to go on, and not in a circle',
  judge({ answer, target }) {
    const { status, exchange } = answer
    if (!redirecting.has(status)) return fine
    const location = header(exchange.response.headers, 'location')
    if (location === undefined) {
      return [
        {
          cause: 'without-location',
          expected: `${String(status)} with Location`,
          actual: 'no such header',
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
        expected: 'Location to lead elsewhere',
        actual: `Location: ${location}, which is what was asked for`,
      },
    ]
  },
}
