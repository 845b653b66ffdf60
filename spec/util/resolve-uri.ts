/** The absolute URI of a reference, from a base URI if it is relative (RFC 3986 §5); undefined when there is none. */
export function resolveUri(reference: unknown, base?: unknown): string | undefined {
  const from = typeof base === 'string' && URL.canParse(base) ? base : undefined
  return typeof reference === 'string' && URL.canParse(reference, from)
    ? new URL(reference, from).href
    : undefined
}
