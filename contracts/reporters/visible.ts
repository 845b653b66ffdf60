/**
 * Makes hidden characters visible, so that a response cannot disguise its text: control characters except tab and line feed
 * become symbols, format characters (such as those that change the text direction) and lone surrogates become escapes.
 * Joiners stay, because emoji need them.
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
