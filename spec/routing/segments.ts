import { pathParameter, type Operation } from '../document.ts'
import { own } from '../util/object.ts'
import { parameterNames } from './path-template.ts'

/** A segment with parameters: `{petId}`, `{id}.json`, `{from}-{to}`. */
export interface Segment {
  /** The name rou3 knows it by: names of a document may hold characters that rou3 gives meaning to. */
  readonly key: string
  readonly names: readonly string[]
  /**
   * How the names stand in the segment, tried in turn: with the values that are listed for them first, which tell where
   * one ends in `{name}{extension}`. Empty when it is one parameter and nothing else.
   */
  readonly patterns: readonly RegExp[]
}

/** A segment as rou3 is told of it. */
export const shapeOf = (text: string, index: number): string =>
  text.includes('{') ? `:p${String(index)}` : text.replaceAll(/[:()*?+{}\\]/g, String.raw`\$&`)

/** By key and name: large documents have the same thousands of times. */
const plainSegments = new Map<string, Segment>()
const mostSegments = 10_000

function plainSegment(key: string, name: string): Segment {
  const place = `${key} ${name}`
  const known = plainSegments.get(place)
  if (known) return known
  if (plainSegments.size >= mostSegments) plainSegments.clear()
  const segment = { key, names: [name], patterns: [] }
  plainSegments.set(place, segment)
  return segment
}

/** Undefined for one without parameters. */
export function segmentOf(text: string, index: number, operation: Operation): Segment | undefined {
  const names = parameterNames(text)
  if (names.length === 0) return undefined
  const key = `p${String(index)}`
  if (text === `{${names[0] as string}}`) return plainSegment(key, names[0] as string)
  const patternOf = (valueOf: (name: string) => string): RegExp =>
    new RegExp(
      `^${text
        .split(/(\{[^{}]+\})/)
        .map((part) => partOf(part, valueOf))
        .join('')}$`,
    )
  const listed = (name: string): string => {
    const schema = pathParameter(operation, name)?.schema
    const values = schema && own(schema.schema, 'enum')
    return Array.isArray(values)
      ? values.map((value) => escaped(encodeURIComponent(String(value)))).join('|')
      : '.+?'
  }
  return { key, names, patterns: [patternOf(listed), patternOf(() => '.+?')] }
}

const partOf = (part: string, valueOf: (name: string) => string): string =>
  /^\{[^{}]+\}$/.test(part) ? `(${valueOf(part.slice(1, -1))})` : escaped(part)

const escaped = (literal: string): string => literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** The parameters of a path by name, of what rou3 found in its segments; undefined where one of these is otherwise. */
export function parametersOf(
  segments: readonly Segment[],
  values: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const { key, names, patterns } of segments) {
    const value = values[key] ?? ''
    if (patterns.length === 0) {
      params[names[0] as string] = value
      continue
    }
    const parts = (patterns[0]?.exec(value) ?? patterns[1]?.exec(value))?.slice(1)
    if (!parts) return undefined
    for (const [index, name] of names.entries()) params[name] = parts[index] as string
  }
  return params
}
