import { describe, expect, it } from 'vitest'
import { describedEdge } from '../../../../spec/inference/lists/comparisons.ts'

describe('a bound is inclusive or exclusive by the words of its description', () => {
  it.each([
    ['Only courses with at least this price.', 'least', 'in'],
    ['No more than this many pages.', 'most', 'in'],
    ['Priced at or below this amount.', 'most', 'in'],
    ['Created on or after the given day.', 'least', 'in'],
    ['This time or later.', 'least', 'in'],
    ['Due on or before this day. Must not be before `dueFrom`.', 'most', 'in'],
    ['First day', 'least', 'in'],
    ['The last day that is shown.', 'most', 'in'],
    ['The latest date before which it began', 'most', undefined],
    ['The last day (exclusive)', 'most', undefined],
    ['The highest price (exclusive).', 'most', 'out'],
    ['Born before this day', 'most', 'out'],
    ['Starts after this time', 'least', 'out'],
    ['Only courses with a price of less than this.', 'most', 'out'],
    ['Only courses with more than this many lessons.', 'least', 'out'],
    ['Only courses with a price of less than 100.', 'most', undefined],
    ['Starts at this time or later', 'least', 'in'],
    ['Only courses with at least this price (exclusive).', 'least', undefined],
    ['The highest price, at least min_price.', 'most', undefined],
    ['The lowest price; must be at least 1.', 'least', undefined],
    ['The highest price.', 'most', undefined],
  ] as const)('%s', (text, kind, edge) => {
    expect(describedEdge(text, kind)).toBe(edge)
  })
})
