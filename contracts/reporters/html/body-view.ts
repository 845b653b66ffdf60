import type { Mark, Marks } from './differences.ts'
import type { JsonLine } from './json-lines.ts'
import { html, trusted, type Markup } from './markup.ts'

/** Lines shown of a body, and on each side of a mark further down. */
const shown = 200
const around = 5

const said: Readonly<Record<Mark, string>> = {
  changed: 'sent and returned differ',
  absent: 'not returned',
  broken: 'at fault',
}

/** A JSON body laid out line by line, marks on the lines they are about; only the first of many lines and the marked ones. */
export function jsonView(lines: readonly JsonLine[], marks: Marks): Markup {
  const marked = lines.map(markOf(marks))
  const keep = new Uint8Array(lines.length).fill(1, 0, shown)
  for (const [index, mark] of marked.entries())
    if (mark) keep.fill(1, Math.max(0, index - around), index + around + 1)
  const parts: Markup[] = []
  let left = 0
  for (const [index, each] of lines.entries()) {
    if (keep[index] === 0) left += 1
    if (left > 0 && (keep[index] === 1 || index === lines.length - 1)) parts.push(omitted(left))
    if (keep[index] === 0) continue
    left = 0
    parts.push(lineView(each, marked[index]))
  }
  return html`<pre tabindex="0"><code>${parts}</code></pre>`
}

/** Within a `pre` a line feed is one. */
const newline = trusted('\n')

const omitted = (count: number): Markup =>
  html`<em>… ${count} more ${count === 1 ? 'line' : 'lines'}</em>${newline}`

interface Marked {
  readonly mark: Mark
  /** The line the mark is about; the rest of a marked value is not said again. */
  readonly isFirst: boolean
}

/** The mark of each line, one after another: what is within a value that differs is marked too. */
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
  return html`<mark class="${mark}">${content}${isFirst && html` <small>${said[mark]}</small>`}</mark
    >${newline}`
}

function valueView({ kind, text }: JsonLine): Markup | string {
  if (kind === 'bracket') return text
  return kind === 'string' ? html`<i>${text}</i>` : html`<u>${text}</u>`
}
