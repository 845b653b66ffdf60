import { expect, it } from 'vitest'
import { amendsOf } from '../../../contracts/requests/readings.ts'
import type { Mutation } from '../../../contracts/requests/mutation.ts'

const ofType = { keyword: 'type' } as Mutation

it('calls a value converted that is shown as one of another type', () => {
  expect(amendsOf(ofType, { name: 'size', sent: '7', shown: 7 })?.what).toContain('converts')
})

it('does not call a value converted in whose place another text is shown', () => {
  expect(amendsOf(ofType, { name: 'box', sent: 'abc', shown: 'what was there before' })).toBeUndefined()
})
