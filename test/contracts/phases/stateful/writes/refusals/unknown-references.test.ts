import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../../contracts/index.ts'
import { createMock } from '../../../../../../mock/index.ts'
import {
  answer,
  at,
  content,
  gone,
  kept,
  listOf,
  note,
  sent,
  text,
} from '../../../../support/document-parts.ts'

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
          ...refusals,
        },
      },
    },
    '/pins/{id}': { ...at('id'), get: answer(200, pin), delete: gone },
  },
})

const invalid = { 400: { description: 'Refused' } }
const described = { ...invalid, 422: { description: 'The board does not exist.' } }

/** What is found of a service that has these refusals, against the document that describes one. Without any, it accepts all references. */
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

describe('a reference by a UUID where no record can be deleted', () => {
  const uuid = { ...text, format: 'uuid' }
  const room = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...uuid, readOnly: true }, name: text },
  }
  const talk = {
    type: 'object',
    required: ['id', 'roomId'],
    properties: { id: { ...uuid, readOnly: true }, roomId: uuid },
  }
  const withRefusals = (refusals: object): object => ({
    openapi: '3.1.0',
    info: { title: 'Talks', version: '1' },
    paths: {
      '/rooms': kept(room),
      '/rooms/{id}': { ...at('id'), get: answer(200, room) },
      '/talks': {
        get: listOf(talk),
        post: {
          ...sent(talk),
          responses: {
            201: { description: 'Fine', content: content(talk) },
            ...refusals,
          },
        },
      },
      '/talks/{id}': { ...at('id'), get: answer(200, talk) },
    },
  })
  const stated = { ...invalid, 422: { description: 'The room does not exist.' } }

  it.each([
    [
      'is reported if it is accepted',
      {},
      [expect.stringMatching(/the roomId of no record to be refused; got 201/)],
    ],
    ['is no finding if it is refused', stated, []],
  ])('%s', async (_, enforced, expected) => {
    const { findings } = await runContract({
      document: withRefusals(stated),
      phases: ['stateful'],
      target: await createMock({ document: withRefusals(enforced) }),
    })
    expect(findings.map(({ message }) => message)).toEqual(expected)
  })
})

it('has no finding if the reference is refused', async () => {
  expect(await findingsOf(described)).toEqual([])
})
