import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'

const text = { type: 'string' }
const room = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    status: { ...text, enum: ['open', 'closed'], readOnly: true },
  },
}
const visit = {
  type: 'object',
  required: ['roomId', 'startsAt', 'durationMinutes'],
  properties: {
    id: { ...text, readOnly: true },
    roomId: text,
    startsAt: { ...text, format: 'date-time' },
    durationMinutes: { type: 'integer', minimum: 15 },
    endsAt: {
      ...text,
      format: 'date-time',
      readOnly: true,
      description: '`startsAt` plus `durationMinutes`',
    },
  },
}
const content = (schema: object) => ({ content: { 'application/json': { schema } } })
const problem = content({ type: 'object', required: ['code'], properties: { code: text } })
const refused = { 409: { description: 'No', ...problem }, 422: { description: 'No', ...problem } }
const resource = (schema: object, description: string) => ({
  get: { responses: { 200: { description: 'All', ...content({ type: 'array', items: schema }) } } },
  post: {
    description,
    requestBody: content(schema),
    responses: { 201: { description: 'Made', ...content(schema) }, ...refused },
  },
})

async function visits(): Promise<Send> {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
  const close = {
    description: 'Closing twice is a 409 with code `closed_already`.',
    responses: { 200: { description: 'Closed', ...content(room) }, ...refused },
  }
  const paths = {
    '/rooms': resource(room, 'Names are unique: 409 with code `name_taken` otherwise.'),
    '/rooms/{id}': {
      parameters,
      get: { responses: { 200: { description: 'One', ...content(room) } } },
    },
    '/rooms/{id}/close': { parameters, post: close },
    '/visits': resource(
      visit,
      '- 409 with code `room_busy` if the room is booked at that time.\n- 409 with code `room_closed` if the room is closed.\n- 422 with code `unknown_room` if there is no such room.',
    ),
  }
  const document = { openapi: '3.1.0', info: { title: 'Visits', version: '1' }, paths }
  return clientOf(await createMock({ document, world: 'empty' }))
}

it('a refusal has the code that the description names for it', async () => {
  const send = await visits()
  const made = await send('POST', '/rooms', { name: 'Blue' })
  const { id } = made.body as { id: string }
  expect(await send('POST', '/rooms', { name: 'Blue' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  })
  const body = { roomId: id, startsAt: '2031-05-01T10:00:00Z', durationMinutes: 30 }
  expect(await send('POST', '/visits', body)).toMatchObject({
    status: 201,
    body: { endsAt: '2031-05-01T10:30:00Z' },
  })
  const later = { ...body, startsAt: '2031-05-01T10:15:00Z' }
  expect(await send('POST', '/visits', later)).toMatchObject({ status: 409, body: { code: 'room_busy' } })
  expect(await send('POST', '/visits', { ...body, roomId: 'none' })).toMatchObject({
    status: 422,
    body: { code: 'unknown_room' },
  })
  expect(await send('POST', `/rooms/${id}/close`)).toMatchObject({ status: 200 })
  expect(await send('POST', `/rooms/${id}/close`)).toMatchObject({ body: { code: 'closed_already' } })
  expect(await send('POST', '/visits', { ...body, startsAt: '2031-06-01T10:00:00Z' })).toMatchObject({
    status: 409,
    body: { code: 'room_closed' },
  })
})
