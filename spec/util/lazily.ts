/** A function that creates a value on its first call and returns the same one from then on. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
