import { expect, it } from 'vitest'
import { isNoLonger } from '../../../../../spec/inference/states/words/exclusive-states.ts'

it.each([
  ['hold', 'confirmed', true],
  ['hold', 'cancelled', true],
  ['checked_in', 'checked_out', true],
  ['checked_in', 'cancelled', true],
  ['checked_in', 'checked_in', false],
  ['paid', 'shipped', false],
  ['open', 'in_progress', false],
  ['active', 'released', true],
  ['open', 'returned', true],
  ['active', 'suspended', true],
  ['open', 'suspended', false],
])('whether something is surely no longer %s once it is %s', (named, actual, expected) => {
  expect(isNoLonger(named, actual)).toBe(expected)
})
