import type { HttpRequest } from '../../../spec/http.ts'
import { requestHeader } from '../header-field.ts'

/** What a client asks of one answer (`Prefer`, RFC 7240). Values that make no sense are ignored, as the RFC wants. */
export interface Preferences {
  /** Status to answer with, 200 to 599. */
  readonly code?: number
  /** Name of an example of the response. */
  readonly example?: string
  /** A generated answer, neither state nor an example. */
  readonly dynamic?: true
  /** Milliseconds to wait before the operation acts. */
  readonly delay?: number
  /** What goes wrong with the answer. */
  readonly fault?: PreferredFault
  /** The answer says why it is what it is. */
  readonly explain?: true
}

export type PreferredFault = (typeof preferredFaults)[number]

/** For the others there are `code` and `delay`. */
const preferredFaults = ['drop', 'truncate', 'slow', 'malformed', 'content-type', 'invalid'] as const

/** Longest delay a client can ask for, in milliseconds. */
const maxDelay = 60_000

const noPreferences: Preferences = {}

/** Reads `Prefer: code=404, example=name, dynamic, delay=200, fault=drop, explain`; the first of two that are alike counts. */
export function preferencesOf(request: HttpRequest): Preferences {
  if (request.headers['prefer'] === undefined) return noPreferences
  const asked = new Map<string, string>()
  for (const match of (requestHeader(request, 'prefer') ?? '').matchAll(preference)) {
    const name = (match[1] as string).toLowerCase()
    if (!asked.has(name)) asked.set(name, unquoted(match[2] ?? ''))
  }
  const fault = preferredFaults.find((each) => each === asked.get('fault'))
  return {
    ...within('code', asked.get('code'), 200, 599),
    ...within('delay', asked.get('delay'), 0, maxDelay),
    ...(asked.get('example') ? { example: asked.get('example') as string } : {}),
    ...(isOn(asked.get('dynamic')) && { dynamic: true }),
    ...(fault !== undefined && { fault }),
    ...(isOn(asked.get('explain')) && { explain: true }),
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

/** One preference as `Preference-Applied` repeats it (RFC 7240 §3). */
export function preferenceApplied(name: keyof Preferences, value: string | number | true): string {
  if (value === true) return name
  const text = String(value)
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)
    ? `${name}=${text}`
    : `${name}="${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
