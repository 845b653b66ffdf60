import { headerValues } from '../../spec/http.ts'
import { fine, type Check, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** Responses with 204, 205 or 304 have no content. */
export const noContent: Check<Answer> = {
  id: 'no-content',
  title: '204, 205 and 304 responses have no content',
  severity: 'error',
  requirement: 'RFC 9110 §6.4.1: responses with 204 or 304 have no content',
  judge(answer) {
    const { status, exchange } = answer
    if (status === 204) return [...lengthOf204(answer), ...content(answer)]
    if (status === 304) return content(answer)
    return status === 205 && exchange.response.body.length > 0 ? content(answer) : fine
  },
}

function lengthOf204({ exchange }: Answer): readonly Violation[] {
  const found = ['Content-Length', 'Transfer-Encoding'].filter(
    (name) => headerValues(exchange.response.headers, name).length > 0,
  )
  return found.map((name) => {
    const value = headerValues(exchange.response.headers, name).join(', ')
    return {
      cause: `204:${name.toLowerCase()}`,
      expected: `204 without ${name}`,
      actual: `${name}: ${value}`,
      requirement: `${name === 'Content-Length' ? 'RFC 9110 §8.6' : 'RFC 9112 §6.1'}: MUST NOT be sent with 204`,
      // Forbidden but harmless: CORS middleware sends it for clients that wait for content.
      ...(name === 'Content-Length' && value === '0' && { severity: 'warning' as const }),
    }
  })
}

function content({ status, exchange }: Answer): readonly Violation[] {
  const { length } = exchange.response.body
  if (length === 0) return fine
  return [
    {
      cause: `${String(status)}:content`,
      expected: `${String(status)} without content`,
      actual: `${String(length)} bytes of content`,
    },
  ]
}
