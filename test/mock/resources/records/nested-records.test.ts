import { expect, it } from 'vitest'
import { createMock, type MockOptions } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: integer })
const path = '/events/{eventId}/ticket-types'

/** Events, below which there are ticket types with this id. */
const events = (id: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/events': { get: answer(200, list(ref('Event'))) },
    '/events/{eventId}': { parameters: [inPath('eventId')], get: answer(200, ref('Event')) },
    [path]: {
      parameters: [inPath('eventId')],
      get: answer(200, list(ref('TicketType'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('TicketType')) },
    },
    [`${path}/{typeId}`]: {
      parameters: [inPath('eventId'), { ...inPath('typeId'), schema: id }],
      get: {
        responses: {
          200: { description: 'Found', ...json(ref('TicketType')) },
          404: { description: 'Not found' },
        },
      },
      delete: answer(204),
    },
  },
  components: {
    schemas: { Event: object({ id: integer, title: text }), TicketType: object({ id, name: text }) },
  },
})

const mockOf = (id: object, options: MockOptions = {}): ReturnType<typeof createMock> =>
  createMock({ document: events(id), selfCheck: true, ...options })

const idsBelow = async (send: Send, event: number): Promise<readonly unknown[]> =>
  ((await send('GET', `/events/${event}/ticket-types`)).body as readonly { id: unknown }[]).map(
    ({ id }) => id,
  )

const create = async (send: Send, event: number): Promise<unknown> =>
  ((await send('POST', `/events/${event}/ticket-types`, { name: 'Standing' })).body as { id: unknown }).id

it.each([
  ['numbers', integer],
  ['text', text],
  ['UUIDs', { ...text, format: 'uuid' }],
])('seeded records below different parents have different ids: %s', async (_, id) => {
  const send = clientOf(await mockOf(id))
  const ids = [...(await idsBelow(send, 1)), ...(await idsBelow(send, 2))]
  expect(new Set(ids).size).toBe(6)
})

it('a record is only below its own parent', async () => {
  const send = clientOf(await mockOf(integer))
  const [id] = await idsBelow(send, 2)
  expect((await send('GET', `/events/2/ticket-types/${String(id)}`)).status).toBe(200)
  expect((await send('GET', `/events/1/ticket-types/${String(id)}`)).status).toBe(404)
})

it('new records are numbered after those below all parents', async () => {
  const send = clientOf(await mockOf(integer))
  const last = (await idsBelow(send, 12)).at(-1) as number
  expect([await create(send, 1), await create(send, 5)]).toEqual([last + 1, last + 2])
})

it('ids are not used again after a snapshot is restored', async () => {
  const mock = await mockOf(integer)
  const send = clientOf(mock)
  const id = (await create(send, 1)) as number
  await send('DELETE', `/events/1/ticket-types/${id}`)
  await mock.restore(JSON.parse(JSON.stringify(await mock.snapshot())))
  expect(await create(send, 2)).toBe(id + 1)
})

it.each([
  ['the description of the id says so', { ...integer, description: 'Number of the type within its event' }],
  ['there are too few ids', { ...integer, maximum: 20 }],
])('records are numbered below each parent if %s', async (_, id) => {
  const send = clientOf(await mockOf(id))
  expect(await idsBelow(send, 2)).toEqual([1, 2, 3])
  expect(await create(send, 2)).toBe(4)
})
