import type { Automaton } from './automaton.ts'

/** All that a text read so far can have led to. */
interface Situation {
  /** States that take a character. */
  readonly waiting: readonly number[]
  readonly isMatch: boolean
  readonly isMatchAtEnd: boolean
  readonly after: Map<string, Situation>
}

/** Situations that are kept: in texts they come again. */
const mostKept = 1_000
/** Characters after which a situation knows the next one. */
const mostCharacters = 256

/**
 * Looks for a match anywhere in a text in one pass, whatever the pattern: it reads each character once, in all states at
 * once. `flags` are those of the regular expression; with `u` characters are code points, else UTF-16 code units.
 */
export function createLinearTest(
  { states, first, atoms }: Automaton,
  flags: string,
): (text: string) => boolean {
  const takes = atoms.map((atom) => createAtomTest(atom, flags))
  let kept = new Map<string, Situation>()

  const follow = (seeds: readonly number[], atStart: boolean, atEnd: boolean): ReadonlySet<number> => {
    const seen = new Set(seeds)
    // A set gives what is added to it while it is gone through.
    for (const index of seen) {
      const state = states[index]!
      if (state.kind === 'fork') for (const next of state.next) seen.add(next)
      else if ((state.kind === 'start' && atStart) || (state.kind === 'end' && atEnd)) seen.add(state.next)
    }
    return seen
  }
  const situationOf = (seeds: readonly number[], atStart: boolean): Situation => {
    const reached = follow(seeds, atStart, false)
    return {
      waiting: [...reached].filter((index) => states[index]?.kind === 'atom').sort((one, two) => one - two),
      isMatch: reached.has(0),
      isMatchAtEnd: follow(seeds, atStart, true).has(0),
      after: new Map(),
    }
  }
  let beginning = situationOf([first], true)
  const forget = (): void => {
    kept = new Map()
    beginning = situationOf([first], true)
  }
  const step = ({ waiting }: Situation, character: string): Situation => {
    const seeds = new Set([first])
    for (const index of waiting) {
      const state = states[index]!
      if (state.kind === 'atom' && takes[state.atom]!(character)) seeds.add(state.next)
    }
    const key = [...seeds].sort((one, two) => one - two).join()
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= mostKept) forget()
    const made = situationOf([...seeds], false)
    kept.set(key, made)
    return made
  }
  const isByCodePoint = flags.includes('u')

  return (text) => {
    let now = beginning
    for (let at = 0; at < text.length && !now.isMatch;) {
      const character = isByCodePoint ? String.fromCodePoint(text.codePointAt(at)!) : text.charAt(at)
      at += character.length
      let next = now.after.get(character)
      if (next === undefined) {
        next = step(now, character)
        if (now.after.size < mostCharacters) now.after.set(character, next)
      }
      now = next
    }
    return now.isMatch || now.isMatchAtEnd
  }
}

/** Whether an atom takes a character, asked of the engine once for each. */
function createAtomTest(atom: string, flags: string): (character: string) => boolean {
  const one = new RegExp(`^(?:${atom})$`, flags)
  const known = new Map<string, boolean>()
  return (character) => {
    const before = known.get(character)
    if (before !== undefined) return before
    const answer = one.test(character)
    if (known.size < mostCharacters) known.set(character, answer)
    return answer
  }
}
