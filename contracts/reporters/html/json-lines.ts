import { escapeToken } from '../../../spec/json/pointer.ts'

/** One line of a formatted JSON text. */
export interface JsonLine {
  readonly depth: number
  /** Pointer to the value that begins or ends here, without `#`. */
  readonly pointer: string
  /** The member's name as written, in quotes; undefined within an array and at the end of a value. */
  readonly name: string | undefined
  /** A scalar as written, `{`, `[`, `{}`, `[]`, `}` or `]`. */
  readonly text: string
  readonly kind: 'string' | 'number' | 'literal' | 'bracket'
  readonly comma: boolean
}

interface Open {
  readonly pointer: string
  readonly close: '}' | ']'
  /** Members so far. */
  count: number
}

const maxDepth = 40
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g

/**
 * Formats a JSON text without changing its values: numbers, escapes and duplicate names stay as they were sent.
 * Undefined when the text is not JSON or is nested too deeply to be readable.
 */
export function layOutJson(text: string): readonly JsonLine[] | undefined {
  if (!isJson(text)) return undefined
  const lines: JsonLine[] = []
  const open: Open[] = []
  const tokens = tokensOf(text)
  for (let at = 0; at < tokens.length; at += 1) {
    const parent = open.at(-1)
    const first = tokens[at] ?? ''
    if (first === ',') continue
    if (parent && first === parent.close) {
      open.pop()
      lines.push(line(open.length, parent.pointer, undefined, first, tokens[at + 1]))
      continue
    }
    const name = parent?.close === '}' ? first : undefined
    if (name !== undefined) at += 2
    const value = tokens[at] ?? ''
    const pointer = parent
      ? `${parent.pointer}/${name === undefined ? String(parent.count) : toToken(name)}`
      : ''
    if (parent) parent.count += 1
    const close = value === '{' ? '}' : ']'
    const isBracket = value === '{' || value === '['
    const isEmpty = isBracket && tokens[at + 1] === close
    if (isEmpty) at += 1
    lines.push(
      line(
        open.length,
        pointer,
        name,
        isEmpty ? value + close : value,
        isBracket && !isEmpty ? undefined : tokens[at + 1],
      ),
    )
    if (isBracket && !isEmpty) open.push({ pointer, close, count: 0 })
    if (open.length > maxDepth) return undefined
  }
  return lines
}

function line(
  depth: number,
  pointer: string,
  name: string | undefined,
  text: string,
  next: string | undefined,
): JsonLine {
  return { depth, pointer, name, text, kind: kindOf(text), comma: next === ',' }
}

function kindOf(text: string): JsonLine['kind'] {
  if (text.startsWith('"')) return 'string'
  if (/^[-\d]/.test(text)) return 'number'
  return /^[{}[\]]/.test(text) ? 'bracket' : 'literal'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function tokensOf(text: string): readonly string[] {
  return text.match(token) ?? []
}

const toToken = (name: string): string => escapeToken(JSON.parse(name) as string)
