import { header } from '../../spec/http.ts'
import type { Answer } from '../answer.ts'
import type { Check, Violation } from '../check.ts'

/** What is said to browsers of other origins is something they understand; whether anything is said is left to the API. */
export const cors: Check<Answer> = {
  id: 'cors',
  title: 'CORS fields are such that browsers heed them',
  severity: 'error',
  requirement: 'Fetch §3.3.3: the CORS response headers',
  judge({ exchange }) {
    const { headers } = exchange.response
    const told = header(headers, 'access-control-allow-origin')
    // Who tells each origin by name has none to tell where none asks: no browser looks at it.
    const origin = told === '' && header(exchange.request.headers, 'origin') === undefined ? undefined : told
    const credentials = header(headers, 'access-control-allow-credentials')
    return [...ofOrigin(origin), ...ofCredentials(origin, credentials)]
  },
}

const single = /^(?:\*|null|[a-z][a-z0-9+.-]*:\/\/[^\s,/?#]+)$/i

function ofOrigin(origin: string | undefined): readonly Violation[] {
  if (origin === undefined || single.test(origin)) return []
  return [{ cause: 'origin', expected: 'Access-Control-Allow-Origin with one origin, or *', actual: origin }]
}

function ofCredentials(origin: string | undefined, credentials: string | undefined): readonly Violation[] {
  if (credentials === undefined) return []
  const expected = 'Access-Control-Allow-Credentials: true, and an origin by name'
  if (credentials !== 'true') return [{ cause: 'credentials', expected, actual: credentials }]
  return origin === '*'
    ? [
        {
          cause: 'credentials-for-all',
          expected,
          actual: 'Access-Control-Allow-Origin: *',
          requirement: 'Fetch §3.3.5: * is not for requests with credentials',
        },
      ]
    : []
}
