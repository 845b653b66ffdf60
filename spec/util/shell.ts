/** Quotes a text for a POSIX shell, if it needs that; leaves an empty one. */
export function quoteLiteral(text: string): string {
  if (text === '' || /^[A-Za-z0-9_./:=@%+,-]+$/.test(text)) return text
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
