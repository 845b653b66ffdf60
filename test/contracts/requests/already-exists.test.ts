import { expect, it } from 'vitest'
import { saysTaken } from '../../../contracts/requests/already-exists.ts'
import { answerTo, apiOf } from '../support/answer-to.ts'
import { notesDocument } from '../support/notes-api.ts'

it.each([
  ['Entity already exists', true],
  ['UNIQUE constraint failed: notes.text', true],
  ['The name is already in use.', true],
  ['text is too long', false],
  ['The text must exist.', false],
])('reads in a refusal whether a value is taken: %s', (message, isTaken) => {
  const answer = answerTo(apiOf(notesDocument), 'createNote', { status: 400, body: { message } })
  expect(saysTaken(answer)).toBe(isTaken)
})
