import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatDeprecation,
  formatSunset,
  parseDeprecation,
  parseSunset,
} from '../../../spec/http/lifecycle-fields.ts'

const december2030 = 1922659200

describe('the Deprecation header field', () => {
  it.each([
    ['@1764892800', 1764892800],
    [' @1764892800 ', 1764892800],
    ['@-1', -1],
    ['@0', 0],
    ['@1;x=1', 1],
    ['@1;x', 1],
    ['@1; x;y=?0;*z=-1.5', 1],
    ['@1;x="a;b, \\"c\\\\"', 1],
    ['@1;x=tok/en:*;y=:aGk=:;z=@5', 1],
    ['@1;x=%"f%c3%bc"', 1],
  ])('accepts %j', (value, seconds) => {
    expect(parseDeprecation(value)).toEqual({ kind: 'ok', seconds })
  })

  it.each([
    ['true', 'is a boolean, as in early drafts; RFC 9745 requires a Date such as @1688169599.'],
    ['?1', 'is a boolean'],
    ['Thu, 05 Dec 2030 00:00:00 GMT', 'is an HTTP-date, as in early drafts'],
    ['1764892800', 'is an Integer; a Date starts with @.'],
    ['@1.5', 'has a fraction; a Date is whole seconds.'],
    ['@1, @2', 'is a List; the field is a single Date.'],
    ['@', 'is not a structured Date such as @1688169599.'],
    ['', 'is not a structured Date'],
    ['@1x', 'is not a structured Date'],
    ['@1 2', 'is not a structured Date'],
    ['@1;', 'is not a structured Date'],
    ['@1;X=1', 'is not a structured Date'],
    ['@1;x=', 'is not a structured Date'],
    ['@1;x="', 'is not a structured Date'],
    ['@1\t', 'is not a structured Date'],
    ['@1234567890123456', 'is not a structured Date'],
    ['"@1"', 'is not a structured Date'],
  ])('rejects %j', (value, reason) => {
    const reading = parseDeprecation(value)
    expect(reading).toEqual({
      kind: 'refused',
      reason: expect.stringContaining(`'${value}' ${reason}`) as string,
    })
  })
})

describe('the Sunset header field', () => {
  it.each([
    ['Thu, 05 Dec 2030 00:00:00 GMT', december2030],
    [' Thu, 05 Dec 2030 00:00:00 GMT\t', december2030],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['Thu, 29 Feb 2024 23:59:59 GMT', 1709251199],
    ['Sat, 31 Dec 2016 23:59:60 GMT', 1483228799],
  ])('accepts %j', (value, seconds) => {
    expect(parseSunset(value)).toEqual({ kind: 'ok', seconds })
  })

  it.each([
    ['Fri, 05 Dec 2030 00:00:00 GMT', 'has the wrong weekday: it is a Thu.'],
    ['Thursday, 05-Dec-30 00:00:00 GMT', 'has the obsolete RFC 850 form'],
    ['Thu Dec  5 00:00:00 2030', 'has the obsolete asctime form'],
    ['Thu, 30 Feb 2030 00:00:00 GMT', 'is not an existing date and time.'],
    ['Thu, 05 Foo 2030 00:00:00 GMT', 'is not an existing date and time.'],
    ['Thu, 05 Dec 2030 24:00:00 GMT', 'is not an existing date and time.'],
    ['Thu, 05 Dec 2030 00:00:60 GMT', 'is not an existing date and time.'],
    ['2030-12-05', "is not an HTTP-date; the form to send is 'Thu, 05 Dec 2030 00:00:00 GMT'."],
    ['Thu, 05 Dec 2030 00:00:00 +0000', 'is not an HTTP-date'],
    ['Thu, 05 Dec 2030 00:00:00 UTC', 'is not an HTTP-date'],
    ['Thu, 5 Dec 2030 00:00:00 GMT', 'is not an HTTP-date'],
    ['thu, 05 dec 2030 00:00:00 gmt', 'is not an HTTP-date'],
    ['@1922659200', 'is not an HTTP-date'],
    ['', 'is not an HTTP-date'],
  ])('rejects %j', (value, reason) => {
    const reading = parseSunset(value)
    expect(reading).toEqual({
      kind: 'refused',
      reason: expect.stringContaining(`'${value}' ${reason}`) as string,
    })
  })

  it('accepts exactly what toUTCString writes', () => {
    const text = fc
      .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
      .chain((date) => {
        const written = date.toUTCString()
        const at = fc.nat({ max: written.length - 1 })
        const other = fc.constantFrom(...'0123456789 ,:aeMTGJD'.split(''))
        return fc
          .tuple(at, other)
          .map(([index, character]) => written.slice(0, index) + character + written.slice(index + 1))
      })
    fc.assert(
      fc.property(text, (value) => {
        fc.pre(!value.includes(':60 '))
        const date = new Date(value)
        const isWritten = !Number.isNaN(date.getTime()) && date.toUTCString() === value.trim()
        expect(parseSunset(value).kind).toBe(isWritten ? 'ok' : 'refused')
      }),
      { numRuns: 500 },
    )
  })
})

it('are read back as written for any second', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62167219200, max: 253402300799 }), (seconds) => {
      expect(parseSunset(formatSunset(seconds))).toEqual({ kind: 'ok', seconds })
      expect(parseDeprecation(formatDeprecation(seconds))).toEqual({ kind: 'ok', seconds })
    }),
  )
})
