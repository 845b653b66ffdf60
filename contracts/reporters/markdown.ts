/** Escapes text for a paragraph, a link or a table cell. */
export function markdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~!&@:$]/g, entity).replaceAll(/\s+/g, ' ')
}

/** Text as inline code, also within a table cell. */
export function inlineCode(text: string): string {
  return `<code>${markdown(text)}</code>`
}

/** Text as a code block, fenced with more backticks than it contains. */
export function codeBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A numeric character reference is always literal text (CommonMark 0.31 §2.5). */
const entity = (character: string): string => `&#${String(character.codePointAt(0))};`
