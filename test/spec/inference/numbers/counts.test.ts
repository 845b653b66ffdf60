import { expect, it } from 'vitest'
import { describedRecords } from '../../../../spec/inference/numbers/counts.ts'
import { normalizedSentences } from '../../../../spec/inference/prose/sentences.ts'

it.each([
  ['Number of cards, without archived ones.', { noun: 'card', state: 'archived', isNot: true }],
  [
    'How many cards are held here, archived ones not counted.',
    { noun: 'card', state: 'archived', isNot: true },
  ],
  ['Cards that are not archived.', { noun: 'card', state: 'archived', isNot: true }],
  ['Number of archived cards.', { noun: 'archived card', state: undefined, isNot: false }],
])('a count may leave out records in a state: %s', (description, records) => {
  const [sentence = ''] = normalizedSentences(description)
  expect(describedRecords(sentence)).toMatchObject(records)
})

it('the number of one that is pointed out is no count', () => {
  const [sentence = ''] = normalizedSentences('Number of the current revision.')
  expect(describedRecords(sentence)).toBeUndefined()
})
