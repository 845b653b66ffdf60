import { describe, expect, it } from 'vitest'
import { visible } from '../../../contracts/reporters/visible.ts'

describe('visible text', () => {
  it.each([
    ['control characters', 'a\u001B[31mb\u0000', 'a␛[31mb␀'],
    ['delete and C1 controls', '\u007F\u0085', String.raw`\u007f\u0085`],
    ['what turns the direction', 'abc\u202Ecba', String.raw`abc\u202ecba`],
    ['what has no width', '\uFEFFa\u200Bb', String.raw`\ufeffa\u200bb`],
    ['lone surrogates', 'a\uD800b', String.raw`a\ud800b`],
    ['tags', '\u{E0041}', String.raw`\u{e0041}`],
  ])('shows %s', (_, text, expected) => expect(visible(text)).toBe(expected))

  it.each(['tab\tand\nline', 'Grüße, 世界', '👩‍👧'])('leaves %j alone', (text) =>
    expect(visible(text)).toBe(text),
  )
})
