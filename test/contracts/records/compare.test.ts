import { expect, it } from 'vitest'
import { differences } from '../../../contracts/records/compare.ts'

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
  ['.2', '0.20'],
  ['5.', '5.00'],
])('takes %j for the same number as %j', (sent, shown) => {
  expect(isSame(sent, shown)).toBe(true)
})
