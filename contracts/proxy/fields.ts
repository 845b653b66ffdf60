/** Field lines, name as sent, in order. */
export type Fields = readonly (readonly [name: string, value: string])[]

/** Fields about one connection, not about the message (RFC 9110 §7.6.1). */
const hopByHop = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** Node's flat list of names and values as field lines. */
export function fieldsOf(rawHeaders: readonly string[]): Fields {
  return Array.from(
    { length: rawHeaders.length / 2 },
    (_, index) => [rawHeaders[2 * index] ?? '', rawHeaders[2 * index + 1] ?? ''] as const,
  )
}

/** What goes on to the next hop: all but what is about the connection, by name or because Connection names it. */
export function forwardable(fields: Fields): Fields {
  const named = new Set(
    valuesOf(fields, 'connection').flatMap((value) => value.toLowerCase().split(/[ \t]*,[ \t]*/)),
  )
  return fields.filter(([name]) => {
    const key = name.toLowerCase()
    return !hopByHop.has(key) && !named.has(key)
  })
}

export function valuesOf(fields: Fields, name: string): readonly string[] {
  return fields.flatMap(([each, value]) => (each.toLowerCase() === name ? [value.trim()] : []))
}
