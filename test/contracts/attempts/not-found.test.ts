import { expect, it } from 'vitest'
import { saysMissing } from '../../../contracts/attempts/not-found.ts'
import { answerTo, apiOf } from '../support/answer-to.ts'
import { notesDocument } from '../support/notes-api.ts'

it.each([
  ['Invalid pk "99" - object does not exist.', true],
  ['There is no author with this id.', true],
  ['There is no account holder A-7.', true],
  ['No such customer: cus_7', true],
  ['No customer with id 99', true],
  ['The property author does not exist.', false],
  ['There is no field with this id.', false],
  ['text is too long', false],
])('reads in a refusal whether there is no record with an id: %s', (message, isMissing) => {
  const answer = answerTo(apiOf(notesDocument), 'createNote', { status: 400, body: { message } })
  expect(saysMissing(answer)).toBe(isMissing)
})
