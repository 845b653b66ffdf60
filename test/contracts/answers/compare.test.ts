import { expect, it } from 'vitest'
import { differences, isAuditValue } from '../../../contracts/answers/compare.ts'

const isSame = (sent: string, shown: string): boolean =>
  differences({ value: sent }, { value: shown }).length === 0

it.each([
  ['open sesame', '**********'],
  ['4111111111114242', '•••• 4242'],
  ['sk_live_71f3', 'sk_****'],
])('takes %j for hidden, not lost, in %j', (sent, shown) => {
  expect(isSame(sent, shown)).toBe(true)
})

it.each([
  ['4111111111114242', '•••• 4343'],
  ['open sesame', '**'],
])('does not take %j for hidden in %j', (sent, shown) => {
  expect(isSame(sent, shown)).toBe(false)
})

it.each([
  ['createdTimestamp', 1_735_689_600, true],
  ['updatedAt', '2030-01-15T09:30:00Z', true],
  ['updatedAt', 'yesterday', false],
  ['pages', 1_735_689_600, false],
])('takes %s: %j for the time of creation or change: %j', (name, value, expected) => {
  expect(isAuditValue(name, value)).toBe(expected)
})

it('takes an offset of whole hours, as PostgreSQL writes it, for the same moment', () => {
  expect(isSame('2030-01-15T09:30:00Z', '2030-01-15 09:30:00+00')).toBe(true)
  expect(isSame('2030-01-15T09:30:00Z', '2030-01-15 09:30:00+02')).toBe(false)
})

it.each([
  ['.2', '0.20'],
  ['5.', '5.00'],
])('takes %j for the same number as %j', (sent, shown) => {
  expect(isSame(sent, shown)).toBe(true)
})

it.each([
  [['a', 'b', 'a'], ['a', 'b'], true],
  [[{ id: 1 }, { id: 1 }], [{ id: 1, name: 'Ann' }], true],
  [[{ id: 1, type: 'user' }, { id: 1 }], [{ id: 1, type: 'user' }], true],
  [[{ id: 1 }, { id: 1, type: 'user' }], [{ id: 1, type: 'group' }], false],
  [['a', 'b', 'a'], ['a'], false],
  [['a', 'b'], ['a', 'b', 'b'], false],
])('compares %j, stored as %j, as a list in which each item may be kept once', (sent, stored, isKept) => {
  expect(differences({ members: sent }, { members: stored })).toHaveLength(isKept ? 0 : 1)
})
