/** Quotes a text for a POSIX shell, if it needs that. */
export function quoted(text: string): string {
  return /^[\w:/.,@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
