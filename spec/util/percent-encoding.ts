/** Decodes percent-encoded UTF-8 (RFC 3986 §2.1); undefined when it is invalid, such as `%E0%A4%A`. */
export function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Like {@link decodePercent}, with `+` for a space (URL Standard §5.1, application/x-www-form-urlencoded). */
export function decodeForm(text: string): string | undefined {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

/** Percent-encodes all characters but the unreserved ones (RFC 3986 §2.3). A lone surrogate becomes U+FFFD. */
export function encodePercent(text: string): string {
  if (/^[A-Za-z0-9._~-]*$/.test(text)) return text
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
  return encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Like {@link encodePercent}, but leaves the reserved characters in `kept` as they are (RFC 3986 §2.2). */
export function encodeReserved(text: string, kept: string): string {
  return encodePercent(text).replace(/%[2345][0-9A-F]/g, (triple) => {
    const character = String.fromCharCode(Number.parseInt(triple.slice(1), 16))
    return kept.includes(character) ? character : triple
  })
}
