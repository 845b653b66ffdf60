import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPatternSampler } from '../../../../mock/data/build/pattern.ts'
import { createRandom } from '../../../../mock/data/random.ts'

const anyLength = { min: 0, max: 200 }

describe('a pattern sampler', () => {
  it.each([
    '^[A-Z]{3}-\\d{4}$',
    '^#[0-9a-fA-F]{6}$',
    '^\\+?[1-9]\\d{1,14}$',
    '^(?:foo|bar)+baz?$',
    '^(a|b)\\1$',
    '^(?<year>\\d{4})-\\k<year>$',
    '^(?=.*[A-Z])(?=.*\\d)(?=.*[a-z]).{8,}$',
    '^(?!0)\\d{5}$',
    '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$',
    '^\\p{L}+$',
    '^[\\u4e00-\\u9fa5]{2,4}$',
    '^\\u0041\\x42\\t$',
    '^[\\w.-]+$',
    '^\\S+( \\S+)*$',
    '^$',
    'inner',
    '^start',
    'end$',
    '^[-+]?\\d*\\.?\\d+$',
    '^arn:aws:[a-z0-9]+:[a-z]{2}-[a-z]+-\\d:\\d{12}:.+$',
    '^(([^<>()[\\]\\.,;:\\s@"]+)|(".+"))@x$',
    '^a{0}b{2,}?$',
    '^[\\]\\\\^-]+$',
    '^\\/api\\/v\\d+\\/\\w+$',
  ])('finds strings for %s', (pattern) => {
    const sample = createPatternSampler(pattern)
    for (let seed = 0; seed < 20; seed += 1)
      expect(sample(createRandom(seed), anyLength)).toMatch(new RegExp(pattern, 'u'))
  })

  it.each([
    ['^[a-z0-9-]+$', { min: 20, max: 24 }],
    ['^\\d+$', { min: 0, max: 2 }],
    ['^x', { min: 12, max: 12 }],
    ['^(ab)*$', { min: 5, max: 6 }],
    ['^[^a]*$', { min: 100, max: 120 }],
  ])('respects the length limits of %s', (pattern, length) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const text = createPatternSampler(pattern)(createRandom(seed), length)
      expect(text).toMatch(new RegExp(pattern))
      expect(text?.length).toBeGreaterThanOrEqual(length.min)
      expect(text?.length).toBeLessThanOrEqual(length.max)
    }
  })

  it('gives the same string for the same seed', () => {
    const sample = createPatternSampler('^[a-z]{8}$')
    expect(sample(createRandom(3), anyLength)).toBe(sample(createRandom(3), anyLength))
    expect(sample(createRandom(3), anyLength)).not.toBe(sample(createRandom(4), anyLength))
  })

  it.each(['(', '[z-a]', '^a(?=b)c$', '(?!)', '(?:(?:a{9999}){9999}){9999}'])(
    'gives up on %s, which matches nothing or nothing short',
    (pattern) => {
      expect(createPatternSampler(pattern)(createRandom(1), anyLength)).toBeUndefined()
    },
  )

  it('gives only strings that match, for any expression', () => {
    const atom = fc.constantFrom('a', '\\d', '[x-z]', '.', '\\w', '(?:b|c)', '(d)', '\\.')
    const quantifier = fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,3}', '+?')
    const sequence = fc.array(
      fc.tuple(atom, quantifier).map((pair) => pair.join('')),
      { minLength: 1, maxLength: 5 },
    )
    const pattern = fc
      .array(sequence, { minLength: 1, maxLength: 3 })
      .map((options) => `^(?:${options.map((branch) => branch.join('')).join('|')})$`)
    fc.assert(
      fc.property(pattern, fc.integer(), (source, seed) => {
        expect(createPatternSampler(source)(createRandom(seed), anyLength)).toMatch(new RegExp(source, 'u'))
      }),
      { numRuns: 500 },
    )
  })
})
