import { describe, expect, it } from 'vitest'
import { listFilter } from '../../../contracts/checks/list-filter.ts'
import { listLimit } from '../../../contracts/checks/list-limit.ts'
import { listOffset } from '../../../contracts/checks/list-offset.ts'
import { listOrder } from '../../../contracts/checks/list-order.ts'
import { listTotal } from '../../../contracts/checks/list-total.ts'
import { nextLink } from '../../../contracts/checks/next-link.ts'
import { pagePosition } from '../../../contracts/checks/page-position.ts'
import type { Json } from '../../../spec/json.ts'
import { causes, linesOf } from '../support/violations.ts'

const pointer = '#/x'

describe('pages', () => {
  it('that are too long are reported with their number of items', () => {
    expect(linesOf(listLimit.judge({ parameter: 'limit', limit: 2, returned: 3, pointer }))).toEqual([
      'limit | at most 2 items for limit=2 | 3 items | by #/x',
    ])
    expect(listLimit.judge({ parameter: 'limit', limit: 2, returned: 1, pointer })).toEqual([])
  })

  it('that overlap or leave a gap are reported with the first such item', () => {
    const about = { parameter: 'offset', whole: ['a', 'b', 'c', 'd'], complete: true, pointer }
    expect(
      linesOf(
        listOffset.judge({
          ...about,
          pages: [
            ['a', 'b'],
            ['b', 'c'],
          ],
        }),
      ),
    ).toEqual(['offset:overlap | every item on exactly one page by offset | "b" on two pages | by #/x'])
    expect(linesOf(listOffset.judge({ ...about, pages: [['a'], ['c']] }))).toEqual([
      'offset:gap | every item on exactly one page by offset | "b" on no page | by #/x',
    ])
  })
})

it('a page that tells another number than was asked for is reported with both', () => {
  const about = { source: 'page', asked: 2, pointer }
  const judge = (told: number, isDescribed: boolean): readonly string[] =>
    linesOf(pagePosition.judge({ ...about, told, isDescribed }))
  expect(judge(2, true)).toEqual([])
  expect(judge(1, true)).toEqual(['page | page = 2, as asked for | 1 | by #/x'])
  expect(judge(1, false)).toEqual(['page | page = 2, as asked for | 1 | by #/x | warning'])
})

describe('pages of items without ids', () => {
  const item = (last: number): Json => ({ text: 'the same to the eightieth character '.repeat(4), last })

  it('are compared by the whole items', () => {
    const about = { parameter: 'offset', complete: true, pointer }
    expect(listOffset.judge({ ...about, whole: [item(1), item(2)], pages: [[item(1)], [item(2)]] })).toEqual(
      [],
    )
    expect(
      causes(listOffset.judge({ ...about, whole: [item(1), item(2)], pages: [[item(1)], [item(3)]] })),
    ).toEqual(['offset:gap'])
  })
})

describe('the total', () => {
  const about = { source: 'X-Total-Count', total: 2, counted: 3 }

  it('is reported with the number of items', () => {
    expect(linesOf(listTotal.judge({ ...about, filter: '' }))).toEqual([
      'X-Total-Count | X-Total-Count = 3, the number of items | 2',
    ])
  })

  it('of a filtered list is another finding, with the filter', () => {
    expect(linesOf(listTotal.judge({ ...about, filter: 'status' }))).toEqual([
      'X-Total-Count narrowed | X-Total-Count = 3, the number of items filtered by status | 2',
    ])
  })
})

