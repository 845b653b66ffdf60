import { beforeAll, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import { stringifyJson, type Json, type JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, integer, json, list, ref, text } from './document-parts.ts'

const number = { type: 'number' }
const date = { ...text, format: 'date' }
const id = { name: 'id', in: 'path', required: true, schema: integer }
const asked = (name: string, schema: object = text): object => ({ name, in: 'query', schema })
const roomStates = { ...text, enum: ['AVAILABLE', 'CLOSED'] }
const conflict = { 409: { description: 'Conflict' } }

const document = {
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1' },
  paths: {
    '/rooms': {
      get: {
        parameters: [asked('minPrice', number), asked('maxPrice', number)],
        ...answer(200, list(ref('Room'))),
      },
      post: { requestBody: json(ref('NewRoom')), ...answer(201, ref('Room')) },
    },
    '/rooms/available': {
      get: {
        summary: 'Rooms that are free for some nights',
        parameters: [asked('from', date), asked('to', date)],
        ...answer(200, list(ref('Room'))),
      },
    },
    '/rooms/{id}': {
      get: { parameters: [id], ...answer(200, ref('Room')) },
      put: { parameters: [id], requestBody: json(ref('RoomChange')), ...answer(200, ref('Room')) },
    },
    '/rooms/{id}/status': {
      patch: {
        parameters: [id, { ...asked('status', roomStates), required: true }],
        ...answer(200, ref('Room')),
      },
    },
    '/bookings': {
      get: answer(200, list(ref('Booking'))),
      post: {
        description: 'Books a room. Returns 409 if the room is already booked for these dates.',
        requestBody: json(ref('NewBooking')),
        responses: { ...(answer(201, ref('Booking')) as { responses: object }).responses, ...conflict },
      },
    },
    '/bookings/{id}': {
      get: { parameters: [id], ...answer(200, ref('Booking')) },
      patch: { parameters: [id], requestBody: json(ref('Dates')), ...answer(200, ref('Booking')) },
    },
    ...Object.fromEntries(
      [
        ['confirm', 'Confirm a pending booking'],
        ['check-in', 'Check in a confirmed booking'],
      ].map(([name, summary]) => [
        `/bookings/{id}/${String(name)}`,
        {
          post: {
            summary,
            parameters: [id],
            responses: { ...(answer(200, ref('Booking')) as { responses: object }).responses, ...conflict },
          },
        },
      ]),
    ),
  },
  components: {
    schemas: {
      Room: {
        type: 'object',
        properties: { id: integer, name: text, size: integer, pricePerNight: number, status: roomStates },
      },
      NewRoom: {
        type: 'object',
        required: ['name', 'pricePerNight'],
        properties: { name: text, size: integer, pricePerNight: number },
      },
      RoomChange: { type: 'object', properties: { name: text, size: integer, pricePerNight: number } },
      Booking: {
        type: 'object',
        properties: {
          id: integer,
          room: ref('Room'),
          checkIn: date,
          checkOut: date,
          nights: integer,
          totalPrice: number,
          status: { ...text, enum: ['PENDING', 'CONFIRMED', 'CHECKED_IN', 'CANCELLED'] },
        },
      },
      NewBooking: {
        type: 'object',
        required: ['roomId', 'checkIn', 'checkOut'],
        properties: { roomId: integer, checkIn: date, checkOut: date },
      },
      Dates: { type: 'object', properties: { checkIn: date, checkOut: date } },
    },
  },
}

const idIn = ({ id: own }: JsonObject): string => stringifyJson(own ?? null)

describe('rooms that are booked for nights', () => {
  let send: Send
  let room: JsonObject
  const book = async (checkIn: string, checkOut: string): Promise<{ status: number; body: JsonObject }> => {
    const { status, body } = await send('POST', '/bookings', {
      roomId: room['id'] as Json,
      checkIn,
      checkOut,
    })
    return { status, body: body as JsonObject }
  }
  beforeAll(async () => {
    send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    room = (await send('POST', '/rooms', { name: 'Attic', size: 20, pricePerNight: 80 })).body as JsonObject
    await send('POST', '/rooms', { name: 'Hall', size: 90, pricePerNight: 300 })
  })

  it('cost the price of a night for each', async () => {
    const { body } = await book('2031-05-01', '2031-05-04')
    expect(body).toMatchObject({ nights: 3, totalPrice: 240, room: { name: 'Attic' } })
    const longer = await send('PATCH', `/bookings/${idIn(body)}`, {
      checkOut: '2031-05-06',
    })
    expect(longer.body).toMatchObject({ nights: 5, totalPrice: 400 })
  })

  it('cannot be booked for the same dates, though records show the room and clients send its id', async () => {
    expect((await book('2031-06-01', '2031-06-04')).status).toBe(201)
    expect((await book('2031-06-03', '2031-06-05')).status).toBe(409)
    expect((await book('2031-06-04', '2031-06-05')).status).toBe(201)
  })

  it('are listed as free while no booking has a part of the same nights', async () => {
    const free = async (from: string, to: string): Promise<Json | undefined> =>
      (await send('GET', `/rooms/available?from=${from}&to=${to}`)).body
    await book('2031-09-10', '2031-09-12')
    expect(await free('2031-09-11', '2031-09-14')).toMatchObject([{ name: 'Hall' }])
    expect(await free('2031-09-12', '2031-09-14')).toMatchObject([{ name: 'Attic' }, { name: 'Hall' }])
    expect((await send('GET', '/rooms/available')).body).toHaveLength(2)
  })

  it('are found by bounds of what one night costs', async () => {
    expect((await send('GET', '/rooms?maxPrice=100')).body).toMatchObject([{ name: 'Attic' }])
    expect((await send('GET', '/rooms?minPrice=100')).body).toMatchObject([{ name: 'Hall' }])
  })

  it('get the status in the query of an action', async () => {
    const { body } = await send('PATCH', `/rooms/${idIn(room)}/status?status=CLOSED`)
    expect(body).toMatchObject({ name: 'Attic', status: 'CLOSED' })
  })

  it('are entered in the state that the summary names, though the verb has a particle', async () => {
    const { body } = await book('2031-07-01', '2031-07-02')
    const at = `/bookings/${idIn(body)}`
    expect((await send('POST', `${at}/check-in`)).status).toBe(409)
    expect((await send('POST', `${at}/confirm`)).body).toMatchObject({ status: 'CONFIRMED' })
    expect((await send('POST', `${at}/check-in`)).body).toMatchObject({ status: 'CHECKED_IN' })
  })

  it('keep what a PUT need not have and does not send', async () => {
    const { body } = await send('PUT', `/rooms/${idIn(room)}`, { name: 'Loft' })
    expect(body).toMatchObject({ name: 'Loft', size: 20, pricePerNight: 80 })
  })
})
