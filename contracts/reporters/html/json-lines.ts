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

const maxDepth = 40
const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' }
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g

/**
 * Formats a JSON text without changing its values: numbers, escapes and duplicate names stay as they were sent.
 * Undefined when the text is not JSON or is nested too deeply to be readable.
 */
export function layOutJson(text: string): readonly JsonLine[] | undefined {
  const tokens = isJson(text) ? (text.match(token) ?? []) : []
  if (tokens.length === 0 || depthOf(tokens) > maxDepth) return undefined
  const lines: JsonLine[] = []
  let at = 0
  const take = (): string => tokens[at++] ?? ''
  const add = (depth: number, pointer: string, name: string | undefined, shown: string): void => {
    lines.push({ depth, pointer, name, text: shown, kind: kindOf(shown), comma: tokens[at] === ',' })
  }
  const addValue = (depth: number, pointer: string, name?: string): void => {
    const first = take()
    const close = closing[first]
    if (close === undefined) return add(depth, pointer, name, first)
    if (tokens[at] === close) return add(depth, pointer, name, first + take())
    add(depth, pointer, name, first)
    for (let index = 0; tokens[at] !== close; index += 1) {
      if (tokens[at] === ',') at += 1
      const member = close === '}' ? take() : undefined
      if (member !== undefined) at += 1 // the colon
      addValue(depth + 1, `${pointer}/${member === undefined ? String(index) : toToken(member)}`, member)
    }
    add(depth, pointer, undefined, take())
  }
  addValue(0, '')
  return lines
}

function depthOf(tokens: readonly string[]): number {
  let depth = 0
  let deepest = 0
  for (const each of tokens) {
    if (each in closing) deepest = Math.max(deepest, (depth += 1))
    else if (each === '}' || each === ']') depth -= 1
  }
  return deepest
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

const toToken = (name: string): string => escapeToken(JSON.parse(name) as string)
