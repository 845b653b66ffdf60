/** The texts before and after the first separator; only the text itself when it has none. */
export function splitOnce(text: string, separator: string): [string] | [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
