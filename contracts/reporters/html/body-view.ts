import type { Mark, Marks } from './differences.ts'
import type { JsonLine } from './json-lines.ts'
import { html, trusted, type Markup } from './markup.ts'

/** Lines shown from the start of a body, and around each mark below them. */
const maxLines = 200
const context = 5

const explanations: Readonly<Record<Mark, string>> = {
  changed: 'sent and returned differ',
  absent: 'not returned',
  broken: 'violates the requirement',
}

/** A JSON body line by line, with marks. Of a long body only the first lines and those around marks are shown. */
export function jsonView(lines: readonly JsonLine[], marks: Marks): Markup {
  const marked = lines.map(markOf(marks))
  const keep = new Uint8Array(lines.length).fill(1, 0, maxLines)
  for (const [index, mark] of marked.entries())
    if (mark) keep.fill(1, Math.max(0, index - context), index + context + 1)
  const parts: Markup[] = []
  let skipped = 0
  for (const [index, each] of lines.entries()) {
    if (keep[index] === 0) skipped += 1
    if (skipped > 0 && (keep[index] === 1 || index === lines.length - 1)) parts.push(omitted(skipped))
    if (keep[index] === 0) continue
    skipped = 0
    parts.push(lineView(each, marked[index]))
  }
  return html`<pre tabindex="0"><code>${parts}</code></pre>`
}

/** A line feed inside `pre`, which the template would otherwise strip. */
const newline = trusted('\n')

const omitted = (count: number): Markup =>
  html`<em>… ${count} more ${count === 1 ? 'line' : 'lines'}</em>${newline}`

interface Marked {
  readonly mark: Mark
  /** Whether this is the first line of the marked value, which has the explanation. */
  readonly isFirst: boolean
}

/** Returns the mark of each line, called in order; lines within a marked value are marked too. */
function markOf(marks: Marks): (line: JsonLine) => Marked | undefined {
  let within: { readonly depth: number; readonly mark: Mark } | undefined
  return ({ depth, pointer, text }) => {
    const isInside = within && (depth > within.depth || (depth === within.depth && isClosing(text)))
    if (isInside && within) return { mark: within.mark, isFirst: false }
    within = undefined
    const mark = isClosing(text) ? undefined : marks.get(pointer)
    if (mark && mark !== 'broken' && (text === '{' || text === '[')) within = { depth, mark }
    return mark && { mark, isFirst: true }
  }
}

const isClosing = (text: string): boolean => text === '}' || text === ']'

function lineView(line: JsonLine, marked: Marked | undefined): Markup {
  const indent = '  '.repeat(line.depth)
  const name = line.name !== undefined && html`<b>${line.name}</b>: `
  const content = html`${indent}${name}${valueView(line)}${line.comma && ','}`
  if (!marked) return html`${content}${newline}`
  const { mark, isFirst } = marked
  return html`<mark class="${mark}">${content}${isFirst && html` <small>${explanations[mark]}</small>`}</mark
    >${newline}`
}

function valueView({ kind, text }: JsonLine): Markup | string {
  if (kind === 'bracket') return text
  return kind === 'string' ? html`<i>${text}</i>` : html`<u>${text}</u>`
}
