/** Names remembered. */
const most = 10_000

/** Works something out once for each name: documents use the same few over and over. */
export function perName<T>(compute: (name: string) => T): (name: string) => T {
  const known = new Map<string, { readonly value: T }>()
  return (name) => {
    const found = known.get(name)
    if (found) return found.value
    if (known.size >= most) known.clear()
    const value = compute(name)
    known.set(name, { value })
    return value
  }
}
