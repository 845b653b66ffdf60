import { isDate, isDateTime } from './formats.ts'
import { isObject } from './follow.ts'

/** How long an operation is to live (RFC 9745, RFC 8594). Instants are Unix seconds. */
export interface Lifecycle {
  readonly deprecated: boolean
  /** When it became deprecated: the `Deprecation` field. */
  readonly since: number | undefined
  /** When it stops answering: the `Sunset` field. A date alone means 00:00:00Z of that day. */
  readonly sunset: number | undefined
  /** `experimental`, `alpha`, `beta`, `stable`, … as the document says it. */
  readonly stability: string | undefined
  /** URI of the page about the deprecation: `Link; rel="deprecation"`. */
  readonly documentation: string | undefined
  /** URI template of what replaces it, over the path parameters: `Link; rel="successor-version"`. */
  readonly successor: string | undefined
}

export interface LifecycleProblem {
  /** The extension at fault. */
  readonly name: string
  /** A sentence for people. */
  readonly message: string
}

type Node = Readonly<Record<string, unknown>>

/** Every spelling met in public documents, the most used first. */
const spellings = {
  since: ['x-deprecated-since', 'x-deprecation-date', 'x-deprecated-at', 'x-deprecation'],
  sunset: ['x-deprecated-sunset', 'x-sunset', 'x-sunset-date', 'x-removal-date'],
  stability: ['x-stability', 'x-stability-level', 'x-scalar-stability'],
  documentation: ['x-deprecated-link', 'x-deprecation-link'],
  successor: ['x-deprecated-successor', 'x-successor', 'x-deprecated-replacement'],
} as const

/** Reads an operation's lifecycle from `deprecated` and every vendor's extensions; what the path item says counts for all its operations. */
export function readLifecycle(
  operation: Node,
  pathItem: Node = {},
): { readonly lifecycle: Lifecycle; readonly problems: readonly LifecycleProblem[] } {
  const problems: LifecycleProblem[] = []
  const find = (names: readonly string[]): readonly [name: string, value: unknown] | undefined => {
    const node = [operation, pathItem].find((each) => names.some((name) => each[name] !== undefined))
    const name = node && names.find((each) => node[each] !== undefined)
    return node && name !== undefined ? [name, node[name]] : undefined
  }
  const instant = (found: readonly [string, unknown] | undefined): number | undefined => {
    if (!found) return undefined
    const seconds = toSeconds(found[1])
    if (seconds === undefined) {
      problems.push({ name: found[0], message: `'${found[0]}' is no date: ${JSON.stringify(found[1])}.` })
    }
    return seconds
  }
  const microsoft = isObject(operation['x-ms-deprecation']) ? operation['x-ms-deprecation'] : undefined
  const inMicrosoft = (name: string): readonly [string, unknown] | undefined =>
    microsoft?.[name] === undefined ? undefined : ['x-ms-deprecation', microsoft[name]]
  const since = instant(find(spellings.since) ?? inMicrosoft('date'))
  const sunset = instant(find(spellings.sunset) ?? inMicrosoft('removalDate'))
  if (since !== undefined && sunset !== undefined && sunset < since) {
    const message = `The sunset ${formatSunset(sunset)} is before the deprecation ${formatSunset(since)} (RFC 9745 §4).`
    problems.push({ name: find(spellings.sunset)?.[0] ?? 'x-ms-deprecation', message })
  }
  const lifecycle = {
    deprecated: operation['deprecated'] === true || since !== undefined,
    since,
    sunset,
    stability: text(find(spellings.stability)?.[1]) ?? (operation['x-beta'] === true ? 'beta' : undefined),
    documentation: text(find(spellings.documentation)?.[1]),
    successor: text(find(spellings.successor)?.[1]),
  }
  return { lifecycle, problems }
}

/** A date, a date-time, or the Date object an unquoted YAML date may load as. */
function toSeconds(value: unknown): number | undefined {
  if (value instanceof Date) return Math.floor(value.getTime() / 1000)
  if (typeof value !== 'string' || !(isDate(value) || isDateTime(value))) return undefined
  return Math.floor(Date.parse(value) / 1000)
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** RFC 9745 §2.1: a structured Date, `@1764892800`. */
export function formatDeprecation(seconds: number): string {
  return `@${String(seconds)}`
}

/** RFC 8594 §3: an HTTP-date as senders write it, `Thu, 05 Dec 2030 00:00:00 GMT` (RFC 9110 §5.6.7). */
export function formatSunset(seconds: number): string {
  return new Date(seconds * 1000).toUTCString()
}

export type FieldReading =
  | { readonly kind: 'ok'; readonly seconds: number }
  /** `reason` is a sentence for people. */
  | { readonly kind: 'refused'; readonly reason: string }

/** RFC 9745 §2.1: an Item that is a Date (RFC 9651 §3.3.7), parameters allowed; `true`, `?1` and HTTP-dates are invalid. */
export function parseDeprecation(value: string): FieldReading {
  const match = /^ *@(-?\d{1,15})(?:;[ ]*[a-z*][a-z0-9_.*-]*(?:=[^;,]*)?)* *$/.exec(value)
  if (match) return { kind: 'ok', seconds: Number(match[1]) }
  return { kind: 'refused', reason: `'${value}' is no structured Date such as @1688169599.` }
}

/** RFC 8594 §3, RFC 9110 §5.6.7: an IMF-fixdate, its weekday right; the obsolete forms must not be sent. */
export function parseSunset(value: string): FieldReading {
  const trimmed = value.trim()
  const instant = new Date(trimmed)
  if (!Number.isNaN(instant.getTime()) && instant.toUTCString() === trimmed) {
    return { kind: 'ok', seconds: instant.getTime() / 1000 }
  }
  return { kind: 'refused', reason: sunsetReason(trimmed) }
}

function sunsetReason(value: string): string {
  const named = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT)$/.exec(value)
  const instant = new Date(named?.[2] ?? Number.NaN)
  if (named && !Number.isNaN(instant.getTime()) && instant.toUTCString().slice(5) === named[2]) {
    return `'${value}' names the wrong weekday: it is ${instant.toUTCString().slice(0, 3)}.`
  }
  return `'${value}' is no HTTP-date such as 'Thu, 05 Dec 2030 00:00:00 GMT'.`
}

/**
 * Fields of every answer of an operation with this lifecycle; `params` are the path's parameters, percent-encoded.
 * A deprecation without a date is sent as `@0`: in force, since when is not known.
 */
export function lifecycleHeaders(
  lifecycle: Lifecycle,
  params: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { since, sunset, successor, documentation } = lifecycle
  const links = [
    successor !== undefined && `<${expand(successor, params)}>; rel="successor-version"`,
    documentation !== undefined && `<${documentation}>; rel="deprecation"`,
  ].filter((link) => link !== false)
  return {
    ...(lifecycle.deprecated && { Deprecation: formatDeprecation(since ?? 0) }),
    ...(sunset !== undefined && { Sunset: formatSunset(sunset) }),
    ...(links.length > 0 && { Link: links.join(', ') }),
  }
}

function expand(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => params[name] ?? '')
}
