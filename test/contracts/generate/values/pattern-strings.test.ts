import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isImpossible } from '../../../../contracts/generate/impossible.ts'
import { checked } from '../../../../contracts/generate/values/checked.ts'
import { lengthsOf, narrow } from '../../../../contracts/generate/values/pattern-lengths.ts'
import { patternStrings } from '../../../../contracts/generate/values/pattern-strings.ts'
import { toPattern } from '../../../../spec/patterns/pattern.ts'
import { parsePattern } from '../../../../spec/patterns/syntax.ts'

const patterns = [
  '^[a-z]+$',
  '^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$',
  '^\\+?[1-9]\\d{1,14}$',
  "^[\\p{L}\\p{N} .'-]+$",
  '^\\S+$',
  '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$',
  '^(?:red|green|blue)(?:-dark)?$',
  '^.*\\.(jpg|png)$',
  '\\d+',
  'a|b|^c',
  '^#[0-9a-fA-F]{6}$',
  '^[\\w-]+(?:\\.[\\w-]+)*$',
  '^(?!0+$)\\d{3}$',
  '^(?=.*\\d)(?=.*[a-z]).{6,20}$',
  '^[^<>]*$',
  '^\\u0041\\x42\\cJ?[\\]\\\\]$',
  '^\\u{1F600}{2}$',
  '^(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])$',
  '^a{3}b{2,}c{0,1}?$',
  '^\\/(?:[a-z]+\\/)*$',
  '^(|a)$',
  '^(?:/(?!\\.)+[a-z]+){1,4}$',
  '^(?:){9,}[a-z]$',
  String.raw`\A[a-z]{2,}\z`,
  '^[\\x00-\\x1f]$',
  '^\\W\\D$',
  '',
]

const draws = (pattern: string, min = 0, max = Infinity): readonly string[] => {
  const arbitrary = patternStrings(pattern, min, max, '#')
  if (isImpossible(arbitrary)) throw new Error(arbitrary.reason)
  return fc.sample(arbitrary, { seed: 1, numRuns: 100 })
}

describe('strings of a pattern', () => {
  it.each(patterns)('%s match it', (pattern) => {
    const regExp = toPattern(pattern)!
    for (const text of draws(pattern)) expect(regExp.test(text)).toBe(true)
  })

  it('have the requested length', () => {
    const cases = [
      ['^[a-z]+$', 50, 50],
      ['^(?:ab)+$', 5, 7],
      ['^[a-z]+(?:-[a-z]+)*$', 20, 24],
      ['^(?:a|bcd)$', 2, 3],
      ['^x', 10, 12],
      ['x$', 10, 12],
      ['\\d', 4, 4],
      ['^(?:[a-z]{2,4}\\.?)+$', 11, 11],
      ['^\\u{1F600}+$', 3, 3],
    ] as const
    for (const [pattern, min, max] of cases) {
      for (const text of draws(pattern, min, max)) {
        expect([...text].length).toBeGreaterThanOrEqual(min)
        expect([...text].length).toBeLessThanOrEqual(max)
      }
    }
  })

  it.each(['^[a-z]+$', '^(?:ab|c)+\\.$', '^(?!.*--)[a-z-]+[a-z]$'])(
    '%s have a great length, too',
    (pattern) => {
      for (const text of draws(pattern, 5_000, 5_001)) {
        expect(toPattern(pattern)!.test(text)).toBe(true)
        expect([5_000, 5_001]).toContain(text.length)
      }
    },
  )

  it('take each branch and each count', () => {
    expect(new Set(draws('^(?:a|b|c)$'))).toEqual(new Set(['a', 'b', 'c']))
    expect(new Set(draws('^a{1,3}$'))).toEqual(new Set(['a', 'aa', 'aaa']))
    expect(new Set(draws('^[^b-z\\W_0-9A-Z]$'))).toEqual(new Set(['a']))
  })

  it('are impossible if lengths or characters allow none', () => {
    expect(isImpossible(patternStrings('^a{3}$', 4, 9, '#'))).toBe(true)
    expect(isImpossible(patternStrings('^a{3}$', 0, 2, '#'))).toBe(true)
    expect(isImpossible(patternStrings('^[]$', 0, 9, '#'))).toBe(true)
    expect(isImpossible(patternStrings('^(?!a)a$', 0, 9, '#'))).toBe(true)
    expect(isImpossible(patternStrings(String.raw`^(?=^\$)(?=^\S+$).*$`, 60_000, 65_535, '#'))).toBe(true)
  })

  it('are searched for in a limited number of draws', () => {
    let drawn = 0
    const refuse = (): boolean => {
      drawn += 1
      return false
    }
    expect(isImpossible(checked(fc.integer(), refuse, '#', 'none', 10))).toBe(true)
    expect(drawn).toBe(10)
  })
})

describe('the structure of a pattern', () => {
  it('gives the lengths of its matches', () => {
    const lengths = [
      'abc',
      'a|bcd',
      'a?',
      'a*',
      'a+',
      'a{2,5}',
      '(?:ab){3}',
      '^$',
      '[^a-z]\\d\\u{1F600}',
      '(?=abc)d',
      '(a)\\1',
      '\\bx\\B',
      '(?:a*)?',
    ]
    expect(lengths.map((pattern) => lengthsOf(parsePattern(pattern)))).toEqual([
      [3, 3],
      [1, 3],
      [0, 1],
      [0, Infinity],
      [1, Infinity],
      [2, 5],
      [6, 6],
      [0, 0],
      [3, 3],
      [1, 1],
      [1, 1],
      [1, 1],
      [0, Infinity],
    ])
  })

  it('narrows to requested lengths, if possible', () => {
    fc.assert(
      fc.property(fc.constantFrom(...patterns), fc.nat(30), fc.nat(30), (pattern, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        const node = parsePattern(pattern)
        const narrowed = narrow(node, low, high)
        const [least, most] = lengthsOf(node)
        if (!narrowed) return low > most || high < least || low > 0
        const [min, max] = lengthsOf(narrowed)
        return min >= low && max <= high && min >= least && max <= most
      }),
      { seed: 20_251_205 },
    )
  })
})
