import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const readOnly = { readOnly: true }
const id = { name: 'id', in: 'path', required: true, schema: text }
const event = { code: { enum: ['picked_up', 'delivered'] } }
const stay = { roomId: text, status: { enum: ['booked', 'ended'], default: 'booked', ...readOnly } }

interface Said {
  readonly begin?: string
  readonly event?: string
  readonly end?: string
}

const documentOf = ({ event: ofEvent = '', begin = '', end = '' }: Said): object => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/parcels': {
      get: answer(200, list(ref('Parcel'))),
      post: { requestBody: json(object({ to: text })), ...answer(201, ref('Parcel')) },
    },
    '/parcels/{id}': { parameters: [id], get: answer(200, ref('Parcel')) },
    '/parcels/{id}/events': {
      parameters: [id],
      get: answer(200, list(ref('Event'))),
      post: { description: ofEvent, requestBody: json(object(event)), ...answer(201, ref('Event')) },
    },
    '/rooms': {
      get: answer(200, list(ref('Room'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Room')) },
    },
    '/rooms/{id}': { parameters: [id], get: answer(200, ref('Room')) },
    '/stays': {
      get: answer(200, list(ref('Stay'))),
      post: {
        description: begin,
        requestBody: json(object({ roomId: text })),
        ...answer(201, ref('Stay')),
      },
    },
    '/stays/{id}/end': { parameters: [id], post: { description: end, ...answer(200, ref('Stay')) } },
  },
  components: {
    schemas: {
      Parcel: object({
        id: { ...text, ...readOnly },
        to: text,
        status: { enum: ['sent', 'delivered'], default: 'sent', ...readOnly },
      }),
      Event: object({ id: { ...integer, ...readOnly }, ...event }),
      Room: object({
        id: { ...text, ...readOnly },
        name: text,
        state: { enum: ['free', 'dirty'], default: 'free', ...readOnly },
        wear: { ...integer, default: 0, ...readOnly },
      }),
      Stay: object({ id: { ...text, ...readOnly }, ...stay }),
    },
  },
})

const sendTo = async (said: Said): Promise<Send> =>
  clientOf(await createMock({ document: documentOf(said), world: 'empty', selfCheck: true }))

const made = async (send: Send, path: string, body: Record<string, string>): Promise<string> =>
  ((await send('POST', path, body)).body as { readonly id: string }).id

describe('a new record of a kind', () => {
  it.each([
    ['An event with code `delivered` also sets the parcel to `delivered`.', 'delivered', 'delivered'],
    ['An event with code `delivered` also sets the parcel to `delivered`.', 'picked_up', 'sent'],
    ['Adds an event.', 'delivered', 'sent'],
  ])('changes the state of the one it is below as described: %s %s', async (said, code, status) => {
    const send = await sendTo({ event: said })
    const parcel = await made(send, '/parcels', { to: 'Ulm' })
    await send('POST', `/parcels/${parcel}/events`, { code })
    expect((await send('GET', `/parcels/${parcel}`)).body).toMatchObject({ status })
  })
})

describe('an action', () => {
  it.each([
    ['Ends a stay. The room becomes `dirty`.', { state: 'dirty', wear: 0 }],
    ['Ends a stay. The room becomes dirty.', { state: 'dirty', wear: 0 }],
    ['The stay becomes `ended` and its room `dirty`.', { state: 'dirty', wear: 0 }],
    ["Ends a stay. The room's `wear` goes up by one.", { state: 'free', wear: 1 }],
    ['Ends a stay.', { state: 'free', wear: 0 }],
  ])('changes the record that its own refers to as described: %s', async (end, room) => {
    const send = await sendTo({ end })
    const roomId = await made(send, '/rooms', { name: '12' })
    const stayId = await made(send, '/stays', { roomId })
    expect((await send('POST', `/stays/${stayId}/end`)).body).toMatchObject({ status: 'ended' })
    expect((await send('GET', `/rooms/${roomId}`)).body).toMatchObject(room)
  })
})

describe('a creation', () => {
  it.each([
    ['Begins a stay. The room becomes `dirty`.', 'dirty'],
    ['Begins a stay. If it rains, the room becomes `dirty`.', 'free'],
    ['Begins a stay. Requires that the room is dirty.', 'free'],
  ])('changes the record that the new one refers to as described: %s', async (begin, state) => {
    const send = await sendTo({ begin })
    const roomId = await made(send, '/rooms', { name: '12' })
    await made(send, '/stays', { roomId })
    expect((await send('GET', `/rooms/${roomId}`)).body).toMatchObject({ state })
  })
})
