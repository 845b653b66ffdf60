import { expect, it } from 'vitest'
import { amendsOf, meansTheSame } from '../../../contracts/requests/readings.ts'
import type { Mutation } from '../../../contracts/requests/mutation.ts'

const ofType = { keyword: 'type' } as Mutation

it('calls a value converted that is shown as one of another type', () => {
  expect(amendsOf(ofType, { name: 'size', sent: '7', shown: 7 })?.what).toContain('converts')
})

it('does not call a value converted in whose place another text is shown', () => {
  expect(amendsOf(ofType, { name: 'box', sent: 'abc', shown: 'what was there before' })).toBeUndefined()
})

const ofFormat = { keyword: 'format' } as Mutation
const sent = '2024-05-06T07:08:09+0200'

it('knows a moment again in another time zone', () => {
  const shown = '2024-05-06T05:08:09.000Z'
  expect(meansTheSame(ofFormat, { name: 'startsAt', sent, shown })).toBe(true)
})

it('does not take one moment for another', () => {
  const shown = '2024-05-06T07:08:09.000Z'
  expect(meansTheSame(ofFormat, { name: 'startsAt', sent, shown })).toBe(false)
})
