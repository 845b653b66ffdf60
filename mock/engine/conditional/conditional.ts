import type { HttpRequest } from '../../../spec/http.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { requestHeader } from '../../http/header-field.ts'

/** The result of evaluating preconditions. `go`: process the request. `unmodified`: 304. `failed`: 412. */
export type PreconditionResult = 'go' | 'unmodified' | 'failed'

/** Whether a request has preconditions on entity tags (RFC 9110 §13.1). */
export function isConditional({ headers }: HttpRequest): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined
}

/**
 * Evaluates If-Match, then If-None-Match (RFC 9110 §13.2.2) against `current`, the entity tag of the current
 * representation, which is undefined when there is none. Conditions by date are ignored: the mock sends no Last-Modified.
 */
export function evaluatePreconditions(
  request: HttpRequest,
  current: string | undefined,
  isRead: boolean,
): PreconditionResult {
  const match = requestHeader(request, 'if-match')
  if (match !== undefined && !matches(match, current, 'strong')) return 'failed'
  const noneMatch = requestHeader(request, 'if-none-match')
  if (noneMatch === undefined || !matches(noneMatch, current, 'weak')) return 'go'
  return isRead ? 'unmodified' : 'failed'
}

/** Whether a list of entity tags, or `*`, matches the current one (RFC 9110 §8.8.3.2). */
function matches(list: string, current: string | undefined, comparison: 'strong' | 'weak'): boolean {
  if (current === undefined) return false
  if (list.trim() === '*') return true
  const tags = list.match(entityTags) ?? []
  return tags.some((tag) => (comparison === 'weak' ? opaque(tag) === opaque(current) : tag === current))
}

const entityTags = /(?:W\/)?"[^"]*"/g
const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag)

/** 412 (RFC 9110 §15.5.13). */
export function preconditionFailed(): Refused {
  return refuse(
    412,
    'precondition_failed',
    'The condition in If-Match or If-None-Match is not met. Get the current ETag and try again.',
  )
}

/** 428 (RFC 6585 §3). */
export function preconditionRequired(): Refused {
  return refuse(428, 'precondition_required', 'Send the current ETag in If-Match.')
}
