import type { JsonLine } from './json-lines.ts'

/** Why a line of a body is marked. */
export type Mark = 'changed' | 'absent' | 'broken'

/** Marks by pointer within a body. */
export type Marks = ReadonlyMap<string, Mark>

export interface Compared {
  readonly request: Marks
  readonly response: Marks
}

const unmarked: Marks = new Map()

/**
 * Marks where the record in a response differs from the one in the request: `changed` on both sides, `absent` for values
 * that were not returned. The record is the response itself or a member such as `data`; without one nothing is marked.
 */
export function compareBodies(request: readonly JsonLine[], response: readonly JsonLine[]): Compared {
  const sent = byPointer(request)
  const came = byPointer(response)
  const base = recordIn(sent, came)
  if (base === undefined) return { request: unmarked, response: unmarked }
  const marks = { request: new Map<string, Mark>(), response: new Map<string, Mark>() }
  let marked: string | undefined
  for (const [pointer, line] of sent) {
    const other = came.get(base + pointer)
    if ((marked !== undefined && pointer.startsWith(`${marked}/`)) || (other && isEqual(line, other)))
      continue
    marked = pointer
    marks.request.set(pointer, other ? 'changed' : 'absent')
    if (other) marks.response.set(other.pointer, 'changed')
  }
  return marks
}

/** The first line of each value, by pointer. */
function byPointer(lines: readonly JsonLine[]): Lines {
  const found = new Map<string, JsonLine>()
  for (const line of lines) if (!found.has(line.pointer)) found.set(line.pointer, line)
  return found
}

type Lines = ReadonlyMap<string, JsonLine>

/** The pointer to the object in the response that shares most members with the request, and at least half of them. */
function recordIn(sent: Lines, came: Lines): string | undefined {
  const names = [...sent.keys()].filter((pointer) => pointer.lastIndexOf('/') === 0)
  const shared = (base: string): number => names.filter((name) => came.has(base + name)).length
  const bases = [
    '',
    ...[...came.keys()].filter((pointer) => pointer.lastIndexOf('/') === 0 && !/^\/\d+$/.test(pointer)),
  ]
  const best = bases.reduce((sofar, base) => (shared(base) > shared(sofar) ? base : sofar), '')
  return names.length > 0 && shared(best) * 2 >= names.length ? best : undefined
}

function isEqual(one: JsonLine, other: JsonLine): boolean {
  if (one.text === other.text) return true
  if (one.kind !== other.kind) return false
  if (one.kind === 'string') return JSON.parse(one.text) === JSON.parse(other.text)
  if (one.kind === 'number') return isSameNumber(one.text, other.text)
  // Objects and arrays are compared by their members.
  return one.kind === 'bracket' && one.text[0] === other.text[0]
}

/** Integers beyond the precision of a double are equal only if written alike. */
function isSameNumber(one: string, other: string): boolean {
  return Number(one) === Number(other) && Math.abs(Number(one)) <= Number.MAX_SAFE_INTEGER
}
