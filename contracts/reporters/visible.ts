/**
 * Text with nothing hidden in it: control characters other than tab and line feed as pictures, format characters (those
 * that turn the direction of text among them) and lone surrogates as escapes. Joiners stay: emoji are made with them.
 */
export function visible(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : escape(code)
  })
}

const hidden = /[^\P{Cc}\t\n]|[^\P{Cf}\u200C\u200D]|\p{Cs}/gu

function escape(code: number): string {
  const hex = code.toString(16).padStart(4, '0')
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex}`
}
