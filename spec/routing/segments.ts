import { pathParameter, type Operation } from '../document.ts'
import { own } from '../util/object.ts'
import { parameterNames } from './path-template.ts'

/** A path segment with parameters: `{petId}`, `{id}.json`, `{from}-{to}`. */
export interface Segment {
  /** Its parameter name in rou3: names in documents may contain characters that have a meaning in rou3. */
  readonly key: string
  readonly names: readonly string[]
  /**
   * Patterns that split the segment into parameters, in order of preference. The first uses the values listed in an `enum`,
   * which show where a parameter ends in `{name}{extension}`. Empty for a segment that is a single parameter.
   */
  readonly patterns: readonly RegExp[]
}

/** The segment in the syntax of rou3. */
export const radixSegment = (text: string, index: number): string =>
  text.includes('{')
    ? `:p${String(index)}`
    : text
        .replaceAll(/[:()*?+{}\\]/g, String.raw`\$&`)
        .replaceAll(/[\t\n\r\uFFFD-\uFFFF]/g, (character) => encodeURIComponent(character))

/** By key and name: large documents have thousands of equal segments. */
const plainSegments = new Map<string, Segment>()
const maxSegments = 10_000

function plainSegment(key: string, name: string): Segment {
  const place = `${key} ${name}`
  const known = plainSegments.get(place)
  if (known) return known
  if (plainSegments.size >= maxSegments) plainSegments.clear()
  const segment = { key, names: [name], patterns: [] }
  plainSegments.set(place, segment)
  return segment
}

/** The parameters of a segment; undefined when it has none. */
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

/** The path parameters by name, from the segments that rou3 matched; undefined when one does not match its pattern. */
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
