import { describe, expect, it } from 'vitest'
import { formatInstant, lifecycleTable, timeLeft } from '../../../contracts/reporters/lifecycle-table.ts'
import { operations } from './sample-run.ts'

const now = new Date('2026-11-21T10:00:00.000Z')

describe('the lifecycle table', () => {
  it('lists the nearest end first, and leaves out what is only unstable', () => {
    expect(lifecycleTable(operations, now)).toBe(
      [
        'Lifecycle',
        '  Operation                 Deprecated since   Sunset             Time left         Stability',
        '  GET /pets/findByTags      2025-10-17 10:00Z  2026-11-18 10:00Z  ended 3 days ago  –',
        '  POST /pets/{petId}/image  2026-01-25 10:00Z  2026-12-31 10:00Z  in 40 days        –',
        '  GET /pets/{petId}         2025-12-05 10:00Z  2030-12-05 10:00Z  in 1,475 days     –',
        '  GET /legacy               no date            –                  –                 –',
      ].join('\n'),
    )
  })

  it('is empty if nothing has an end', () => {
    expect(
      lifecycleTable(
        operations.filter(({ deprecated }) => !deprecated),
        now,
      ),
    ).toBe('')
  })

  it('marks what has ended, and what ends soon', () => {
    const mark =
      (sign: string) =>
      (text: string): string =>
        `${sign}${text}`
    const lines = lifecycleTable(operations, now, {
      bold: mark('*'),
      red: mark('!'),
      yellow: mark('?'),
    }).split('\n')
    expect(lines.map((line) => line.trim()[0])).toEqual(['*', 'O', '!', '?', 'G', 'G'])
  })

  it.each([
    [undefined, '–'],
    [1.5, 'in 1 day'],
    [1475, 'in 1,475 days'],
    [0.2, 'less than a day'],
    [0, 'just ended'],
    [-0.5, 'just ended'],
    [-1, 'ended 1 day ago'],
    [-3.9, 'ended 3 days ago'],
  ])('calls %s days %s', (days, text) => expect(timeLeft(days)).toBe(text))

  it.each([
    [1_922_659_200, '2030-12-05'],
    [1_922_659_260, '2030-12-05 00:01Z'],
    [undefined, '–'],
    [1e300, '–'],
  ])('writes %s as %s', (seconds, text) => expect(formatInstant(seconds)).toBe(text))
})
