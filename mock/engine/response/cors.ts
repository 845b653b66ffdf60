import type { HttpRequest } from '../../../spec/http.ts'
import type { Operation } from '../../../spec/document.ts'
import { ok, type Outcome } from '../../behaviour.ts'
import { requestHeader, isFieldName } from '../header-field.ts'

/** Fields that browser code would not see otherwise (Fetch standard, CORS-safelisted response-header name). */
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

/** The fields above and all that responses of the document declare, as `Access-Control-Expose-Headers` lists them. */
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

/** Whether a browser asks what it may send (Fetch standard, CORS-preflight request). */
export function isPreflight({ headers }: HttpRequest): boolean {
  return headers['origin'] !== undefined && headers['access-control-request-method'] !== undefined
}

/** Allows any page to send what it asks for: nothing here is worth protecting from another origin. */
export function preflight(request: HttpRequest, allow: readonly string[]): Outcome {
  return ok(204, undefined, {
    Allow: allow.join(', '),
    'Access-Control-Allow-Methods': allow.join(', '),
    'Access-Control-Allow-Headers': requestHeader(request, 'access-control-request-headers') ?? '*',
    'Access-Control-Max-Age': '600',
  })
}

/** Adds the fields that let the page which sent the request read the answer. The origin is named, not `*`, so that
 *  requests with credentials pass too. */
export function addCors(headers: Record<string, string>, request: HttpRequest, exposed: string): void {
  const origin = requestHeader(request, 'origin')
  if (origin === undefined) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Allow-Credentials'] = 'true'
  headers['Access-Control-Expose-Headers'] = exposed
}
