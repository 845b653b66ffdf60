import { EVENT_ID, SCALAR_STYLE, getScalarValue, parseEvents } from 'js-yaml'
import type { Event } from 'js-yaml'
import type { Pointer, SourceLocation } from '../document.ts'
import { appendPointer } from '../json/pointer.ts'
import { lazily } from '../util/lazily.ts'
import { maxDepth } from './limits.ts'

/** The text of one file, with the location of every node in it. */
export interface SourceText {
  /** As shown in messages: relative to the working directory when below it. */
  readonly file: string
  /** Decoded on each access. */
  readonly text: string
  locationAt(offset: number): SourceLocation
  /** The location of a member's name or an array item; of the nearest existing ancestor when there is none. */
  locate(tokens: readonly string[]): SourceLocation
  /** Later occurrences of a key that is repeated in one object. */
  duplicates(): readonly {
    readonly name: string
    readonly pointer: Pointer
    readonly location: SourceLocation
  }[]
}

/** Where a node starts (the name, for a member of an object), and the nodes within it. */
interface Position {
  readonly offset: number
  readonly members: ReadonlyMap<string, Position>
}

interface Positions {
  readonly root: Position
  readonly duplicates: readonly {
    readonly name: string
    readonly pointer: Pointer
    readonly offset: number
  }[]
}

/**
 * Creates a source text, which is parsed for positions only when one is asked for. Bytes are kept as bytes: as a string they
 * would take twice the memory once a single character is outside Latin-1.
 */
export function createSourceText(file: string, content: string | Uint8Array): SourceText {
  const textOf = (): string => (typeof content === 'string' ? content : new TextDecoder().decode(content))
  const lines = lazily(() => lineStarts(textOf()))
  const positions = lazily(() => readPositions(textOf()))
  const locationAt = (offset: number): SourceLocation => ({ file, ...lineAndColumn(lines(), offset) })
  return {
    file,
    get text() {
      return textOf()
    },
    locationAt,
    locate: (tokens) => locationAt(nearest(positions().root, tokens).offset),
    duplicates: () =>
      positions().duplicates.map(({ name, pointer, offset }) => ({
        name,
        pointer,
        location: locationAt(offset),
      })),
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineAndColumn(starts: readonly number[], offset: number): { line: number; column: number } {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}

/** The position of the node that the tokens lead to, or of its nearest existing ancestor. */
function nearest(root: Position, tokens: readonly string[]): Position {
  let at = root
  for (const token of tokens) {
    const next = at.members.get(token) ?? at.members.get('<<')?.members.get(token)
    if (next === undefined) return at
    at = next
  }
  return at
}

/** Parses YAML, and so JSON, for positions only. A text with syntax errors has a single position, its start. */
function readPositions(text: string): Positions {
  try {
    return new PositionReader(text, parseEvents(text, { maxDepth: 5 * maxDepth })).read()
  } catch {
    return { root: { offset: 0, members: new Map() }, duplicates: [] }
  }
}

class PositionReader {
  private readonly anchors = new Map<string, Position>()
  private readonly duplicates: Positions['duplicates'][number][] = []
  private readonly text: string
  private readonly events: readonly Event[]
  private next = 0

  constructor(text: string, events: readonly Event[]) {
    this.text = text
    this.events = events
  }

  read(): Positions {
    this.next = 1
    const root = this.node(undefined, '#')
    return { root, duplicates: this.duplicates }
  }

  private node(nameOffset: number | undefined, pointer: Pointer): Position {
    const event = this.events[this.next++]
    const offset = nameOffset ?? startOf(event)
    if (event?.type === EVENT_ID.ALIAS) return { offset, members: this.aliased(event)?.members ?? new Map() }
    const members = new Map<string, Position>()
    const position = { offset, members }
    if (event === undefined || !('tagStart' in event)) return position
    if (event.anchorStart >= 0)
      this.anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), position)
    if (event.type === EVENT_ID.MAPPING) this.fillMapping(members, pointer)
    if (event.type === EVENT_ID.SEQUENCE) this.fillSequence(members, pointer)
    return position
  }

  private aliased(event: { readonly anchorStart: number; readonly anchorEnd: number }): Position | undefined {
    return this.anchors.get(this.text.slice(event.anchorStart, event.anchorEnd))
  }

  private fillMapping(members: Map<string, Position>, pointer: Pointer): void {
    while (!this.pop()) {
      const key = this.events[this.next]
      const name = key?.type === EVENT_ID.SCALAR ? getScalarValue(this.text, key) : ''
      const offset = this.node(undefined, pointer).offset
      const child = appendPointer(pointer, name)
      if (members.has(name) && name !== '<<') this.duplicates.push({ name, pointer: child, offset })
      members.set(name, this.node(offset, child))
    }
  }

  private fillSequence(members: Map<string, Position>, pointer: Pointer): void {
    for (let index = 0; !this.pop(); index++) {
      members.set(String(index), this.node(undefined, appendPointer(pointer, index)))
    }
  }

  private pop(): boolean {
    const event = this.events[this.next]
    if (event !== undefined && event.type !== EVENT_ID.POP) return false
    this.next++
    return true
  }
}

/** The offset of a node's first character, its quote included. */
export function startOf(event: Event | undefined): number {
  if (event === undefined) return 0
  if ('start' in event) return event.start
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1
  if (event.type !== EVENT_ID.SCALAR || event.valueStart < 0) return 0
  const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED
  return quoted ? event.valueStart - 1 : event.valueStart
}
