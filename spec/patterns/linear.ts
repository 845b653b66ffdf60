import type { Automaton } from './automaton.ts'

/** A state of the deterministic automaton: the states of the nondeterministic one after the text read so far. */
interface StateSet {
  /** States that consume a character. */
  readonly consuming: readonly number[]
  readonly isMatch: boolean
  readonly isMatchAtEnd: boolean
  readonly after: Map<string, StateSet>
}

/** Cached state sets. */
const maxCached = 1_000
/** Characters for which a state set caches its successor, and an atom its result. */
const maxCharacters = 256

/**
 * Creates a function that searches a text for a match in one pass, whatever the pattern, by simulating all states of the
 * automaton at once. `flags` are those of the regular expression: with `u` characters are code points, otherwise UTF-16
 * code units.
 */
export function createLinearTest(
  { states, first, atoms }: Automaton,
  flags: string,
): (text: string) => boolean {
  const atomTests = atoms.map((atom) => createAtomTest(atom, flags))
  let cache = new Map<string, StateSet>()

  const follow = (seeds: readonly number[], atStart: boolean, atEnd: boolean): ReadonlySet<number> => {
    const seen = new Set(seeds)
    // Iterating a set includes the elements added meanwhile.
    for (const index of seen) {
      const state = states[index]!
      if (state.kind === 'fork') for (const next of state.next) seen.add(next)
      else if ((state.kind === 'start' && atStart) || (state.kind === 'end' && atEnd)) seen.add(state.next)
    }
    return seen
  }
  const stateSetOf = (seeds: readonly number[], atStart: boolean): StateSet => {
    const reached = follow(seeds, atStart, false)
    return {
      consuming: [...reached].filter((index) => states[index]?.kind === 'atom').sort((a, b) => a - b),
      isMatch: reached.has(0),
      isMatchAtEnd: follow(seeds, atStart, true).has(0),
      after: new Map(),
    }
  }
  let initial = stateSetOf([first], true)
  const clearCache = (): void => {
    cache = new Map()
    initial = stateSetOf([first], true)
  }
  const step = ({ consuming }: StateSet, character: string): StateSet => {
    const seeds = new Set([first])
    for (const index of consuming) {
      const state = states[index]!
      if (state.kind === 'atom' && atomTests[state.atom]!(character)) seeds.add(state.next)
    }
    const key = [...seeds].sort((a, b) => a - b).join()
    const known = cache.get(key)
    if (known !== undefined) return known
    if (cache.size >= maxCached) clearCache()
    const next = stateSetOf([...seeds], false)
    cache.set(key, next)
    return next
  }
  const isByCodePoint = flags.includes('u')

  return (text) => {
    let current = initial
    for (let at = 0; at < text.length && !current.isMatch;) {
      const character = isByCodePoint ? String.fromCodePoint(text.codePointAt(at)!) : text.charAt(at)
      at += character.length
      let next = current.after.get(character)
      if (next === undefined) {
        next = step(current, character)
        if (current.after.size < maxCharacters) current.after.set(character, next)
      }
      current = next
    }
    return current.isMatch || current.isMatchAtEnd
  }
}

/** Creates a function that says whether an atom matches a character, cached per character. */
function createAtomTest(atom: string, flags: string): (character: string) => boolean {
  const regExp = new RegExp(`^(?:${atom})$`, flags)
  const known = new Map<string, boolean>()
  return (character) => {
    const before = known.get(character)
    if (before !== undefined) return before
    const matches = regExp.test(character)
    if (known.size < maxCharacters) known.set(character, matches)
    return matches
  }
}
