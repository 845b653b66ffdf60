const quote = 0x22
const colon = 0x3a
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d

/** The number of members that a valid JSON text spells out, duplicates included: the colons outside strings. */
export function countMembers(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === colon) count++
  }
  return count
}

/** The first key that a valid JSON text repeats in one object, with the index of its second occurrence. */
export function findDuplicateKey(
  text: string,
): { readonly key: string; readonly position: number } | undefined {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === openBrace) open.push(new Set())
    else if (code === closeBrace) open.pop()
    else if (code === quote) {
      const end = endOfString(text, at)
      const key = isKey(text, end) ? (JSON.parse(text.slice(at, end + 1)) as string) : undefined
      if (key !== undefined && open.at(-1)?.has(key)) return { key, position: at }
      if (key !== undefined) open.at(-1)?.add(key)
      at = end
    }
  }
  return undefined
}

/** The index of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === backslash) before--
  return (at - before) % 2 === 0
}

/** Whether the string that ends at `end` is followed by a colon. */
function isKey(text: string, end: number): boolean {
  beforeColon.lastIndex = end + 1
  return beforeColon.test(text)
}

const beforeColon = /[ \t\r\n]*:/y
