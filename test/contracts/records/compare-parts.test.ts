import { expect, it } from 'vitest'
import { differences, innermost } from '../../../contracts/answers/compare.ts'
import type { JsonObject } from '../../../spec/json.ts'

it.each<[JsonObject, JsonObject, string]>([
  [
    { owner: { id: 1, name: 'Ann' } },
    { owner: { id: 1, name: 'Bob', age: 3 } },
    'owner.name = "Ann", not "Bob"',
  ],
  [{ lines: [{ sum: 1 }, { sum: 2 }] }, { lines: [{ sum: 1 }, { sum: 3 }] }, 'lines[1].sum = 2, not 3'],
  [{ lines: [1, 2] }, { lines: [1] }, 'lines = [1,2], not [1]'],
])('finds where %j differs from %j', (expected, actual, told) => {
  const [found] = differences(expected, actual).map(innermost)
  expect(
    `${found?.property} = ${JSON.stringify(found?.expected)}, not ${JSON.stringify(found?.actual)}`,
  ).toBe(told)
})

it.each<[JsonObject, JsonObject]>([
  [{ note: '' }, { note: null }],
  [{ tags: null }, { tags: [] }],
])('takes %j for %j', (expected, actual) => {
  expect(differences(expected, actual)).toEqual([])
})

it.each<[JsonObject, JsonObject]>([
  [{ done: null }, { done: false }],
  [{ count: null }, { count: 0 }],
  [{ note: null }, { note: 'old' }],
])('does not take %j for %j', (expected, actual) => {
  expect(differences(expected, actual)).toHaveLength(1)
})
