import { expect, it } from 'vitest'
import { describeAnswer, kindOfAnswer } from '../../../contracts/answer.ts'
import type { Answer } from '../../../contracts/interaction.ts'
import { answerTo, apiOf } from '../support/answer-to.ts'

const api = apiOf({ paths: { '/pets': { get: { operationId: 'listPets', responses: {} } } } })
const refusal = (body: object): Answer => answerTo(api, 'listPets', { status: 400, body })

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
