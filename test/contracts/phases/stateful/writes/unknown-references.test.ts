import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, content, gone, kept, note, sent, text } from '../../../support/document-parts.ts'

const board = note
const pin = {
  type: 'object',
  required: ['id', 'boardId'],
  properties: { id: { ...text, readOnly: true }, boardId: text },
}

const documentWith = (refusals: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Pins', version: '1' },
  paths: {
    '/boards': kept(board),
    '/boards/{id}': { ...at('id'), get: answer(200, board), delete: gone },
    '/pins': {
      get: answer(200, { type: 'array', items: pin }),
      post: {
        ...sent(pin),
        responses: {
          201: { description: 'Fine', content: content(pin) },
          400: { description: 'Refused' },
          ...refusals,
        },
      },
    },
    '/pins/{id}': { ...at('id'), get: answer(200, pin), delete: gone },
  },
})

const described = { 422: { description: 'The board does not exist.' } }

/** What is found of a service that has these refusals, against the document that describes one. */
async function findingsOf(refusals: object): Promise<readonly string[]> {
  const { findings } = await runContract({
    document: documentWith(described),
    target: await createMock({ document: documentWith(refusals) }),
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('reports an accepted reference to a deleted record if the document says that it is refused', async () => {
  expect(await findingsOf({})).toEqual([
    expect.stringMatching(/^invalid-refused: .*the boardId of a deleted record to be refused; got 201/),
  ])
})

it('has no finding if the reference is refused', async () => {
  expect(await findingsOf(described)).toEqual([])
})
