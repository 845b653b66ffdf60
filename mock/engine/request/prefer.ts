import type { HttpRequest } from '../../../spec/http.ts'
import { requestHeader } from '../../http/header-field.ts'

/** What a client asks for by the `Prefer` field (RFC 7240). Invalid values are ignored, as §2 requires. */
export interface Preferences {
  /** The status to answer with, 200 to 599. */
  readonly code?: number
  /** The name of an example of the response. */
  readonly example?: string
  /** Answer with a generated value instead of a record or an example. */
  readonly dynamic?: true
  /** Milliseconds to wait before the operation runs. */
  readonly delay?: number
  /** The fault to apply to the answer. */
  readonly fault?: PreferredFault
  /** Add `X-Stablehand-Explain` to the answer. */
  readonly explain?: true
}

export type PreferredFault = (typeof preferredFaults)[number]

/** `code` and `delay` stand for the other kinds of faults. */
const preferredFaults = ['drop', 'truncate', 'slow', 'malformed', 'content-type', 'invalid'] as const

/** Longest delay that a client can ask for, in milliseconds. */
const maxDelay = 60_000

const noPreferences: Preferences = {}

/**
 * Parses `Prefer: code=404, example=name, dynamic, delay=200, fault=drop, explain`. Of several preferences of one name, the
 * first counts (RFC 7240 §2).
 */
export function preferencesOf(request: HttpRequest): Preferences {
  if (request.headers['prefer'] === undefined) return noPreferences
  const preferences = new Map<string, string>()
  for (const match of (requestHeader(request, 'prefer') ?? '').matchAll(preference)) {
    const name = (match[1] as string).toLowerCase()
    if (!preferences.has(name)) preferences.set(name, unquoted(match[2] ?? ''))
  }
  const fault = preferredFaults.find((kind) => kind === preferences.get('fault'))
  return {
    ...within('code', preferences.get('code'), 200, 599),
    ...within('delay', preferences.get('delay'), 0, maxDelay),
    ...(preferences.get('example') ? { example: preferences.get('example') as string } : {}),
    ...(isOn(preferences.get('dynamic')) && { dynamic: true }),
    ...(fault !== undefined && { fault }),
    ...(isOn(preferences.get('explain')) && { explain: true }),
  }
}

const preference = /([^\s=,;"]+)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^\s,;"]*))?/g

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value
}

const isOn = (value: string | undefined): boolean => value === '' || value === 'true'

function within(
  name: string,
  value: string | undefined,
  minimum: number,
  maximum: number,
): Record<string, number> {
  const number = value !== undefined && /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN
  return number >= minimum && number <= maximum ? { [name]: number } : {}
}

/** Formats one member of `Preference-Applied` (RFC 7240 §3). */
export function preferenceApplied(name: keyof Preferences, value: string | number | true): string {
  if (value === true) return name
  const text = String(value)
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)
    ? `${name}=${text}`
    : `${name}="${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
