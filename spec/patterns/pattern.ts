import { automatonOf } from './automaton.ts'
import { safeLength } from './cost.ts'
import { testWithin } from './deadline.ts'
import { createLinearTest } from './linear.ts'
import { parsePattern, type PatternNode } from './syntax.ts'

/** A regular expression from a document that is safe to use: no text makes it run for long. */
export interface Pattern {
  readonly source: string
  readonly flags: string
  /** Whether the text has a match. */
  test(text: string): boolean
  /** `/^a+$/u`: ajv distinguishes patterns by it. */
  toString(): string
}

type Test = Pattern['test']

/** Milliseconds for a search that nothing else bounds. A harmless one needs less even on a busy machine. */
const deadline = 1_000

const known = new Map<string, Pattern | undefined>()
const maxKnown = 10_000

/**
 * Compiles an ECMA-262 pattern with the `u` flag, as JSON Schema requires, or without it if it compiles only so; undefined
 * when it compiles in neither way. The anchors `\A`, `\z` and `\Z` of other dialects mean the start and the end.
 */
export function toPattern(source: string): Pattern | undefined {
  if (known.has(source)) return known.get(source)
  const regExp = compile(source)
  const pattern = regExp && {
    source: regExp.source,
    flags: regExp.flags,
    test: boundedTest(regExp),
    toString: () => String(regExp),
  }
  if (known.size < maxKnown) known.set(source, pattern)
  return pattern
}

function compile(source: string): RegExp | undefined {
  const anchored = withAnchors(source)
  for (const [text, flags] of [
    [source, 'u'],
    [anchored, 'u'],
    [anchored, ''],
  ] as const) {
    try {
      const regExp = new RegExp(text, flags)
      // Engines report a pattern that is too large only when it is first used.
      regExp.test('')
      return regExp
    } catch {
      // Try the next variant.
    }
  }
  return undefined
}

/** Replaces the anchors of other dialects by those of ECMA-262, except in character classes. */
const withAnchors = (source: string): string =>
  source.replaceAll(/\[(?:\\[^]|[^\]\\])*\]|\\[^]/g, (part) => anchors[part] ?? part)

const anchors: Readonly<Record<string, string>> = {
  [String.raw`\A`]: '^',
  [String.raw`\z`]: '$',
  [String.raw`\Z`]: '$',
}

/**
 * The JavaScript engine backtracks, which may take exponential time where repetitions overlap. It is used for texts short
 * enough; longer ones are searched by an automaton in linear time. Patterns that an automaton cannot represent
 * (lookarounds, `\b`, back references) get a deadline, after which the text counts as a match.
 */
function boundedTest(regExp: RegExp): Test {
  const node = parsePattern(regExp.source)
  const maxLength = safeLength(node)
  if (maxLength === Infinity) return (text) => regExp.test(text)
  let slow: Test | undefined
  return (text) => {
    if (text.length <= maxLength) return regExp.test(text)
    slow ??= cached(linearTest(node, regExp) ?? ((long) => testWithin(regExp, long, deadline) ?? true))
    return slow(text)
  }
}

const maxCached = 20
const maxCachedLength = 5_000

/** Caches results: the same value is often validated again, each time another one beside it changes. */
function cached(test: Test): Test {
  const verdicts = new Map<string, boolean>()
  return (text) => {
    const before = verdicts.get(text)
    if (before !== undefined) return before
    const verdict = test(text)
    if (verdicts.size === maxCached) verdicts.clear()
    if (text.length <= maxCachedLength) verdicts.set(text, verdict)
    return verdict
  }
}

/** Modifiers, `(?i:…)`, change what the atoms within them match. */
const modifiers = /\(\?[a-z-]+:/

function linearTest(node: PatternNode, { source, flags }: RegExp): Test | undefined {
  if (modifiers.test(source)) return undefined
  const { lookaheads, rest } = splitLookaheads(node)
  const main = automatonOf(rest)
  const tests = lookaheads.map(({ ahead, isNegated }): Test | undefined => {
    const automaton = automatonOf({ kind: 'sequence', nodes: [{ kind: 'start' }, ahead] })
    const test = automaton && createLinearTest(automaton, flags)
    return test && ((text) => test(text) !== isNegated)
  })
  if (main === undefined || tests.includes(undefined)) return undefined
  const all = [...(tests as Test[]), createLinearTest(main, flags)]
  return (text) => all.every((test) => test(text))
}

interface Lookahead {
  readonly ahead: PatternNode
  readonly isNegated: boolean
}

/** Splits off looklookaheads at the very start, `^(?=.*\d)(?!.*\s)`: they are conditions on the whole text. */
function splitLookaheads(node: PatternNode): {
  readonly lookaheads: readonly Lookahead[]
  readonly rest: PatternNode
} {
  if (node.kind !== 'sequence' || node.nodes[0]?.kind !== 'start') return { lookaheads: [], rest: node }
  const lookaheads: Lookahead[] = []
  let at = 1
  for (let next = node.nodes[at]; next?.kind === 'assertion' && next.ahead; next = node.nodes[++at])
    lookaheads.push({ ahead: next.ahead, isNegated: next.isNegated === true })
  return { lookaheads, rest: { kind: 'sequence', nodes: [node.nodes[0], ...node.nodes.slice(at)] } }
}
