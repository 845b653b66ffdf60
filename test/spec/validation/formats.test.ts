import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDate, isDateTime } from '../../../spec/validation/formats.ts'

const padded = (number: number, length: number): string => String(number).padStart(length, '0')

/** Whether the day exists according to `Date`. */
function exists(year: number, month: number, day: number): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

describe('a full-date', () => {
  it('accepts exactly the days of the calendar, in every year', () => {
    const number = (max: number): fc.Arbitrary<number> => fc.nat({ max })
    fc.assert(
      fc.property(number(9999), number(19), number(39), (year, month, day) => {
        const text = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
        expect(isDate(text)).toBe(exists(year, month, day))
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['2000-02-29', '2400-02-29', '0000-02-29'])('accepts %s', (text) => {
    expect(isDate(text)).toBe(true)
  })

  it.each(['1900-02-29', '2023-02-29', '2024-04-31', '2024-00-01', '2024-1-1', '2024-01-01T', ' 2024-01-01'])(
    'rejects %s',
    (text) => {
      expect(isDate(text)).toBe(false)
    },
  )
})

describe('a date-time', () => {
  it.each(['2024-02-29t23:59:59.123z', '2024-01-31T00:00:00+14:00', '2016-12-31T18:59:60-05:00'])(
    'accepts %s',
    (text) => {
      expect(isDateTime(text)).toBe(true)
    },
  )

  it.each([
    '2023-02-29T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:00',
    '2024-01-01T12:00:60Z',
    '2024-01-01 00:00:00Z',
  ])('rejects %s', (text) => {
    expect(isDateTime(text)).toBe(false)
  })
})
