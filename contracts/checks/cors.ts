import { header } from '../../spec/http.ts'
import type { Check, Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** CORS headers, if sent at all, have values that browsers accept. */
export const cors: Check<Answer> = {
  id: 'cors',
  title: 'CORS headers have valid values',
  severity: 'error',
  requirement: 'Fetch §3.3.3: syntax of the CORS response headers',
  judge({ exchange }) {
    const { headers } = exchange.response
    const allowed = header(headers, 'access-control-allow-origin')
    // A server that echoes the origin of the request has none to echo here; no browser sees this response.
    const isUnused = allowed === '' && header(exchange.request.headers, 'origin') === undefined
    const origin = isUnused ? undefined : allowed
    const credentials = header(headers, 'access-control-allow-credentials')
    return [...ofOrigin(origin), ...ofCredentials(origin, credentials)]
  },
}

const single = /^(?:\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s,/?#]+)$/i

function ofOrigin(origin: string | undefined): readonly Violation[] {
  if (origin === undefined || single.test(origin)) return []
  return [
    {
      cause: 'origin',
      expected: 'Access-Control-Allow-Origin with a single origin or *',
      actual: `Access-Control-Allow-Origin: ${origin}`,
    },
  ]
}

function ofCredentials(origin: string | undefined, credentials: string | undefined): readonly Violation[] {
  if (credentials === undefined) return []
  const expected = 'Access-Control-Allow-Credentials: true, with a single origin'
  if (credentials !== 'true')
    return [{ cause: 'credentials', expected, actual: `Access-Control-Allow-Credentials: ${credentials}` }]
  return origin === '*'
    ? [
        {
          cause: 'credentials-for-all',
          expected,
          actual: 'Access-Control-Allow-Origin: *',
          requirement: 'Fetch §3.3.5: * does not allow requests with credentials',
          // Requests without credentials, which may be all that there are, succeed.
          severity: 'warning',
        },
      ]
    : []
}
