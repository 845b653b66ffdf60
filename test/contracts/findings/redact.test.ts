import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clip } from '../../../contracts/answer.ts'
import { createRedactor } from '../../../contracts/findings/redact.ts'

const redactor = createRedactor([{ value: 'very/secret "word"', variable: 'STABLEHAND_TOKEN' }])

describe('a redactor', () => {
  it.each([
    ['as it is', 'a very/secret "word" b'],
    ['in a URL', 'a very%2Fsecret%20%22word%22 b'],
    ['in a form', 'a very%2Fsecret+%22word%22 b'],
    ['in a JSON string', String.raw`a very/secret \"word\" b`],
    ['in a JSON string with escaped slashes', String.raw`a very\/secret \"word\" b`],
    ['in a JSON string within another', String.raw`a very/secret \\\"word\\\" b`],
  ])('names a secret by its variable %s', (_, text) => {
    expect(redactor.text(text)).toBe('a $STABLEHAND_TOKEN b')
  })

  it('hides what is left of a secret where a text was cut', () => {
    const secret = 'abcdefghijklmnop'
    const own = createRedactor([{ value: secret, variable: 'STABLEHAND_TOKEN' }])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 150 }), (before) => {
        expect(own.text(`${clip(`${'-'.repeat(before)}${secret} and more`)} (x)`)).not.toContain('abcd')
      }),
    )
  })

  it('hides cookies and credentials it does not know, and keeps the scheme', () => {
    expect(redactor.headerValue('Set-Cookie', 'a=b')).toBe('$STABLEHAND_SET_COOKIE')
    expect(redactor.headerValue('authorization', 'Bearer xyz')).toBe('Bearer $STABLEHAND_AUTHORIZATION')
    expect(redactor.headerValue('WWW-Authenticate', 'Bearer realm="a"')).toBe('Bearer realm="a"')
  })
})
