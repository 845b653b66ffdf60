import type { PatternNode } from './syntax.ts'

/** A place in a pattern: it takes a character, or leads on by itself, or is the end of a match. */
type State =
  | { readonly kind: 'atom'; readonly atom: number; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'match' }

/** A nondeterministic automaton (K. Thompson, 1968) that is in several of its states at once. */
export interface Automaton {
  readonly states: readonly State[]
  readonly first: number
  /** The texts of the atoms, by their numbers. */
  readonly atoms: readonly string[]
}

/** Repetitions are written out: more than this many places are not kept. */
const mostStates = 4_000

/** Undefined when the pattern holds an assertion, which no such automaton knows, or is too large. */
export function automatonOf(node: PatternNode): Automaton | undefined {
  const states: State[] = [{ kind: 'match' }]
  const atoms: string[] = []
  const add = (state: State): number | undefined =>
    states.length < mostStates ? states.push(state) - 1 : undefined
  const atomOf = (text: string): number => {
    const known = atoms.indexOf(text)
    return known === -1 ? atoms.push(text) - 1 : known
  }
  /** The state in which to be before the node, when `next` is the one after it. */
  const before = (each: PatternNode, next: number): number | undefined => {
    if (each.kind === 'atom') return add({ kind: 'atom', atom: atomOf(each.text), next })
    if (each.kind === 'repeat') return beforeRepeat(each, next)
    if (each.kind === 'assertion') return undefined
    if (each.kind === 'sequence')
      return each.nodes.reduceRight<number | undefined>(
        (after, part) => (after === undefined ? undefined : before(part, after)),
        next,
      )
    if (each.kind !== 'choice') return add({ kind: each.kind, next })
    const branches = each.nodes.map((branch) => before(branch, next))
    return branches.includes(undefined) ? undefined : add({ kind: 'fork', next: branches as number[] })
  }
  const beforeRepeat = (
    { node: part, min, max }: Extract<PatternNode, { kind: 'repeat' }>,
    next: number,
  ): number | undefined => {
    let at: number | undefined = next
    if (max === Infinity) at = beforeLoop(part, next)
    else
      for (let count = min; count < max && at !== undefined; count++) {
        const inside = before(part, at)
        at = inside === undefined ? undefined : add({ kind: 'fork', next: [inside, next] })
      }
    for (let count = 0; count < min && at !== undefined; count++) at = before(part, at)
    return at
  }
  const beforeLoop = (part: PatternNode, next: number): number | undefined => {
    const ways = [next]
    const fork = add({ kind: 'fork', next: ways })
    const inside = fork === undefined ? undefined : before(part, fork)
    if (inside !== undefined) ways.push(inside)
    return inside === undefined ? undefined : fork
  }
  const first = before(node, 0)
  return first === undefined ? undefined : { states, first, atoms }
}
