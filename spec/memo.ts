/** Entries kept: header fields come from clients, who may send ever new ones. */
const most = 100

/** The function with its results kept by argument, for arguments that mostly repeat. */
export function memo<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly result: T }>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before.result
    const result = work(text)
    if (known.size < most) known.set(text, { result })
    return result
  }
}
