import { expect, it } from 'vitest'
import { describeAnswer, kindOfAnswer } from '../../../contracts/answer.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { answerTo, apiOf } from '../support/answer-to.ts'

const api = apiOf({ paths: { '/pets': { get: { operationId: 'listPets', responses: {} } } } })
const refusal = (body: unknown): Answer => answerTo(api, 'listPets', { status: 400, body })

it('describes an answer by the first property that it has messages for', () => {
  expect(describeAnswer(refusal({ code: 7, supplier: ['It is missing.', 'Another.'] }))).toBe(
    '400 (supplier: It is missing.)',
  )
})

it('shows the end of an error that begins with a statement of a database', () => {
  const message = `insert into "pets" ("name", "size") values ($1, $2) - invalid input syntax for type uuid: "7"`
  expect(describeAnswer(refusal({ message }))).toBe(
    '400 (insert into "pets" … - invalid input syntax for type uuid: "7")',
  )
})

it('calls answers of one kind that differ only in what they quote', () => {
  const kinds = ['"a", "b"', '"size"'].map((names) =>
    kindOfAnswer(refusal({ message: `You don't have access to ${names} in 'pets'.` })),
  )
  expect(kinds).toEqual(Array.from({ length: 2 }, () => `400 (You don't have access to … in ….)`))
})

it('shows an error that is no more than a text', () => {
  expect(describeAnswer(refusal('The end time is in the past.\n'))).toBe('400 (The end time is in the past.)')
})

it('shows the line of an error in plain text, but no page', () => {
  const plain = (text: string): Answer =>
    answerTo(api, 'listPets', { status: 404, text, headers: [['content-type', 'text/plain; charset=utf-8']] })
  expect(['No such page\n', '<html>\n<body>'].map((body) => describeAnswer(plain(body)))).toEqual([
    '404 (No such page)',
    '404',
  ])
})
