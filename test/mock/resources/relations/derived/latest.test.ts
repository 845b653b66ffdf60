import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const inPath = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const time = { ...text, format: 'date-time' }
const document = {
  openapi: '3.1.0',
  info: { title: 'Chat', version: '1' },
  paths: {
    '/rooms': {
      get: answer(200, list(ref('Room'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Room')) },
    },
    '/rooms/{id}': { ...inPath('id'), get: answer(200, ref('Room')) },
    '/rooms/{roomId}/messages': {
      ...inPath('roomId'),
      get: answer(200, list(ref('Message'))),
      post: {
        description: 'Messages that the current user sends count as read.',
        requestBody: json(object({ text })),
        ...answer(201, ref('Message')),
      },
    },
    '/messages/{id}': {
      ...inPath('id'),
      get: answer(200, ref('Message')),
      patch: { requestBody: json(object({ text })), ...answer(200, ref('Message')) },
      delete: answer(204),
    },
  },
  components: {
    schemas: {
      Room: object({
        id: text,
        name: text,
        lastMessage: { oneOf: [ref('Message'), { type: 'null' }] },
        lastMessageAt: { type: ['string', 'null'], format: 'date-time' },
        unreadCount: integer,
      }),
      Message: object({ id: text, roomId: text, text, read: { type: 'boolean' }, sentAt: time }),
    },
  },
}

interface Message {
  readonly id: string
  readonly sentAt: string
  readonly read: boolean
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
})
const get = async (path: string): Promise<unknown> => (await send('GET', path)).body
const post = async (path: string, body: JsonObject): Promise<Message> =>
  (await send('POST', path, body)).body as unknown as Message

it('seeded records tell of the latest of the records that belong to them, and count those in a state', async () => {
  for (const room of (await get('/rooms')) as readonly { readonly id: string }[]) {
    const messages = (await get(`/rooms/${room.id}/messages`)) as readonly Message[]
    const [latest] = messages.toSorted((one, other) => (one.sentAt < other.sentAt ? 1 : -1))
    expect(room).toMatchObject({
      lastMessage: latest ?? null,
      lastMessageAt: latest?.sentAt ?? null,
      unreadCount: messages.filter(({ read }) => !read).length,
    })
  }
})

it('the latest record follows what is created, changed and deleted', async () => {
  const { id } = await post('/rooms', { name: 'Lobby' })
  expect(await get(`/rooms/${id}`)).toMatchObject({ lastMessage: null, lastMessageAt: null, unreadCount: 0 })
  const first = await post(`/rooms/${id}/messages`, { text: 'Hello' })
  const second = await post(`/rooms/${id}/messages`, { text: 'Again' })
  expect(await get(`/rooms/${id}`)).toMatchObject({ lastMessage: second, lastMessageAt: second.sentAt })
  expect([second.read, await get(`/rooms/${id}`)]).toMatchObject([true, { unreadCount: 0 }])
  await send('PATCH', `/messages/${second.id}`, { text: 'Changed' })
  expect(await get(`/rooms/${id}`)).toMatchObject({ lastMessage: { ...second, text: 'Changed' } })
  await send('DELETE', `/messages/${second.id}`)
  expect(await get(`/rooms/${id}`)).toMatchObject({ lastMessage: first, lastMessageAt: first.sentAt })
})

it('the latest record is absent while there is none, if it is optional and cannot be null', async () => {
  const optional = structuredClone(document)
  optional.components.schemas.Room = {
    type: 'object',
    required: ['id'],
    properties: { id: text, name: text, lastMessage: ref('Message') },
  }
  send = clientOf(await createMock({ document: optional, selfCheck: true }))
  const { id } = await post('/rooms', { name: 'Lobby' })
  expect(await get(`/rooms/${id}`)).toEqual({ id, name: 'Lobby' })
  const first = await post(`/rooms/${id}/messages`, { text: 'Hello' })
  expect(await get(`/rooms/${id}`)).toMatchObject({ lastMessage: first })
})
