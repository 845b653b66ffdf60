import type { PatternNode } from './syntax.ts'

/** A state consumes a character, leads to others without one, or is the end of a match. */
type State =
  | { readonly kind: 'atom'; readonly atom: number; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'match' }

/** A nondeterministic finite automaton (Thompson's construction, 1968). */
export interface Automaton {
  readonly states: readonly State[]
  readonly first: number
  /** The source texts of the atoms, which states refer to by index. */
  readonly atoms: readonly string[]
}

/** Repetitions are expanded, so the number of states must be limited. */
const maxStates = 4_000

/** Builds the automaton of a pattern; undefined when the pattern has an assertion, or needs too many states. */
export function automatonOf(node: PatternNode): Automaton | undefined {
  const states: State[] = [{ kind: 'match' }]
  const atoms: string[] = []
  const add = (state: State): number | undefined =>
    states.length < maxStates ? states.push(state) - 1 : undefined
  const atomOf = (text: string): number => {
    const known = atoms.indexOf(text)
    return known === -1 ? atoms.push(text) - 1 : known
  }
  /** Adds the states of a node that is followed by the state `next`; returns the first of them. */
  const build = (part: PatternNode, next: number): number | undefined => {
    if (part.kind === 'atom') return add({ kind: 'atom', atom: atomOf(part.text), next })
    if (part.kind === 'repeat') return buildRepeat(part, next)
    if (part.kind === 'assertion') return undefined
    if (part.kind === 'sequence')
      return part.nodes.reduceRight<number | undefined>(
        (after, item) => (after === undefined ? undefined : build(item, after)),
        next,
      )
    if (part.kind !== 'choice') return add({ kind: part.kind, next })
    const branches = part.nodes.map((branch) => build(branch, next))
    return branches.includes(undefined) ? undefined : add({ kind: 'fork', next: branches as number[] })
  }
  const buildRepeat = (
    { node: part, min, max }: Extract<PatternNode, { kind: 'repeat' }>,
    next: number,
  ): number | undefined => {
    let at: number | undefined = next
    if (max === Infinity) at = buildLoop(part, next)
    else
      for (let count = min; count < max && at !== undefined; count++) {
        const inside = build(part, at)
        at = inside === undefined ? undefined : add({ kind: 'fork', next: [inside, next] })
      }
    for (let count = 0; count < min && at !== undefined; count++) at = build(part, at)
    return at
  }
  const buildLoop = (part: PatternNode, next: number): number | undefined => {
    const ways = [next]
    const fork = add({ kind: 'fork', next: ways })
    const inside = fork === undefined ? undefined : build(part, fork)
    if (inside !== undefined) ways.push(inside)
    return inside === undefined ? undefined : fork
  }
  const first = build(node, 0)
  return first === undefined ? undefined : { states, first, atoms }
}
