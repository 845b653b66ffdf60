/** The function with its results kept by argument, for arguments that mostly repeat; `most` as clients may send ever new ones. */
export function memo<T>(work: (text: string) => T, most: number = 100): (text: string) => T {
  const known = new Map<string, { readonly result: T }>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before.result
    if (known.size >= most) known.clear()
    const result = work(text)
    known.set(text, { result })
    return result
  }
}
