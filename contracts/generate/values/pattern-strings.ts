import * as fc from 'fast-check'
import type { Pointer } from '../../../spec/document.ts'
import { toPattern } from '../../../spec/patterns/pattern.ts'
import { parsePattern, type PatternNode } from '../../../spec/patterns/syntax.ts'
import { impossible } from '../impossible.ts'
import { checked, trials, type Made } from './checked.ts'
import { lengthsOf, narrow } from './pattern-lengths.ts'

/** The longest match that is generated, in code points. */
const maxLength = 20_000
/** The most code points drawn in search of a match: long ones that lookarounds reject would take minutes. */
const maxDrawn = 600_000
/** The most repetitions that are drawn one by one; longer sequences repeat them. */
const maxUnits = 256
/** The most code points beyond the minimum length. */
const slack = 16

const plain = [
  ...'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_ .,:;/!?@#$%&*+=\'"()[]{}<>|~^`\\',
]
const foreign = [...'éßñøžЖяΩλ中文日本语あア한글שא🙂🚀𝒳']

/**
 * Strings of `min` to `max` code points with a match of a pattern anywhere in them, as JSON Schema defines it. Lookarounds, `\b` and
 * backreferences are not constructed but checked afterwards.
 */
export function patternStrings(pattern: string, min: number, max: number, where: Pointer): Made<string> {
  const regExp = toPattern(pattern)
  const found = regExp && structure(regExp.source, min, max)
  if (!found) return impossible(where, `no match of the pattern ${pattern} has ${min} to ${max} characters`)
  const arbitrary = matching(found, regExp.flags)
  if (!arbitrary) return impossible(where, `the pattern ${pattern} matches no known character`)
  const accepts = (text: string): boolean => regExp.test(text) && isBetween(text, min, max)
  const most = Math.min(trials, Math.ceil(maxDrawn / Math.max(min, 1)))
  return checked(arbitrary, accepts, where, `no string was found that matches the pattern ${pattern}`, most)
}

/** Length in code points, as `minLength` and `maxLength` count. */
export function isBetween(text: string, min: number, max: number): boolean {
  if (text.length < min) return false
  const { length } = [...text]
  return length >= min && length <= max
}

function structure(pattern: string, min: number, max: number): PatternNode | undefined {
  const node = parsePattern(pattern)
  const [least] = lengthsOf(node)
  if (least > maxLength) return undefined
  const high = Math.min(max, Math.max(min, least) + slack)
  return narrow(node, min, high) ?? narrow(padded(node), min, high)
}

/** The pattern with letters around it, for when the match alone is too short. */
function padded(node: PatternNode): PatternNode {
  const filler: PatternNode = { kind: 'repeat', node: { kind: 'atom', text: '[a-z]' }, min: 0, max: Infinity }
  const [before, after] = [holds(node, 'start') ? [] : [filler], holds(node, 'end') ? [] : [filler]]
  return { kind: 'sequence', nodes: [...(after.length === 0 ? before : []), node, ...after] }
}

function holds(node: PatternNode, kind: 'start' | 'end'): boolean {
  if (node.kind === 'sequence' || node.kind === 'choice') return node.nodes.some((each) => holds(each, kind))
  return node.kind === 'repeat' ? holds(node.node, kind) : node.kind === kind
}

/** Strings that match a node; undefined when no known character matches a part of it. */
function matching(node: PatternNode, flags: string): fc.Arbitrary<string> | undefined {
  if (node.kind === 'atom') return characters(node.text, flags)
  if (node.kind === 'choice') {
    const branches = node.nodes.flatMap((each) => matching(each, flags) ?? [])
    return branches.length === 0 ? undefined : fc.oneof(...branches)
  }
  if (node.kind === 'sequence') {
    const all = node.nodes.map((each) => matching(each, flags))
    return all.includes(undefined)
      ? undefined
      : fc.tuple(...(all as fc.Arbitrary<string>[])).map((texts) => texts.join(''))
  }
  // A repetition of something empty, as in `(?!x)+`, is empty.
  if (node.kind !== 'repeat' || lengthsOf(node)[1] === 0) return fc.constant('')
  const unit = matching(node.node, flags)
  if (!unit) return node.min === 0 ? fc.constant('') : undefined
  if (node.min > maxUnits) return repeated(unit, node.min, node.max)
  return fc
    .array(unit, { minLength: node.min, maxLength: node.max, size: 'max' })
    .map((texts) => texts.join(''))
}

function repeated(unit: fc.Arbitrary<string>, min: number, max: number): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.array(unit, { minLength: maxUnits, maxLength: maxUnits, size: 'max' }),
      fc.integer({ min, max }),
    )
    .map(
      ([texts, count]) =>
        texts.join('').repeat(Math.floor(count / maxUnits)) + texts.slice(0, count % maxUnits).join(''),
    )
}

const known = new Map<string, fc.Arbitrary<string> | undefined>()

/** The characters that match an atom of a pattern, plain ones first, so that values shrink towards them. */
function characters(text: string, flags: string): fc.Arbitrary<string> | undefined {
  const key = `${flags}/${text}`
  if (!known.has(key)) known.set(key, choose(candidates(text, flags)))
  return known.get(key)
}

function choose(found: readonly string[]): fc.Arbitrary<string> | undefined {
  if (found.length === 0) return undefined
  const [simple, rest] = [
    found.filter((each) => plain.includes(each)),
    found.filter((each) => !plain.includes(each)),
  ]
  if (simple.length === 0 || rest.length === 0) return fc.constantFrom(...found)
  return fc.oneof(
    { weight: 15, arbitrary: fc.constantFrom(...simple) },
    { weight: 1, arbitrary: fc.constantFrom(...rest) },
  )
}

function candidates(text: string, flags: string): readonly string[] {
  const one = new RegExp(`^(?:${text})$`, flags)
  const usual = [...plain, ...foreign].filter((each) => one.test(each))
  if (usual.length > 0) return usual
  const rare: string[] = []
  for (let code = 0; code <= 0x2ffff && rare.length < 32; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const each = String.fromCodePoint(code)
    if (one.test(each)) rare.push(each)
  }
  return rare
}
