import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { automatonOf } from '../../../spec/patterns/automaton.ts'
import { safeLength } from '../../../spec/patterns/cost.ts'
import { testWithin } from '../../../spec/patterns/deadline.ts'
import { createLinearTest } from '../../../spec/patterns/linear.ts'
import { toPattern } from '../../../spec/patterns/pattern.ts'
import { parsePattern } from '../../../spec/patterns/syntax.ts'

const many = 200_000

describe('a pattern with catastrophic backtracking', () => {
  it.each<[pattern: string, text: string, answer: boolean]>([
    ['^(a+)+$', `${'a'.repeat(many)}!`, false],
    ['^(a+)+$', 'a'.repeat(many), true],
    ['^(a|a)*$', `${'a'.repeat(many)}!`, false],
    ['^(a|aa)+$', `${'a'.repeat(many)}!`, false],
    ['^(.*)*x$', 'a'.repeat(many), false],
    ['(x+x+)+y', 'x'.repeat(many), false],
    ['\\s+$', `${' '.repeat(many)}x`, false],
    ['^[a-z]+(-[a-z]+)*$', `${'ab-'.repeat(many)}c`, true],
    ['^[\\w.+-]+@([\\w-]+\\.)+[a-z]{2,}$', `a@${'a.'.repeat(many)}1`, false],
    ['^(?=.*\\d)(?!.*\\s)(\\w+-?)+$', `${'a'.repeat(many)}1`, true],
    ['^(?=.*\\d)(?!.*\\s)(\\w+-?)+$', `${'a'.repeat(many)}1 `, false],
    ['^(\\p{L}+ ?)*$', `${'é𝒳 '.repeat(many)}!`, false],
    ['(a?){30}a{30}b', 'a'.repeat(many), false],
  ])('%s is matched in linear time', (pattern, text, answer) => {
    expect(toPattern(pattern)?.test(text)).toBe(answer)
  })

  it.each([
    ['^(\\w+)+\\1x$', 'a'.repeat(5_000)],
    ['^(a+)+(?<!b)$', `${'a'.repeat(60)}!`],
  ])('%s is not regular and has a deadline', (pattern, text) => {
    expect(toPattern(pattern)?.test(text)).toBe(true)
  })
})

describe('anchors of other dialects', () => {
  it.each<[pattern: string, text: string, answer: boolean]>([
    [String.raw`^[\w.@+-]+\z`, 'grace', true],
    [String.raw`^[\w.@+-]+\z`, 'grace hopper', false],
    [String.raw`\A\d{3}\Z`, '123', true],
    [String.raw`\A\d{3}\Z`, '1234', false],
    [String.raw`^[\z]\\z$`, String.raw`z\z`, true],
  ])('%s applies to the whole string', (pattern, text, answer) => {
    expect(toPattern(pattern)?.test(text)).toBe(answer)
  })
})

describe('a pattern with large repetitions', () => {
  it.each(['(((a{1000}){1000}){1000}){1000}', 'a{0,1000000}b', '^(a{999}){999}$'])(
    '%s takes neither much memory nor time',
    (pattern) => {
      expect(typeof (toPattern(pattern)?.test('a'.repeat(1_000)) ?? false)).toBe('boolean')
    },
  )
})

it('leaves fast patterns to the engine', () => {
  const lengths = ['^[a-z]+$', '^\\d{3}-\\d{4}$', '^(jan|feb|mar)$', '[a-z]+$', '^(a+)+$'].map((pattern) =>
    safeLength(parsePattern(pattern)),
  )
  expect(lengths).toEqual([2 ** 20, Infinity, Infinity, 1024, 4])
})

it('rejects an invalid regular expression', () => {
  expect([toPattern('('), toPattern('[z-a]'), toPattern('*')]).toEqual([undefined, undefined, undefined])
})

it('has the source of the regular expression', () => {
  expect(String(toPattern('^a+$'))).toBe('/^a+$/u')
})

it('knows which patterns timed out', () => {
  expect(testWithin(/^(a+)+$/, `${'a'.repeat(60)}!`, 20)).toBeUndefined()
  const slug = /^(?:[a-z]+-?)+(?<!-)$/
  expect(testWithin(slug, 'some-words-of-a-title', 10_000)).toBe(true)
  expect(testWithin(slug, 'some-words-of-', 10_000)).toBe(false)
})

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', 'é', '\\u{1F600}', '\\n', '-')
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?')
const { pattern: anyPattern } = fc.letrec<{ pattern: string; term: string; sequence: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((all) => all.join('|')),
  sequence: fc.array(tie('term'), { maxLength: 3 }).map((all) => all.join('')),
  term: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.tuple(atom, quantifier).map((parts) => parts.join('')),
    fc.constantFrom('^', '$'),
    fc.tuple(tie('pattern'), quantifier).map(([inside, sign]) => `(?:${inside})${sign}`),
  ),
}))
const anyText = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', 'é', '😀', '\ud800', '\n', '-'), { maxLength: 8 })
  .map((all) => all.join(''))

it('matches like the engine', () => {
  fc.assert(
    fc.property(anyPattern, fc.array(anyText, { minLength: 5, maxLength: 5 }), (source, texts) => {
      const automaton = automatonOf(parsePattern(source))
      if (automaton === undefined) throw new Error(`No automaton of ${source}.`)
      const test = createLinearTest(automaton, 'u')
      const engine = new RegExp(source, 'u')
      for (const text of texts) expect([text, test(text)]).toEqual([text, engine.test(text)])
    }),
    { seed: 1, numRuns: 2_000 },
  )
})
