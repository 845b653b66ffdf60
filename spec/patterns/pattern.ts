import { automatonOf } from './automaton.ts'
import { bearableLength } from './cost.ts'
import { testWithin } from './deadline.ts'
import { createLinearTest } from './linear.ts'
import { parsePattern, type PatternNode } from './syntax.ts'

/** A regular expression of a document, safe to ask. */
export interface Pattern {
  readonly source: string
  readonly flags: string
  /** Whether the text holds a match. Never takes long, whatever the pattern and the text. */
  test(text: string): boolean
  /** `/^a+$/u`: ajv tells patterns apart by it. */
  toString(): string
}

type Test = Pattern['test']

/** Milliseconds that a search may take where nothing else bounds it; also a busy machine does an honest one in less. */
const deadline = 1_000

const known = new Map<string, Pattern | undefined>()
const mostKnown = 10_000

/**
 * ECMA-262 with the `u` flag as JSON Schema asks, without it where only that compiles; undefined when neither does. `\A`,
 * `\z` and `\Z`, which are nothing in ECMA-262, are the start and the end, as wherever else they mean something.
 */
export function toPattern(source: string): Pattern | undefined {
  if (known.has(source)) return known.get(source)
  const regExp = compiled(source)
  const pattern = regExp && {
    source: regExp.source,
    flags: regExp.flags,
    test: boundedTest(regExp),
    toString: () => String(regExp),
  }
  if (known.size < mostKnown) known.set(source, pattern)
  return pattern
}

function compiled(source: string): RegExp | undefined {
  const anchored = withAnchors(source)
  for (const [text, flags] of [
    [source, 'u'],
    [anchored, 'u'],
    [anchored, ''],
  ] as const) {
    try {
      const regExp = new RegExp(text, flags)
      // What is too large is only found out here.
      regExp.test('')
      return regExp
    } catch {
      // the next reading, else undefined
    }
  }
  return undefined
}

/** The pattern with other dialects' anchors in the words of ECMA-262; classes stay as they are. */
const withAnchors = (source: string): string =>
  source.replaceAll(/\[(?:\\[^]|[^\]\\])*\]|\\[^]/g, (part) => anchors[part] ?? part)

const anchors: Readonly<Record<string, string>> = {
  [String.raw`\A`]: '^',
  [String.raw`\z`]: '$',
  [String.raw`\Z`]: '$',
}

/**
 * The engine of the language backtracks, which takes for ever where repetitions overlap. It is asked where that cannot
 * come to much; else an automaton is, in one pass. Lookarounds within, `\b` and back references are no automaton's:
 * those get a deadline, after which the text is taken for a match.
 */
function boundedTest(regExp: RegExp): Test {
  const node = parsePattern(regExp.source)
  const longest = bearableLength(node)
  if (longest === Infinity) return (text) => regExp.test(text)
  let slow: Test | undefined
  return (text) => {
    if (text.length <= longest) return regExp.test(text)
    slow ??= remembered(linearTest(node, regExp) ?? ((long) => testWithin(regExp, long, deadline) ?? true))
    return slow(text)
  }
}

const mostRemembered = 20
const longestRemembered = 5_000

/** What is searched slowly is often the same: a value is judged again whenever another one beside it is tried. */
function remembered(test: Test): Test {
  const verdicts = new Map<string, boolean>()
  return (text) => {
    const before = verdicts.get(text)
    if (before !== undefined) return before
    const verdict = test(text)
    if (verdicts.size === mostRemembered) verdicts.clear()
    if (text.length <= longestRemembered) verdicts.set(text, verdict)
    return verdict
  }
}

/** Modifiers change what the atoms within them take. */
const modifiers = /\(\?[a-z-]+:/

function linearTest(node: PatternNode, { source, flags }: RegExp): Test | undefined {
  if (modifiers.test(source)) return undefined
  const { aheads, rest } = withoutAheads(node)
  const main = automatonOf(rest)
  const tests = aheads.map(({ ahead, isNegated }): Test | undefined => {
    const automaton = automatonOf({ kind: 'sequence', nodes: [{ kind: 'start' }, ahead] })
    const test = automaton && createLinearTest(automaton, flags)
    return test && ((text) => test(text) !== isNegated)
  })
  if (main === undefined || tests.includes(undefined)) return undefined
  const all = [...(tests as Test[]), createLinearTest(main, flags)]
  return (text) => all.every((test) => test(text))
}

interface Ahead {
  readonly ahead: PatternNode
  readonly isNegated: boolean
}

/** Lookaheads at the very start, `^(?=.*\d)(?!.*\s)`, are conditions on the whole text. */
function withoutAheads(node: PatternNode): { readonly aheads: readonly Ahead[]; readonly rest: PatternNode } {
  if (node.kind !== 'sequence' || node.nodes[0]?.kind !== 'start') return { aheads: [], rest: node }
  const aheads: Ahead[] = []
  let at = 1
  for (let next = node.nodes[at]; next?.kind === 'assertion' && next.ahead; next = node.nodes[++at])
    aheads.push({ ahead: next.ahead, isNegated: next.isNegated === true })
  return { aheads, rest: { kind: 'sequence', nodes: [node.nodes[0], ...node.nodes.slice(at)] } }
}
