import { EVENT_ID, SCALAR_STYLE, getScalarValue, parseEvents } from 'js-yaml'
import type { Event } from 'js-yaml'
import type { Pointer, SourceLocation } from '../document.ts'
import { appendPointer } from '../json/pointer.ts'
import { maxDepth } from './plain.ts'
import { lazily } from '../util/lazily.ts'

/** The text of one file of a document, and what stands where in it. */
export interface SourceText {
  /** As shown to people: relative to the working directory when below it. */
  readonly file: string
  /** Decoded each time. */
  readonly text: string
  locationAt(offset: number): SourceLocation
  /** The name of a member, the value of an item; its nearest existing ancestor when there is none. */
  locate(tokens: readonly string[]): SourceLocation
  /** Names given twice in one object: the later wins. */
  duplicates(): readonly {
    readonly name: string
    readonly pointer: Pointer
    readonly location: SourceLocation
  }[]
}

/** A node of the text: where it starts (its name, when it is a member) and what is in it. */
interface Mark {
  readonly offset: number
  readonly members: ReadonlyMap<string, Mark>
}

interface Marks {
  readonly root: Mark
  readonly duplicates: readonly {
    readonly name: string
    readonly pointer: Pointer
    readonly offset: number
  }[]
}

/**
 * Cheap to create; the text is read for positions only when one is asked for. Bytes stay bytes, which as a text take twice
 * as much where a single character is not of Latin-1.
 */
export function createSourceText(file: string, content: string | Uint8Array): SourceText {
  const textOf = (): string => (typeof content === 'string' ? content : new TextDecoder().decode(content))
  const lines = lazily(() => lineStarts(textOf()))
  const marks = lazily(() => readMarks(textOf()))
  const locationAt = (offset: number): SourceLocation => ({ file, ...placeOf(lines(), offset) })
  return {
    file,
    get text() {
      return textOf()
    },
    locationAt,
    locate: (tokens) => locationAt(find(marks().root, tokens).offset),
    duplicates: () =>
      marks().duplicates.map(({ name, pointer, offset }) => ({
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

function placeOf(starts: readonly number[], offset: number): { line: number; column: number } {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}

function find(root: Mark, tokens: readonly string[]): Mark {
  let at = root
  for (const token of tokens) {
    const next = at.members.get(token) ?? at.members.get('<<')?.members.get(token)
    if (next === undefined) return at
    at = next
  }
  return at
}

/** Reads YAML (of which JSON is a part) for positions only. An unreadable text gives one mark, its start. */
function readMarks(text: string): Marks {
  try {
    return new MarkReader(text, parseEvents(text, { maxDepth: 5 * maxDepth })).read()
  } catch {
    return { root: { offset: 0, members: new Map() }, duplicates: [] }
  }
}

class MarkReader {
  private readonly anchors = new Map<string, Mark>()
  private readonly duplicates: Marks['duplicates'][number][] = []
  private readonly text: string
  private readonly events: readonly Event[]
  private next = 0

  constructor(text: string, events: readonly Event[]) {
    this.text = text
    this.events = events
  }

  read(): Marks {
    this.next = 1
    const root = this.node(undefined, '#')
    return { root, duplicates: this.duplicates }
  }

  private node(nameOffset: number | undefined, pointer: Pointer): Mark {
    const event = this.events[this.next++]
    const offset = nameOffset ?? startOf(event)
    if (event?.type === EVENT_ID.ALIAS) return { offset, members: this.aliased(event)?.members ?? new Map() }
    const members = new Map<string, Mark>()
    const mark = { offset, members }
    if (event === undefined || !('tagStart' in event)) return mark
    if (event.anchorStart >= 0) this.anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), mark)
    if (event.type === EVENT_ID.MAPPING) this.fillMapping(members, pointer)
    if (event.type === EVENT_ID.SEQUENCE) this.fillSequence(members, pointer)
    return mark
  }

  private aliased(event: { readonly anchorStart: number; readonly anchorEnd: number }): Mark | undefined {
    return this.anchors.get(this.text.slice(event.anchorStart, event.anchorEnd))
  }

  private fillMapping(members: Map<string, Mark>, pointer: Pointer): void {
    while (!this.pop()) {
      const key = this.events[this.next]
      const name = key?.type === EVENT_ID.SCALAR ? getScalarValue(this.text, key) : ''
      const offset = this.node(undefined, pointer).offset
      const child = appendPointer(pointer, name)
      if (members.has(name) && name !== '<<') this.duplicates.push({ name, pointer: child, offset })
      members.set(name, this.node(offset, child))
    }
  }

  private fillSequence(members: Map<string, Mark>, pointer: Pointer): void {
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

/** Offset of the first character of a node, its quote included. */
export function startOf(event: Event | undefined): number {
  if (event === undefined) return 0
  if ('start' in event) return event.start
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1
  if (event.type !== EVENT_ID.SCALAR || event.valueStart < 0) return 0
  const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED
  return quoted ? event.valueStart - 1 : event.valueStart
}
