import { expect, it } from 'vitest'
import type { Mutation } from '../../../contracts/attempts/mutation.ts'
import { amendsOf, isSetByServer, meansTheSame } from '../../../contracts/attempts/readings.ts'
import { answerTo, apiOf } from '../support/answer-to.ts'
import { notesDocument } from '../support/notes-api.ts'

const ofType = { keyword: 'type' } as Mutation
const ofFormat = { keyword: 'format' } as Mutation

it('calls a value converted that is shown as one of another type', () => {
  expect(amendsOf(ofType, { name: 'size', sent: '7', shown: 7 })?.what).toContain('converts')
})

it('does not call a value converted that became null, or in whose place another number is shown', () => {
  for (const [sent, shown] of [
    [['2017-04-13'], null],
    ['99', 225],
  ] as const)
    expect(amendsOf(ofType, { name: 'size', sent, shown })?.what).toBe('shows another value')
})

it('does not call a value converted in whose place another text is shown', () => {
  expect(amendsOf(ofType, { name: 'box', sent: 'abc', shown: 'what was there before' })).toEqual({
    what: 'shows another value',
    shown: 'box = "what was there before" in the response',
  })
})

it('takes a boolean for its word in any language', () => {
  expect(meansTheSame(ofType, { name: 'title', sent: true, shown: 'True' })).toBe(true)
  expect(meansTheSame(ofType, { name: 'title', sent: true, shown: 'yes' })).toBe(false)
})

it('takes a time without an offset for one in UTC', () => {
  const shown = '2024-05-06T07:08:09+00:00'
  expect(meansTheSame(ofFormat, { name: 'startsAt', sent: '2024-05-06T07:08:09', shown })).toBe(true)
})

it('takes a date for its first moment in UTC where a time is asked for', () => {
  const sent = '2024-05-06'
  const means = (shown: string): boolean => meansTheSame(ofFormat, { name: 'startsAt', sent, shown })
  expect(means('2024-05-06T00:00:00.000Z')).toBe(true)
  expect(means('2024-05-06T00:00:00Z')).toBe(true)
  expect(means('2024-05-05T22:00:00Z')).toBe(false)
})

it('takes a text for long enough that is so in UTF-16 code units, as many languages count', () => {
  const shown = { name: 'title', sent: '🙂', shown: '🙂' }
  expect(meansTheSame({ keyword: 'minLength', isClear: true } as Mutation, shown)).toBe(true)
  expect(meansTheSame({ keyword: 'minLength' } as Mutation, shown)).toBe(false)
})

const sent = '2024-05-06T07:08:09+0200'

it('knows a moment again in another time zone', () => {
  const shown = '2024-05-06T05:08:09.000Z'
  expect(meansTheSame(ofFormat, { name: 'startsAt', sent, shown })).toBe(true)
})

it('does not take one moment for another', () => {
  const shown = '2024-05-06T07:08:09.000Z'
  expect(meansTheSame(ofFormat, { name: 'startsAt', sent, shown })).toBe(false)
})

it('does not take a day that does not exist for the one that it becomes where days roll over', () => {
  const rolled = { name: 'startsAt', sent: '2023-02-29T07:08:09Z', shown: '2023-03-01T07:08:09Z' }
  expect(meansTheSame(ofFormat, rolled)).toBe(false)
})

it('leaves the id of a new record to the server where it is sent as null, but not another number in its place', () => {
  const api = apiOf(notesDocument)
  const operation = api.byId.get('createNote')
  const answer = answerTo(api, 'createNote', { status: 201, body: { id: 7, text: 'a' } })
  const isSet = (sent: number | null): boolean =>
    isSetByServer(api, answer, { operation, path: '/id' } as Mutation, { name: 'id', sent, shown: 7 })
  expect(isSet(null)).toBe(true)
  expect(isSet(0.5)).toBe(false)
})
