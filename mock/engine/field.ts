import type { HttpRequest } from '../../spec/http.ts'

/**
 * A header field of a request, whose names are in lower case already: unlike `header`, a field that is not there costs
 * nothing.
 */
export function field({ headers }: HttpRequest, name: Lowercase<string>): string | undefined {
  const value = headers[name]
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}
