import { headerValues } from '../../spec/http.ts'
import { responseFor } from '../../spec/document.ts'
import { parseSunset } from '../../spec/http/lifecycle-fields.ts'
import type { Answer } from '../answer.ts'
import type { Check, Violation } from '../check.ts'

/** Who is told to wait is told how long, in a way that can be read. */
export const retryAfter: Check<Answer> = {
  id: 'retry-after',
  title: 'Who has to wait can read how long',
  severity: 'error',
  requirement: 'RFC 9110 §10.2.3: Retry-After is a number of seconds or an HTTP-date',
  judge: (answer) => [...leftOut(answer), ...malformed(answer), ...rateLimits(answer)],
}

/** Nothing else looks at 429: it ends the case. */
function leftOut({ status, operation, exchange }: Answer): readonly Violation[] {
  const declared = status === 429 && operation ? responseFor(operation, status)?.headers : undefined
  const isRequired =
    declared?.some(({ name, required }) => name.toLowerCase() === 'retry-after' && required) ?? false
  if (!isRequired || headerValues(exchange.response.headers, 'retry-after').length > 0) return []
  return [
    {
      cause: 'missing',
      expected: '429 with Retry-After, which the response declares as required',
      actual: 'no such header',
      requirement: 'OpenAPI 3.0.4 §4.7.21: required headers',
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

/** Only fields that begin as draft 11 has them: earlier drafts had another syntax. */
function rateLimits({ exchange }: Answer): readonly Violation[] {
  return fields.flatMap(({ name, needed }) =>
    headerValues(exchange.response.headers, name)
      .filter(
        (value) =>
          value.trimStart().startsWith('"') && !value.split(',').every((item) => isPolicy(item, needed)),
      )
      .map((value): Violation => ({
        cause: `malformed:${name}`,
        expected: `${name} as "name";${needed}=0 and further parameters`,
        actual: `${name}: ${value}`,
        requirement: 'draft-ietf-httpapi-ratelimit-headers-11 §3 and §4',
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
