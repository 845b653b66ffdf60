import type { Operation } from '../document.ts'

/** The routes that match a path, and its parameters by `p` and the index of the segment. */
export interface PathMatch<T> {
  readonly data: T
  readonly params?: Readonly<Record<string, string>> | undefined
}

/** Cached shapes of paths: clients may send ever new ones. */
const maxShapes = 1000

/**
 * Caches the routes of paths that differ only in segments that are numbers, `/pets/1` and `/pets/2`. Not if the document
 * itself has such segments, on which the route then depends.
 */
export function cacheMatches<T>(
  search: (path: string) => PathMatch<T> | undefined,
  operations: readonly Operation[],
): (path: string) => PathMatch<T> | undefined {
  if (operations.some(({ path }) => /\/\d+(?![^/?#])/.test(path))) return search
  const known = new Map<string, { readonly data: T; readonly keys: readonly string[] }>()
  return (path) => {
    const numbered = numbersIn(path)
    if (numbered === undefined) return search(path)
    const { shape, numbers, places } = numbered
    const cached = known.get(shape)
    if (cached !== undefined) {
      const params: Record<string, string> = {}
      for (let index = 0; index < numbers.length; index++)
        params[cached.keys[index] as string] = numbers[index] as string
      return { data: cached.data, params }
    }
    const match = search(path)
    const keys = places.map((place) => `p${String(place)}`)
    const names = Object.keys(match?.params ?? {})
    const isAll = names.length === keys.length && keys.every((key) => names.includes(key))
    if (match !== undefined && isAll && known.size < maxShapes) known.set(shape, { data: match.data, keys })
    return match
  }
}

interface Numbered {
  /** The path with a placeholder for each number. */
  readonly shape: string
  readonly numbers: readonly string[]
  /** The indexes of their segments. */
  readonly places: readonly number[]
}

const slash = 0x2f
const percent = 0x25
const placeholder = '#'

/** Finds the segments that are numbers; undefined when there are none, or the path contains `%` or the placeholder. */
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
        shape += path.slice(taken, start) + placeholder
        taken = at
      }
      start = at + 1
      place += 1
      isNumber = false
    } else if (code >= 0x30 && code <= 0x39) {
      if (at === start) isNumber = true
    } else if (code === percent || code === placeholder.charCodeAt(0)) return undefined
    else isNumber = false
  }
  return numbers.length === 0 ? undefined : { shape: shape + path.slice(taken), numbers, places }
}
