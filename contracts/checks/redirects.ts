import { header } from '../../spec/http.ts'
import { fine, type Check } from '../check.ts'
import type { Answer } from '../interaction.ts'
import { requestAt } from '../requests/paths.ts'

export interface RedirectEvidence {
  readonly answer: Answer
  /** Base URL of the API. */
  readonly target: string
  /** The URL in the record that the request names. */
  readonly pointsTo?: { readonly property: string; readonly url: string }
}

const redirecting = new Set([301, 302, 303, 307, 308])

/** A redirect leads to another URL, which may be on another origin. */
export const redirects: Check<RedirectEvidence> = {
  id: 'redirects',
  title: 'Redirects lead to another URL',
  severity: 'error',
  requirement: 'RFC 9110 §15.4: a redirect names its target in Location and does not loop',
  judge({ answer, target, pointsTo }) {
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
    if (pointsTo && !leadsTo(location, pointsTo.url)) {
      const { property, url } = pointsTo
      return [
        {
          cause: 'elsewhere',
          expected: `Location: ${url}, the ${property} of the record`,
          actual: `Location: ${location}`,
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

/** Whether a Location is a URL, perhaps with more in its query, such as where the client came from. */
function leadsTo(location: string, url: string): boolean {
  const wanted = new URL(url)
  if (!URL.canParse(location, url)) return false
  const { origin, pathname, searchParams } = new URL(location, url)
  const isKept = [...wanted.searchParams].every(([name, value]) => searchParams.getAll(name).includes(value))
  return origin === wanted.origin && pathname === wanted.pathname && isKept
}
