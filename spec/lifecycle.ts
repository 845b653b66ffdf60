import { formatDeprecation, formatSunset, parseSunset } from './http/lifecycle-fields.ts'
import { isObject, own, ownText } from './util/object.ts'
import { encodePercent } from './util/percent-encoding.ts'
import { isDate, isDateTime, withoutLeapSecond } from './validation/formats.ts'

/** The deprecation and sunset of an operation (RFC 9745, RFC 8594). Instants are Unix seconds. */
export interface Lifecycle {
  readonly deprecated: boolean
  /** When it became or becomes deprecated: the `Deprecation` field. */
  readonly since: number | undefined
  /** When it stops responding: the `Sunset` field. A date without a time means 00:00:00Z of that day. */
  readonly sunset: number | undefined
  /** `experimental`, `alpha`, `beta`, `stable`, … as the document spells it. */
  readonly stability: string | undefined
  /** URI of a page about the deprecation: `Link; rel="deprecation"`. */
  readonly documentation: string | undefined
  /** URI template, over the path parameters, of its replacement: `Link; rel="successor-version"`. */
  readonly successor: string | undefined
}

/** An invalid lifecycle extension. */
export interface LifecycleProblem {
  /** The name of the extension. */
  readonly name: string
  /** A sentence. */
  readonly message: string
}

type Node = Readonly<Record<string, unknown>>

/** Extensions found in public documents, by meaning, the most common first; `object.member` is a member of an extension. */
const spellings = {
  since: [
    'x-deprecated-since',
    'x-deprecation-date',
    'x-deprecated-at',
    'x-deprecation',
    'x-ms-deprecation.date',
  ],
  sunset: [
    'x-deprecated-sunset',
    'x-sunset',
    'x-sunset-date',
    'x-removal-date',
    'x-ms-deprecation.removalDate',
  ],
  stability: ['x-stability', 'x-stability-level', 'x-scalar-stability'],
  documentation: ['x-deprecated-link', 'x-deprecation-link'],
  successor: ['x-deprecated-successor', 'x-successor', 'x-deprecated-replacement'],
} as const

/**
 * Reads an operation's lifecycle from `deprecated` and vendor extensions; those of the path item apply to all of its
 * operations. An invalid date is reported and ignored; a sunset before the deprecation is reported and kept.
 */
export function readLifecycle(
  operation: Node,
  pathItem: Node = {},
): { readonly lifecycle: Lifecycle; readonly problems: readonly LifecycleProblem[] } {
  const extension = (aspect: keyof typeof spellings): Extension | undefined =>
    findExtension(operation, spellings[aspect]) ?? findExtension(pathItem, spellings[aspect])
  const since = readInstant(extension('since'))
  const sunset = readInstant(extension('sunset'))
  return {
    lifecycle: {
      deprecated: operation['deprecated'] === true || since.seconds !== undefined,
      since: since.seconds,
      sunset: sunset.seconds,
      stability:
        ownText(extension('stability'), 'value') ??
        ([operation, pathItem].some((node) => node['x-beta'] === true) ? 'beta' : undefined),
      documentation: ownText(extension('documentation'), 'value'),
      successor: ownText(extension('successor'), 'value'),
    },
    problems: [...since.problems, ...sunset.problems, ...misordered(since, sunset)],
  }
}

/** The extension that sets an aspect, and its value. */
interface Extension {
  readonly name: string
  readonly value: unknown
}

function findExtension(node: Node, names: readonly string[]): Extension | undefined {
  for (const spelling of names) {
    const [name = '', member] = spelling.split('.')
    const value = member === undefined ? own(node, name) : own(own(node, name), member)
    // Documents use some of these extensions for a date, others for an object.
    if (value !== undefined && value !== null && (!isObject(value) || value instanceof Date))
      return { name, value }
  }
  return undefined
}

interface Instant {
  readonly seconds: number | undefined
  readonly name: string
  readonly problems: readonly LifecycleProblem[]
}

function readInstant(extension: Extension | undefined): Instant {
  if (extension === undefined) return { seconds: undefined, name: '', problems: [] }
  const { name, value } = extension
  const seconds = toSeconds(value)
  const message = `'${name}' is not a valid date: ${JSON.stringify(value, bigintAsText)}.`
  return { seconds, name, problems: seconds === undefined ? [{ name, message }] : [] }
}

const bigintAsText = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** Accepts a date, a date-time, an HTTP-date, or the Date object that an unquoted YAML date may be loaded as. */
function toSeconds(value: unknown): number | undefined {
  const date = value instanceof Date ? value : typeof value === 'string' ? toDate(value) : undefined
  const milliseconds = date?.getTime()
  return milliseconds === undefined || Number.isNaN(milliseconds)
    ? undefined
    : Math.floor(milliseconds / 1000)
}

function toDate(value: string): Date | undefined {
  if (isDate(value)) return new Date(value)
  if (isDateTime(value)) return new Date(withoutLeapSecond(value.toUpperCase()))
  const field = parseSunset(value)
  return field.kind === 'ok' ? new Date(field.seconds * 1000) : undefined
}

function misordered(since: Instant, sunset: Instant): readonly LifecycleProblem[] {
  if (since.seconds === undefined || sunset.seconds === undefined || sunset.seconds >= since.seconds)
    return []
  const [end, start] = [formatSunset(sunset.seconds), formatSunset(since.seconds)]
  return [
    { name: sunset.name, message: `The sunset ${end} is before the deprecation ${start} (RFC 9745 §4).` },
  ]
}

/**
 * The header fields of every response of an operation with this lifecycle; `params` are the path parameters,
 * percent-encoded. A deprecation without a date is sent as `@0`: in effect, since an unknown time.
 */
export function lifecycleHeaders(
  lifecycle: Lifecycle,
  params: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { since, sunset, successor, documentation } = lifecycle
  const links = [
    successor !== undefined && `<${expand(safeUri(successor), params)}>; rel="successor-version"`,
    documentation !== undefined && `<${safeUri(documentation)}>; rel="deprecation"`,
  ].filter((link) => link !== false)
  return {
    ...(lifecycle.deprecated && { Deprecation: formatDeprecation(since ?? 0) }),
    ...(sunset !== undefined && { Sunset: formatSunset(sunset) }),
    ...(links.length > 0 && { Link: links.join(', ') }),
  }
}

function expand(template: string, params: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    Object.hasOwn(params, name) ? params[name]! : '',
  )
}

/** Encodes characters not allowed in a URI: they would end the field early, or be refused by the server. */
function safeUri(uri: string): string {
  return uri.replace(/[^\x21-\x7e]+|["<>\\^`|]/gu, encodePercent)
}
