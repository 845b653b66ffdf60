/** Header field lines in order, names as sent. */
export type Fields = readonly (readonly [name: string, value: string])[]

/** Fields that are about the connection, not the message (RFC 9110 §7.6.1). */
const hopByHop = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** Converts Node's flat list of names and values. */
export function fieldsOf(rawHeaders: readonly string[]): Fields {
  return Array.from(
    { length: rawHeaders.length / 2 },
    (_, index) => [rawHeaders[2 * index] ?? '', rawHeaders[2 * index + 1] ?? ''] as const,
  )
}

/** The fields to forward: all but the hop-by-hop ones and those that Connection names. */
export function forwardable(fields: Fields): Fields {
  const named = new Set(
    valuesOf(fields, 'connection').flatMap((value) => value.toLowerCase().split(/[ \t]*,[ \t]*/)),
  )
  return fields.filter(([name]) => {
    const key = name.toLowerCase()
    return !hopByHop.has(key) && !named.has(key)
  })
}

/** The values of a field; `name` in lower case. */
export function valuesOf(fields: Fields, name: string): readonly string[] {
  return fields.flatMap(([each, value]) => (each.toLowerCase() === name ? [value.trim()] : []))
}
