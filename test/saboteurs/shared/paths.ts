/** The still percent-encoded parameters of a path if it matches the template, both split at slashes. */
export function match(
  wanted: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const path: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const segment = given[index]!
    if (part.startsWith('{') && segment !== '') path[part.slice(1, -1)] = segment
    else if (decoded(segment) !== part) return undefined
  }
  return path
}

/** The percent-decoded text; undefined if the encoding is broken. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
