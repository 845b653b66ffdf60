import type { Operation } from '../document.ts'

/** Routes of one shape, and their parameters by `p` and index of the segment. */
export interface Shaped<T> {
  readonly data: T
  readonly params?: Readonly<Record<string, string>> | undefined
}

/** Shapes kept: clients may send ever new ones. */
const mostShapes = 1000

/**
 * Which routes a path has does not depend on what number stands in a segment, unless the document has numbers there
 * itself: for paths that differ in nothing else they are looked for once.
 */
export function rememberShapes<T>(
  search: (path: string) => Shaped<T> | undefined,
  operations: readonly Operation[],
): (path: string) => Shaped<T> | undefined {
  if (operations.some(({ path }) => /\/\d+(?![^/?#])/.test(path))) return search
  const known = new Map<string, { readonly data: T; readonly keys: readonly string[] }>()
  return (path) => {
    const numbered = numbersIn(path)
    if (numbered === undefined) return search(path)
    const { shape, numbers, places } = numbered
    const before = known.get(shape)
    if (before !== undefined) {
      const params: Record<string, string> = {}
      for (let index = 0; index < numbers.length; index++)
        params[before.keys[index] as string] = numbers[index] as string
      return { data: before.data, params }
    }
    const found = search(path)
    const keys = places.map((place) => `p${String(place)}`)
    const names = Object.keys(found?.params ?? {})
    const isAll = names.length === keys.length && keys.every((key) => names.includes(key))
    if (found !== undefined && isAll && known.size < mostShapes) known.set(shape, { data: found.data, keys })
    return found
  }
}

interface Numbered {
  /** The path with a mark for each number. */
  readonly shape: string
  readonly numbers: readonly string[]
  /** Indexes of their segments. */
  readonly places: readonly number[]
}

const slash = 0x2f
const percent = 0x25
const mark = '#'

/** The segments that are nothing but digits; undefined when there are none, or the path holds a `%` or the mark. */
function numbersIn(path: string): Numbered | undefined {
  const numbers: string[] = []
  const places: number[] = []
  let shape = ''
  let taken = 0
  let start = 0
  let place = 0
  let isNumber = false
  for (let at = 0; at <= path.length; at++) {
    const code = at === path.length ? slash : path.charCodeAt(at)
    if (code === slash) {
      if (isNumber) {
        numbers.push(path.slice(start, at))
        places.push(place)
        shape += path.slice(taken, start) + mark
        taken = at
      }
      start = at + 1
      place += 1
      isNumber = false
    } else if (code >= 0x30 && code <= 0x39) {
      if (at === start) isNumber = true
    } else if (code === percent || code === mark.charCodeAt(0)) return undefined
    else isNumber = false
  }
  return numbers.length === 0 ? undefined : { shape: shape + path.slice(taken), numbers, places }
}
