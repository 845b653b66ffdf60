import type { Operation } from '../../../spec/document.ts'
import type { HttpRequest } from '../../../spec/http.ts'
import { ok, type Outcome } from '../../behaviour.ts'
import { requestHeader, isFieldName } from '../../http/header-field.ts'

/** Headers that browser code can read only if they are exposed (Fetch standard, CORS-safelisted response-header name). */
const always = [
  'Allow',
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Stablehand-Breach',
  'X-Stablehand-Explain',
  'X-Total-Count',
]

/** The value of `Access-Control-Expose-Headers`: the headers above and all that the document's responses declare. */
export function exposedHeaders(operations: readonly Operation[]): string {
  const names = new Map(always.map((name) => [name.toLowerCase(), name]))
  for (const { responses } of operations) {
    for (const { headers } of responses) {
      for (const { name } of headers) {
        if (isFieldName(name) && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
      }
    }
  }
  return [...names.values()].join(', ')
}

/** Whether a request is a CORS-preflight request (Fetch standard). */
export function isPreflight({ headers }: HttpRequest): boolean {
  return headers['origin'] !== undefined && headers['access-control-request-method'] !== undefined
}

/** Allows every origin, method and header: a mock has nothing to protect from other origins. */
export function preflight(request: HttpRequest, allow: readonly string[]): Outcome {
  return ok(204, undefined, {
    Allow: allow.join(', '),
    'Access-Control-Allow-Methods': allow.join(', '),
    'Access-Control-Allow-Headers': requestHeader(request, 'access-control-request-headers') ?? '*',
    'Access-Control-Max-Age': '600',
  })
}

/**
 * Adds the headers that let the requesting page read the response. They name its origin instead of `*`, which would not
 * allow requests with credentials.
 */
export function addCors(headers: Record<string, string>, request: HttpRequest, exposed: string): void {
  const origin = requestHeader(request, 'origin')
  if (origin === undefined) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Allow-Credentials'] = 'true'
  headers['Access-Control-Expose-Headers'] = exposed
}
