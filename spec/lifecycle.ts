import { isDate, isDateTime, withoutLeapSecond } from './validation/formats.ts'
import { isObject, own, ownText } from './util/object.ts'
import { formatDeprecation, formatSunset, parseSunset } from './http/lifecycle-fields.ts'
import { encodePercent } from './parameters/percent.ts'

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

/** What a document says of a lifecycle that makes no sense. */
export interface LifecycleProblem {
  /** The extension at fault. */
  readonly name: string
  /** A sentence for people. */
  readonly message: string
}

type Node = Readonly<Record<string, unknown>>

/** Every spelling met in public documents, the most used first; `object.member` is a member of an extension. */
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
 * Reads an operation's lifecycle from `deprecated` and every vendor's extensions; what the path item says counts for
 * all its operations. A date that is none is a problem and left out; a sunset before the deprecation is one and kept.
 */
export function readLifecycle(
  operation: Node,
  pathItem: Node = {},
): { readonly lifecycle: Lifecycle; readonly problems: readonly LifecycleProblem[] } {
  const find = (aspect: keyof typeof spellings): Spelled | undefined =>
    findSpelled(operation, spellings[aspect]) ?? findSpelled(pathItem, spellings[aspect])
  const since = readInstant(find('since'))
  const sunset = readInstant(find('sunset'))
  return {
    lifecycle: {
      deprecated: operation['deprecated'] === true || since.seconds !== undefined,
      since: since.seconds,
      sunset: sunset.seconds,
      stability:
        ownText(find('stability'), 'value') ??
        ([operation, pathItem].some((node) => node['x-beta'] === true) ? 'beta' : undefined),
      documentation: ownText(find('documentation'), 'value'),
      successor: ownText(find('successor'), 'value'),
    },
    problems: [...since.problems, ...sunset.problems, ...misordered(since, sunset)],
  }
}

/** What a document says, and the extension that says it. */
interface Spelled {
  readonly name: string
  readonly value: unknown
}

function findSpelled(node: Node, names: readonly string[]): Spelled | undefined {
  for (const spelling of names) {
    const [name = '', member] = spelling.split('.')
    const value = member === undefined ? own(node, name) : own(own(node, name), member)
    // Some extensions hold a date in one document and an object in another.
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

function readInstant(found: Spelled | undefined): Instant {
  if (found === undefined) return { seconds: undefined, name: '', problems: [] }
  const { name, value } = found
  const seconds = toSeconds(value)
  const message = `'${name}' is no date: ${JSON.stringify(value, bigintAsText)}.`
  return { seconds, name, problems: seconds === undefined ? [{ name, message }] : [] }
}

const bigintAsText = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** A date, a date-time, the Date object that an unquoted YAML date may load as, or what the header would say. */
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
 * Fields of every answer of an operation with this lifecycle; `params` are the path's parameters, percent-encoded.
 * A deprecation without a date is sent as `@0`: in force, since when is not known.
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

/** A document may say anything: what no URI holds would end the field early, or be refused by the server. */
function safeUri(uri: string): string {
  return uri.replace(/[^\x21-\x7e]+|["<>\\^`|]/gu, encodePercent)
}
