/** Makes something when it is first asked for, and hands out the same from then on. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
