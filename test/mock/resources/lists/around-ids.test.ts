import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const query = (name: string, schema: object, description: string): object => ({
  name,
  in: 'query',
  schema,
  description,
})
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const instant = { type: 'string', format: 'date-time' }
const document = {
  openapi: '3.1.0',
  info: { title: 'Chat', version: '1' },
  paths: {
    '/users/@me': { get: answer(200, ref('User')) },
    '/users/{id}': { ...at, get: answer(200, ref('User')) },
    '/messages': {
      get: {
        parameters: [
          query('before', text, 'Get messages before this message ID'),
          query('after', text, 'Get messages after this message ID'),
          query('limit', integer, 'Maximum number of messages'),
        ],
        ...answer(200, list(ref('Message'))),
      },
      post: { requestBody: json(object({ content: text })), ...answer(200, ref('Message')) },
    },
    '/messages/{id}': {
      ...at,
      get: answer(200, ref('Message')),
      patch: { requestBody: json(object({ content: text })), ...answer(200, ref('Message')) },
    },
  },
  components: {
    schemas: {
      User: object({ id: text, username: text }),
      Message: object({
        id: text,
        content: text,
        author: ref('User'),
        timestamp: instant,
        edited_timestamp: { ...instant, type: ['string', 'null'] },
      }),
    },
  },
}

interface Message {
  readonly id: string
  readonly content: string
}

describe('a list that is bounded by ids on both sides', () => {
  let send: Send
  let sent: readonly Message[]
  const contents = async (asked: string): Promise<readonly string[]> =>
    ((await send('GET', `/messages?${asked}`)).body as unknown as readonly Message[]).map(
      ({ content }) => content,
    )

  beforeEach(async () => {
    send = clientOf(
      await createMock({
        document,
        world: 'empty',
        selfCheck: true,
        now: new Date('2030-01-01T00:00:00Z'),
      }),
    )
    const all: Message[] = []
    for (const content of ['a', 'b', 'c', 'd', 'e'])
      all.push((await send('POST', '/messages', { content })).body as unknown as Message)
    sent = all
  })

  it('has the newest first', async () => {
    expect(await contents('limit=3')).toEqual(['e', 'd', 'c'])
  })

  it('goes on with what is older than one', async () => {
    expect(await contents(`before=${String(sent[3]?.id)}&limit=2`)).toEqual(['c', 'b'])
  })

  it('has what comes next after one', async () => {
    expect(await contents(`after=${String(sent[1]?.id)}&limit=2`)).toEqual(['d', 'c'])
  })

  it('shows who has sent what at which time, and when it was edited', async () => {
    const me = (await send('GET', '/users/@me')).body
    const timestamp = '2030-01-01T00:00:00.000Z'
    expect(sent[0]).toMatchObject({ author: me, timestamp, edited_timestamp: null })
    expect((await send('PATCH', `/messages/${String(sent[0]?.id)}`, { content: 'z' })).body).toMatchObject({
      content: 'z',
      timestamp,
      edited_timestamp: timestamp,
    })
  })
})
