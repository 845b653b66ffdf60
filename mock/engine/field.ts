import type { HttpRequest } from '../../spec/http.ts'

/**
 * A header field of a request, whose names are in lower case already: unlike `header`, a field that is not there costs
 * nothing.
 */
export function field({ headers }: HttpRequest, name: Lowercase<string>): string | undefined {
  const value = headers[name]
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}

/** Whether a text can be the name of a field (RFC 9110 §5.1). */
export function isFieldName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)
}

/**
 * A value as a field can carry it (RFC 9110 §5.5): control characters become spaces, what is not ASCII is
 * percent-encoded. Documents and behaviours may give anything.
 */
export function sendable(value: string): string {
  if (isPrintable(value)) return value
  return value.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[^\x20-\x7e]+/g, percentEncoded)
}

/** Tabs and all of ASCII from the space to the tilde. */
function isPrintable(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7e || (unit < 0x20 && unit !== 0x09)) return false
  }
  return true
}

/** Every byte of the text in UTF-8, percent-encoded. */
export function percentEncoded(text: string): string {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')
}
