import type { Sequence } from '../http/media-type.ts'
import {
  isArray,
  isJsonObject,
  parseJson,
  stringifyJson,
  type Json,
  type JsonObject,
  type JsonReading,
} from '../json.ts'

/** Precedes each text of `application/json-seq` (RFC 7464 §2.1). */
const recordSeparator = '\u001E'

/** Decodes the items of a sequence to an array. Never throws. */
export function decodeSequence(text: string, sequence: Sequence): JsonReading {
  return sequence === 'lines' ? decodeLines(text) : { kind: 'ok', value: eventsIn(text) }
}

/** Encodes an array as a sequence of its items, any other value as its only item; a text is a sequence already. */
export function encodeSequence(value: Json, sequence: Sequence, isSeparated: boolean): string {
  if (typeof value === 'string') return value
  const encode = sequence === 'events' ? encodeEvent : (item: Json) => `${stringifyJson(item)}\n`
  const start = isSeparated ? recordSeparator : ''
  return (isArray(value) ? value : [value]).map((item) => start + encode(item)).join('')
}

function decodeLines(text: string): JsonReading {
  const lines = text.split(text.includes(recordSeparator) ? recordSeparator : '\n')
  const items: Json[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const reading = parseJson(line)
    if (reading.kind === 'malformed')
      return { kind: 'malformed', message: `Line ${String(index + 1)}: ${reading.message}` }
    items.push(reading.value)
  }
  return { kind: 'ok', value: items }
}

/**
 * The events of a stream as objects of their fields, which are strings; `data` of several lines is joined. Comments, and fields of
 * other names, are left out (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation).
 */
function eventsIn(text: string): readonly JsonObject[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/(?:\r\n|\r|\n){2,}/)
    .map((block) => fieldsIn(block.split(/\r\n|\r|\n/)))
    .filter((event) => Object.keys(event).length > 0)
}

function fieldsIn(lines: readonly string[]): JsonObject {
  const event: Record<string, Json> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (!isField(name)) continue
    const before = event[name]
    if (name === 'retry') event[name] = /^\d+$/.test(value) ? Number(value) : value
    else event[name] = name === 'data' && typeof before === 'string' ? `${before}\n${value}` : value
  }
  return event
}

const fields = ['event', 'id', 'retry', 'data'] as const

const isField = (name: string): boolean => fields.some((each) => each === name)

/** An event as text: its fields, if it has no others, else all of it as data. */
export function encodeEvent(event: Json): string {
  if (typeof event === 'string' && /^(?:data|event|id|retry|):/.test(event)) return `${event.trimEnd()}\n\n`
  const isEvent = isJsonObject(event) && 'data' in event && Object.keys(event).every(isField)
  const members: JsonObject = isEvent ? event : { data: event }
  const lines = fields.flatMap((name) => {
    const value = members[name]
    if (value === undefined || value === null) return []
    const text = typeof value === 'string' ? value : stringifyJson(value)
    return text.split(/\r\n?|\n/).map((line) => `${name}: ${line}\n`)
  })
  return `${lines.join('')}\n`
}
