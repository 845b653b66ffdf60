import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../../document-parts.ts'

const time = { ...text, format: 'date-time' }
const at = { parameters: [{ name: 'pollId', in: 'path', required: true, schema: integer }] }
const create = (sent: object, schema: string, conflict: string) => ({
  requestBody: json(sent),
  responses: { 201: { description: 'Created', ...json(ref(schema)) }, 409: { description: conflict } },
})
const action = { ...at, post: answer(200, ref('Poll')) }

/** Polls that are created with the labels of their options, and show these with their votes. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Polls', version: '1' },
  paths: {
    '/polls': collection('Poll', object({ question: text, options: list(text) })),
    '/polls/{pollId}': { ...at, get: answer(200, ref('Poll')) },
    '/polls/{pollId}/open': action,
    '/polls/{pollId}/like': action,
    '/polls/{pollId}/unlike': action,
    '/polls/{pollId}/options': {
      ...at,
      get: answer(200, list(ref('Option'))),
      post: create(object({ label: text }), 'Option', 'The poll has this option already'),
    },
    '/polls/{pollId}/votes': {
      ...at,
      get: answer(200, list(ref('Vote'))),
      post: {
        description: 'Each voter has one vote per poll.',
        ...create(object({ optionId: integer, voter: text }), 'Vote', 'The voter has voted already'),
      },
    },
  },
  components: {
    schemas: {
      Poll: object({
        id: integer,
        question: text,
        state: { enum: ['draft', 'open'], readOnly: true },
        likes: { ...integer, readOnly: true },
        openedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
        options: list(ref('Option')),
      }),
      Option: object({ id: integer, label: text, votes: integer }),
      Vote: object({ id: integer, optionId: integer, voter: text, at: time }),
    },
  },
}

const now = '2030-01-02T03:04:05.000Z'

describe('a record that is created with the names of others', () => {
  let send: Send
  beforeEach(async () => {
    send = clientOf(await createMock({ document, world: 'empty', now, selfCheck: true }))
    await send('POST', '/polls', { question: 'Tea or coffee?', options: ['Tea', 'Coffee'] })
  })
  const options = async (path: string) => {
    const { body } = await send('GET', path)
    const shown = path.endsWith('/options') ? body : (body as { options: unknown }).options
    return (shown as { label: string; votes: number }[]).map(
      ({ label, votes }) => `${label} ${String(votes)}`,
    )
  }
  const vote = (optionId: number, voter: string) => send('POST', '/polls/1/votes', { optionId, voter })

  it('shows them, and lists them below it', async () => {
    expect(await options('/polls/1')).toEqual(['Tea 0', 'Coffee 0'])
    expect(await options('/polls/1/options')).toEqual(['Tea 0', 'Coffee 0'])
  })

  it('shows what is derived from others that refer to them', async () => {
    await vote(1, 'ada')
    await vote(1, 'bob')
    expect(await options('/polls/1')).toEqual(['Tea 2', 'Coffee 0'])
    expect(await options('/polls/1/options')).toEqual(['Tea 2', 'Coffee 0'])
  })

  it('has none of them twice, if the document says so', async () => {
    const add = async (label: string) => (await send('POST', '/polls/1/options', { label })).status
    expect([await add('Tea'), await add('Water')]).toEqual([409, 201])
  })

  it('takes one record from each who creates them, if the document says so', async () => {
    const statuses = [await vote(1, 'ada'), await vote(2, 'ada'), await vote(1, 'bob')]
    expect(statuses.map(({ status }) => status)).toEqual([201, 409, 201])
  })

  it('a time without another name is that of the creation', async () => {
    expect((await vote(1, 'ada')).body).toMatchObject({ at: now })
  })

  it('what is open has the time when it was opened', async () => {
    expect((await send('POST', '/polls/1/open')).body).toMatchObject({ state: 'open', openedAt: now })
  })

  it('an action is counted where nothing tells by whom it was taken', async () => {
    await send('POST', '/polls/1/like')
    expect((await send('POST', '/polls/1/like')).body).toMatchObject({ likes: 2 })
    expect((await send('POST', '/polls/1/unlike')).body).toMatchObject({ likes: 1 })
  })
})
