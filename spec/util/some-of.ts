/** The first of many texts, with the number of the others. */
export function someOf(texts: readonly string[], most: number, separator = ', '): string {
  const left = texts.length - most
  const shown = texts.slice(0, most).join(separator)
  return left > 0 ? `${shown} and ${String(left)} more` : shown
}
