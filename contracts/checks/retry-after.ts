import { responseFor } from '../../spec/document.ts'
import { headerValues } from '../../spec/http.ts'
import { parseSunset } from '../../spec/http/lifecycle-fields.ts'
import type { Check, Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** Retry-After and the RateLimit headers can be parsed, and Retry-After is sent where the document requires it. */
export const retryAfter: Check<Answer> = {
  id: 'retry-after',
  title: 'Retry-After and RateLimit headers are valid',
  severity: 'error',
  requirement: 'RFC 9110 §10.2.3: Retry-After is a number of seconds or an HTTP-date',
  judge: (answer) => [...missing(answer), ...malformed(answer), ...rateLimits(answer)],
}

/** A required header missing from 429. No other check sees 429, because it ends the case. */
function missing({ status, operation, exchange }: Answer): readonly Violation[] {
  const declared = status === 429 && operation ? responseFor(operation, status)?.headers : undefined
  const isRequired =
    declared?.some(({ name, required }) => name.toLowerCase() === 'retry-after' && required) ?? false
  if (!isRequired || headerValues(exchange.response.headers, 'retry-after').length > 0) return []
  return [
    {
      cause: 'missing',
      expected: 'a Retry-After header with 429, which declares it as required',
      actual: 'no Retry-After header',
      requirement: 'OpenAPI 3.0.4 §4.7.21: a required header is always present',
    },
  ]
}

function malformed({ exchange }: Answer): readonly Violation[] {
  const broken = headerValues(exchange.response.headers, 'retry-after').find(
    (value) => !/^\d+$/.test(value) && parseSunset(value).kind === 'refused',
  )
  if (broken === undefined) return []
  return [
    {
      cause: 'malformed',
      expected: 'Retry-After in whole seconds, or as an HTTP-date',
      actual: `Retry-After: ${broken}`,
    },
  ]
}

const fields = [
  { name: 'RateLimit', needed: 'r' },
  { name: 'RateLimit-Policy', needed: 'q' },
] as const

/** Checks only values in the syntax of draft 11; earlier drafts used another one. */
function rateLimits({ exchange }: Answer): readonly Violation[] {
  return fields.flatMap(({ name, needed }) =>
    headerValues(exchange.response.headers, name)
      .filter(
        (value) =>
          value.trimStart().startsWith('"') && !value.split(',').every((item) => isPolicy(item, needed)),
      )
      .map((value): Violation => ({
        cause: `malformed:${name}`,
        expected: `${name} in the form "name";${needed}=0`,
        actual: `${name}: ${value}`,
        requirement: 'draft-ietf-httpapi-ratelimit-headers-11 §3 and §4: the RateLimit headers',
        severity: 'warning',
      })),
  )
}

const item =
  /^\s*"(?:[^"\\]|\\["\\])*"((?:\s*;\s*[a-z*][\w*.-]*(?:=(?:-?\d+(?:\.\d+)?|"[^"]*"|:[\w+/=]*:|[A-Za-z*][^\s;,]*|\?[01]))?)*)\s*$/

function isPolicy(text: string, needed: string): boolean {
  const parameters = item.exec(text)?.[1]
  return parameters !== undefined && new RegExp(`;\\s*${needed}=\\d+(?:\\s*;|\\s*$)`).test(parameters)
}
