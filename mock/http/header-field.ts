import type { HttpRequest } from '../../spec/http.ts'

/**
 * Returns a header field of a request; several lines of it are joined by commas (RFC 9110 §5.3). Field names of requests
 * are in lower case already, so unlike `header` this needs no search.
 */
export function requestHeader({ headers }: HttpRequest, name: Lowercase<string>): string | undefined {
  const value = headers[name]
  return value === undefined || typeof value === 'string' ? value : value.join(', ')
}

/** Whether a text is a valid field name (RFC 9110 §5.1). */
export function isFieldName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)
}

/**
 * Makes any text a valid field value (RFC 9110 §5.5): control characters become spaces, and characters beyond ASCII are
 * percent-encoded. Documents and behaviours may contain either.
 */
export function toFieldValue(value: string): string {
  if (isPrintable(value)) return value
  return value.replaceAll(/\p{Cc}+/gu, ' ').replaceAll(/[^\x20-\x7e]+/g, percentEncoded)
}

/** Whether the text holds nothing but tabs and printable ASCII characters. */
function isPrintable(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7e || (unit < 0x20 && unit !== 0x09)) return false
  }
  return true
}

/** Percent-encodes every byte of the text in UTF-8. */
export function percentEncoded(text: string): string {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')
}
