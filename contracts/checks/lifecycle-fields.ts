import { headerValues } from '../../spec/http.ts'
import { responseFor, type Operation } from '../../spec/document.ts'
import { parseDeprecation, parseSunset, type FieldReading } from '../../spec/lifecycle-fields.ts'
import type { Answer } from '../answer.ts'

/** What a response says; undefined when it does not have the field. Both fields are single. */
export function deprecationOf({ exchange }: Answer): FieldReading | undefined {
  return read(headerValues(exchange.response.headers, 'deprecation'), readSeconds)
}

export function sunsetOf({ exchange }: Answer): FieldReading | undefined {
  return read(headerValues(exchange.response.headers, 'sunset'), parseSunset)
}

function read(values: readonly string[], parse: (value: string) => FieldReading): FieldReading | undefined {
  const [value] = values
  if (value === undefined) return undefined
  return values.length === 1
    ? parse(value)
    : { kind: 'refused', reason: `It comes ${String(values.length)} times.` }
}

/** The year 5138: whoever says more means milliseconds. */
const latest = 100_000_000_000

function readSeconds(value: string): FieldReading {
  const found = parseDeprecation(value)
  if (found.kind === 'refused' || Math.abs(found.seconds) <= latest) return found
  return { kind: 'refused', reason: `'${value}' is in milliseconds; a Date is in seconds.` }
}

/** A Sunset before the Deprecation is one defect, whichever of the two is wrong. */
export function isOutOfOrder(answer: Answer): boolean {
  const [deprecation, sunset] = [deprecationOf(answer), sunsetOf(answer)]
  return deprecation?.kind === 'ok' && sunset?.kind === 'ok' && sunset.seconds < deprecation.seconds
}

/** Successes announce it; other responses do where the document declares the header for them. */
export function isAnnounced({ status }: Answer, operation: Operation, name: string): boolean {
  if (status >= 200 && status < 400) return true
  if (status >= 500 || status === 410) return false
  const declared = responseFor(operation, status)
  return declared !== undefined && declared.status !== 'default' && hasHeader(declared.headers, name)
}

/** Whether any response of the operation has the header, by the document. */
export function declaresHeader(operation: Operation, name: string): boolean {
  return operation.responses.some((each) => hasHeader(each.headers, name))
}

const hasHeader = (headers: readonly { readonly name: string }[], name: string): boolean =>
  headers.some((each) => each.name.toLowerCase() === name)
