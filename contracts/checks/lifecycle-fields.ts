import { header, headerValues } from '../../spec/http.ts'
import { responseFor, type Operation } from '../../spec/document.ts'
import { parseDeprecation, parseSunset, type FieldReading } from '../../spec/http/lifecycle-fields.ts'
import type { Answer } from '../answer.ts'
import { fine, type Violation } from '../check.ts'

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

/** A field as an answer has it, beside what it should be. */
interface FieldEvidence {
  readonly name: 'Deprecation' | 'Sunset'
  readonly reading: FieldReading
  /** What is told of a value that cannot be read. */
  readonly malformed: Pick<Violation, 'expected' | 'requirement'>
  /** By the document, in Unix seconds; undefined where it says nothing. */
  readonly declared: number | undefined
  /** Writes such seconds as the field has them. */
  readonly format: (seconds: number) => string
}

/** The value of a field can be read, and is what the document says. */
export function judgeField(
  answer: Answer,
  operation: Operation,
  { name, reading, malformed, declared, format }: FieldEvidence,
): readonly Violation[] {
  const actual = `${name}: ${header(answer.exchange.response.headers, name) ?? ''}`
  if (reading.kind === 'refused')
    return [{ cause: 'malformed', ...malformed, actual: `${actual} (${reading.reason.replace(/\.$/, '')})` }]
  if (declared === undefined || reading.seconds === declared || outOfOrder(answer)) return fine
  const expected = `${name}: ${format(declared)}, as the document says`
  return [{ cause: 'contradicts', expected, actual, requirement: operation.pointer }]
}

/** In Unix seconds, a Sunset before the Deprecation: that is one defect, whichever of the two is wrong. */
export function outOfOrder(
  answer: Answer,
): { readonly deprecation: number; readonly sunset: number } | undefined {
  const [deprecation, sunset] = [deprecationOf(answer), sunsetOf(answer)]
  return deprecation?.kind === 'ok' && sunset?.kind === 'ok' && sunset.seconds < deprecation.seconds
    ? { deprecation: deprecation.seconds, sunset: sunset.seconds }
    : undefined
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
