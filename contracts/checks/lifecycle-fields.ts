import { responseFor, type Operation } from '../../spec/document.ts'
import { header, headerValues } from '../../spec/http.ts'
import {
  formatDeprecation,
  formatSunset,
  parseDeprecation,
  parseSunset,
  type FieldReading,
} from '../../spec/http/lifecycle-fields.ts'
import { fine, type Violation } from '../check.ts'
import type { Answer } from '../interaction.ts'

/** A header that announces the end of an operation. */
export interface LifecycleField {
  readonly name: 'Deprecation' | 'Sunset'
  readonly parse: (value: string) => FieldReading
  /** Writes Unix seconds as the header does. */
  readonly format: (seconds: number) => string
  /** The violation of a value that cannot be parsed. */
  readonly malformed: Pick<Violation, 'expected' | 'requirement'>
}

/** RFC 9745. */
export const deprecationField: LifecycleField = {
  name: 'Deprecation',
  parse: parseSeconds,
  format: formatDeprecation,
  malformed: {
    expected: 'a Structured Field Date such as @1688169599',
    requirement: 'RFC 9745 §2.1: the value of Deprecation MUST be a Date (RFC 9651 §3.3.7)',
  },
}

/** RFC 8594. */
export const sunsetField: LifecycleField = {
  name: 'Sunset',
  parse: parseSunset,
  format: formatSunset,
  malformed: {
    expected: 'an HTTP-date such as Thu, 05 Dec 2030 00:00:00 GMT',
    requirement:
      'RFC 8594 §3 and RFC 9110 §5.6.7: the value of Sunset is an IMF-fixdate with the right weekday',
  },
}

/** The year 5138: larger numbers are milliseconds. */
const maxSeconds = 100_000_000_000

function parseSeconds(value: string): FieldReading {
  const reading = parseDeprecation(value)
  if (reading.kind === 'refused' || Math.abs(reading.seconds) <= maxSeconds) return reading
  return { kind: 'refused', reason: `'${value}' is in milliseconds; a Date is in seconds.` }
}

/** The value of the header, which may be sent only once; undefined when it is not sent. */
function readField({ exchange }: Answer, { name, parse }: LifecycleField): FieldReading | undefined {
  const values = headerValues(exchange.response.headers, name)
  const [value] = values
  if (value === undefined) return undefined
  return values.length === 1
    ? parse(value)
    : { kind: 'refused', reason: `It is sent ${String(values.length)} times.` }
}

/** What the document says about the header on a response. */
interface Declaration {
  /** Unix seconds; undefined when the document gives no date. */
  readonly seconds: number | undefined
  /** The violation when the header is missing; undefined when it is not required. */
  readonly missing: Omit<Violation, 'cause' | 'actual'> | undefined
}

/** The header is sent where the document requires it, can be parsed, and has the date of the document. */
export function judgeField(
  answer: Answer,
  operation: Operation,
  field: LifecycleField,
  { seconds, missing }: Declaration,
): readonly Violation[] {
  const { name, format, malformed } = field
  const reading = readField(answer, field)
  if (reading === undefined)
    return missing && isAnnounced(answer, operation, name.toLowerCase())
      ? [{ cause: 'missing', actual: `no ${name} header`, ...missing }]
      : fine
  const actual = `${name}: ${header(answer.exchange.response.headers, name) ?? ''}`
  if (reading.kind === 'refused')
    return [{ cause: 'malformed', ...malformed, actual: `${actual} (${reading.reason.replace(/\.$/, '')})` }]
  if (seconds === undefined || reading.seconds === seconds || outOfOrder(answer)) return fine
  const expected = `${name}: ${format(seconds)}, as the document says`
  return [{ cause: 'contradicts', expected, actual, requirement: operation.pointer }]
}

/**
 * The dates of a response whose Sunset is before its Deprecation, in Unix seconds; undefined otherwise. That is one
 * defect, whichever of the two is wrong.
 */
export function outOfOrder(
  answer: Answer,
): { readonly deprecation: number; readonly sunset: number } | undefined {
  const [deprecation, sunset] = [readField(answer, deprecationField), readField(answer, sunsetField)]
  return deprecation?.kind === 'ok' && sunset?.kind === 'ok' && sunset.seconds < deprecation.seconds
    ? { deprecation: deprecation.seconds, sunset: sunset.seconds }
    : undefined
}

/** Whether a response has to send the header: successes always, client errors only if they declare it. */
function isAnnounced({ status }: Answer, operation: Operation, name: string): boolean {
  if (status >= 200 && status < 400) return true
  if (status >= 500 || status === 410) return false
  const declared = responseFor(operation, status)
  return declared !== undefined && declared.status !== 'default' && hasHeader(declared.headers, name)
}

/** Whether any response of the operation declares the header, given in lower case. */
export function declaresHeader(operation: Operation, name: string): boolean {
  return operation.responses.some((each) => hasHeader(each.headers, name))
}

const hasHeader = (headers: readonly { readonly name: string }[], name: string): boolean =>
  headers.some((each) => each.name.toLowerCase() === name)