describe('a filter', () => {
  const about = {
    parameter: 'tag',
    property: 'tags',
    values: ['a b', 7],
    mismatches: [],
    missing: [],
    pointer,
  }

  it('that does not apply is reported with one of the other items', () => {
    expect(linesOf(listFilter.judge({ ...about, mismatches: [['x'], ['y']], missing: [4] }))).toEqual([
      'tag:others | only items that match tag=a b,7 | an item with tags = ["x"] | by #/x',
    ])
  })

  it('that is one only by convention is a warning', () => {
    const [line] = linesOf(listFilter.judge({ ...about, missing: [4], severity: 'warning' }))
    expect(line).toMatch(/ \| by #\/x \| warning$/)
  })

  it('that misses a match is reported with the match', () => {
    expect(linesOf(listFilter.judge({ ...about, missing: [4, 5] }))).toEqual([
      'tag:missing | every item that matches tag=a b,7 | a list without 4 | by #/x',
    ])
  })
})

describe('the order', () => {
  const judge = (values: readonly Json[], descending = false) =>
    listOrder.judge({ parameter: 'sort', order: '-size', property: 'size', descending, values })

  it('that is wrong is reported with the first four values', () => {
    expect(linesOf(judge([1, 3, 2, 4, 5]))).toEqual([
      'sort:-size | size in ascending order for sort=-size | 1, 3, 2, 4',
    ])
    expect(linesOf(judge([1, 3], true))).toEqual([
      'sort:-size | size in descending order for sort=-size | 1, 3',
    ])
  })

  it('that is wrong after values that are alike is reported with those that differ', () => {
    expect(linesOf(judge([3, 3, 3, 3, 3, 1, 5], true))).toEqual([
      'sort:-size | size in descending order for sort=-size | 3, 1, 5',
    ])
  })

  it.each([
    ['integers beyond 2^53', [9007199254740993n, 9007199254740995n]],
    ['integers of both sizes', [1, 2, 9007199254740993n]],
    ['negative numbers', [-2, -1.5, 0]],
    ['equal values', ['a', 'a', 'a']],
    ['capitals before small letters', ['B', 'Z', 'a']],
    ['letters whatever their case', ['a', 'B', 'c']],
    ['words without their punctuation', ['ab', "a'c", 'ad']],
    ['numbers in text by their value', ['x2', 'x10']],
    ['a single value', ['only']],
    ['none', []],
  ])('may be that of %s', (_, values) => {
    expect(judge(values)).toEqual([])
    expect(judge([...values].reverse(), true)).toEqual([])
  })

  it.each([
    ['integers beyond 2^53', [9007199254740995n, 9007199254740993n]],
    ['numbers that are no text', [10, 9]],
    ['text', ['c', 'B', 'a']],
    ['text whose first two are in order', ['a', 'c', 'b']],
    ['text that is in another order only by its last', ['a', 'b', 'c', 'A0']],
  ])('is broken by %s', (_, values) => {
    expect(causes(judge(values))).toEqual(['sort:-size'])
  })

  it('is not judged for values of several types, or other than numbers and strings', () => {
    expect(judge(['b', 1, 'a'])).toEqual([])
    expect(judge([2, null, 1])).toEqual([])
    expect(judge([true, false])).toEqual([])
    expect(judge([2, 'b', 1])).toEqual([])
  })
})

describe('a link to the next page', () => {
  const fine = {
    hasMore: undefined,
    repeated: undefined,
    skipped: undefined,
    mismatch: undefined,
    pointer,
  }
  it.each([
    ['is there when there is one', { uri: undefined, hasMore: true }, 'missing'],
    ['is not there when there is none', { uri: '/x?page=3', hasMore: false }, 'last'],
    ['leads away from the page', { uri: '/x', hasMore: true, repeated: 'a', skipped: 'b' }, 'same'],
    ['leads to what comes next', { uri: '/x?page=3', hasMore: true, skipped: 'b' }, 'gap'],
    [
      'leads to more of the same',
      { uri: '/x?page=2', mismatch: { filter: 'size=1', item: 'an item with size = 2' } },
      'others',
    ],
  ])('%s', (_, evidence, cause) => {
    expect(causes(nextLink.judge({ ...fine, ...evidence }))).toEqual([cause])
  })

  it('may be missing if the document does not say when there is one', () => {
    expect(nextLink.judge({ ...fine, uri: undefined })).toEqual([])
    expect(nextLink.judge({ ...fine, uri: '/x?page=2' })).toEqual([])
  })
})
