import { headerValues } from '../../spec/http.ts'
import { responseFor, type Operation } from '../../spec/document.ts'
import type { Answer } from '../answer.ts'
import { fine, type Check, type Severity } from '../check.ts'

const parameters = String.raw`(?: *; *[a-z*][a-z0-9_\-.*]*(?:=(?:"[^"]*"|[^;,\s]+))?)*`
const structuredDate = new RegExp(`^ *@(-?\\d{1,15})${parameters} *$`)

/** The instant of a Deprecation field in Unix seconds; undefined when it is no Date of RFC 9651. */
export function readDeprecation(values: readonly string[]): number | undefined {
  const seconds = values.length === 1 ? structuredDate.exec(values[0] ?? '')?.[1] : undefined
  return seconds === undefined ? undefined : Number(seconds)
}

/** A deprecated operation says since when, and what it says is what the document says. */
export const deprecationHeader: Check<Answer> = {
  id: 'deprecation-header',
  title: 'Deprecation is announced',
  severity: 'error',
  requirement: 'RFC 9745 §2: the Deprecation header field',
  judge(answer) {
    const { operation, exchange } = answer
    if (!operation?.lifecycle.deprecated) return fine
    const values = headerValues(exchange.response.headers, 'deprecation')
    if (values.length === 0) return missing(answer, operation)
    const instant = readDeprecation(values)
    const { since } = operation.lifecycle
    if (instant === undefined) return [{ ...malformed, actual: `Deprecation: ${values.join(', ')}` }]
    if (since === undefined || instant === since) return fine
    return [
      {
        cause: 'contradicts',
        expected: `Deprecation: @${String(since)}, as the document says`,
        actual: `Deprecation: ${values.join(', ')}`,
        requirement: operation.pointer,
      },
    ]
  },
}

const malformed = {
  cause: 'malformed',
  expected: 'a Structured Field Date such as @1688169599',
  requirement: 'RFC 9745 §2.1: its value MUST be a Date (RFC 9651 §3.3.7)',
} as const

function missing(answer: Answer, operation: Operation): ReturnType<typeof deprecationHeader.judge> {
  if (!isAnnounced(answer, operation, 'deprecation')) return fine
  const promised = operation.lifecycle.sunset !== undefined || declares(operation, 'deprecation')
  const severity: Severity = promised ? 'error' : 'warning'
  const expected = 'a Deprecation header on a deprecated operation'
  return [{ cause: 'missing', expected, actual: 'none', severity, requirement: `${operation.pointer}/deprecated and RFC 9745 §2` }]
}

/** Successes announce it; other responses do where the document declares the header for them. */
export function isAnnounced({ status }: Answer, operation: Operation, name: string): boolean {
  if (status >= 200 && status < 400) return true
  if (status >= 500 || status === 410) return false
  const declared = operation.responses.find((each) => each.status === String(status)) ?? responseFor(operation, status)
  return declared?.status !== 'default' && hasHeader(declared?.headers, name)
}

export function declares(operation: Operation, name: string): boolean {
  return operation.responses.some((each) => hasHeader(each.headers, name))
}

const hasHeader = (headers: readonly { readonly name: string }[] | undefined, name: string): boolean =>
  headers?.some((each) => each.name.toLowerCase() === name) ?? false
