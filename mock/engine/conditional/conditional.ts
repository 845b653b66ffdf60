import type { HttpRequest } from '../../../spec/http.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { requestHeader } from '../header-field.ts'

/** What the conditions of a request come to. `unmodified`: 304 to GET and HEAD. `failed`: 412. */
export type Verdict = 'go' | 'unmodified' | 'failed'

/** Whether a request depends on entity tags (RFC 9110 §13.1). */
export function isConditional({ headers }: HttpRequest): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined
}

/**
 * Judges If-Match, then If-None-Match (RFC 9110 §13.2.2) against the entity tag of the current representation,
 * undefined when there is none. The conditions by date do not count: the mock sends no Last-Modified.
 */
export function judge(request: HttpRequest, current: string | undefined, isRead: boolean): Verdict {
  const match = requestHeader(request, 'if-match')
  if (match !== undefined && !matches(match, current, 'strong')) return 'failed'
  const noneMatch = requestHeader(request, 'if-none-match')
  if (noneMatch === undefined || !matches(noneMatch, current, 'weak')) return 'go'
  return isRead ? 'unmodified' : 'failed'
}

/** Whether a list of entity tags, or `*`, names the current one (RFC 9110 §8.8.3.2). */
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
  return refuse(412, 'precondition_failed', 'The record is not, or no longer, as the request expects.')
}
