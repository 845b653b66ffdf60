import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from './document-parts.ts'

const time = { ...text, format: 'date-time' } as const
const refused = (...statuses: readonly number[]): object =>
  Object.fromEntries(statuses.map((status) => [status, { description: 'Refused' }]))
const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const asked = (name: string, description: string, format = 'date-time'): object => ({
  name,
  in: 'query',
  description,
  schema: { ...text, format },
})
const guide = { name: text, takingGroups: { type: 'boolean', default: true } } as const
const start = { start: time, durationMinutes: { type: 'integer', minimum: 5, default: 60 } } as const

const document = {
  openapi: '3.0.3',
  info: { title: 'Guided tours', version: '1' },
  paths: {
    '/guides': collection('Guide', { ...object(guide), required: ['name'] }),
    '/guides/{guideId}': { ...at('guideId'), get: answer(200, ref('Guide')) },
    '/guides/{guideId}/tours': {
      ...at('guideId'),
      get: {
        parameters: [
          asked('from', 'Tours starting at or after this time'),
          asked('to', 'Tours starting before this time'),
        ],
        ...answer(200, list(ref('Tour'))),
      },
    },
    '/guides/{guideId}/languages': {
      ...at('guideId'),
      get: answer(200, list(ref('Language'))),
      post: {
        requestBody: json(object({ code: text })),
        responses: {
          201: { description: 'Done', ...json(ref('Language')) },
          409: { description: 'The code is already listed for this guide' },
        },
      },
    },
    '/guests': {
      get: answer(200, list(ref('Guest'))),
      post: { requestBody: json(ref('NewGuest')), ...answer(201, ref('Guest')) },
    },
    '/guests/{guestId}/memories': {
      ...at('guestId'),
      get: { description: 'Finished tours of the guest, newest first.', ...answer(200, list(ref('Tour'))) },
    },
    '/tours': {
      get: {
        parameters: [asked('date', 'Tours starting on this day', 'date')],
        ...answer(200, list(ref('Tour'))),
      },
      post: {
        description:
          'Answers 409 if the guide already has a tour overlapping that time, or does not take groups. ' +
          'Tours in the past are refused with 400.',
        requestBody: json({
          type: 'object',
          required: ['guideId', 'guestId', 'start'],
          properties: { guideId: integer, guestId: integer, ...start },
        }),
        responses: { 201: { description: 'Done', ...json(ref('Tour')) }, ...refused(400, 409) },
      },
    },
    '/tours/{id}': { ...at('id'), get: answer(200, ref('Tour')) },
    '/tours/{id}/reschedule': {
      ...at('id'),
      post: {
        description: 'Moves a planned tour. The same rules as for booking apply.',
        requestBody: json({ ...object(start), required: ['start'] }),
        responses: { 200: { description: 'Done', ...json(ref('Tour')) }, ...refused(400, 409) },
      },
    },
    '/tours/{id}/finish': { ...at('id'), post: answer(200, ref('Tour')) },
  },
  components: {
    schemas: {
      Guide: object({ id: integer, ...guide }),
      Language: object({ id: integer, code: text }),
      NewGuest: {
        type: 'object',
        required: ['name'],
        properties: { name: text, favouriteGuideId: { ...integer, nullable: true } },
      },
      Guest: {
        type: 'object',
        required: ['id', 'name', 'favouriteGuideId'],
        properties: {
          id: integer,
          name: text,
          favouriteGuideId: { ...integer, nullable: true },
          favouriteGuide: object({ id: integer, name: text }),
        },
      },
      Tour: object({
        id: integer,
        guideId: integer,
        guestId: integer,
        ...start,
        end: time,
        status: { type: 'string', enum: ['planned', 'finished'] },
      }),
    },
  },
}

let send: Send
let guideId: number
let guestId: number

const post = async (path: string, body: JsonObject = {}): Promise<JsonObject & { readonly id: number }> =>
  (await send('POST', path, body)).body as JsonObject & { readonly id: number }
const book = (start: string, more: JsonObject = {}): ReturnType<Send> =>
  send('POST', '/tours', { guideId, guestId, start, ...more })
const planned = async (start: string): Promise<string> =>
  `/tours/${String(((await book(start)).body as { id: number }).id)}`

beforeEach(async () => {
  const now = '2030-05-10T12:00:00Z'
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true, now }))
  guideId = (await post('/guides', { name: 'Iva' })).id
  guestId = (await post('/guests', { name: 'Tom' })).id
})

describe('a period of which clients send the start and the length', () => {
  it('ends when that has passed', async () => {
    const tour = await book('2030-06-01T10:00:00Z')
    expect(tour.body).toMatchObject({ durationMinutes: 60, end: '2030-06-01T11:00:00Z' })
  })

  it('is refused if it "overlaps" another one', async () => {
    await book('2030-06-01T10:00:00Z')
    const statuses = [
      await book('2030-06-01T10:30:00Z'),
      await book('2030-06-01T09:30:00Z', { durationMinutes: 45 }),
      await book('2030-06-01T11:00:00Z'),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([409, 409, 201])
  })

  it('is refused "in the past"', async () => {
    expect(await book('2030-05-10T11:00:00Z')).toMatchObject({ status: 400 })
  })
})

describe('an action that reschedules', () => {
  it('moves the period with its end', async () => {
    const tour = await planned('2030-06-01T10:00:00Z')
    const moved = await send('POST', `${tour}/reschedule`, { start: '2030-06-02T08:00:00Z' })
    expect(moved).toMatchObject({ status: 200, body: { end: '2030-06-02T09:00:00Z' } })
    expect((await send('GET', tour)).body).toEqual(moved.body)
  })

  it('follows "the same rules as for booking"', async () => {
    await book('2030-06-01T10:00:00Z')
    const tour = await planned('2030-06-01T12:00:00Z')
    const move = (start: string): ReturnType<Send> => send('POST', `${tour}/reschedule`, { start })
    expect(await move('2030-06-01T10:30:00Z')).toMatchObject({ status: 409 })
    expect(await move('2030-05-01T10:30:00Z')).toMatchObject({ status: 400 })
    expect(await move('2030-06-01T12:30:00Z')).toMatchObject({ status: 200 })
  })

  it('that "moves a planned" record is refused for others', async () => {
    const tour = await planned('2030-06-01T10:00:00Z')
    await send('POST', `${tour}/finish`)
    const moved = await send('POST', `${tour}/reschedule`, { start: '2030-06-02T08:00:00Z' })
    expect(moved).toMatchObject({ status: 409 })
  })
})

describe('a list of what starts at a time', () => {
  const startsAt = async (target: string): Promise<unknown> =>
    ((await send('GET', target)).body as unknown as readonly JsonObject[]).map(({ start }) => start)
  beforeEach(async () => {
    for (const start of ['2030-06-01T08:00:00Z', '2030-06-01T20:00:00Z', '2030-06-02T08:00:00Z'])
      await book(start)
  })

  it('begins and ends with the times that "starting at or after" and "starting before" bound', async () => {
    const query = 'from=2030-06-01T20:00:00Z&to=2030-06-02T08:00:00Z'
    expect(await startsAt(`/guides/${String(guideId)}/tours?${query}`)).toEqual(['2030-06-01T20:00:00Z'])
  })

  it('shows a day of them', async () => {
    expect(await startsAt('/tours?date=2030-06-02')).toEqual(['2030-06-02T08:00:00Z'])
  })
})

it('a list at another path shows only the records in the state that its text begins with', async () => {
  const tour = await planned('2030-06-01T10:00:00Z')
  await book('2030-06-03T10:00:00Z')
  const memories = `/guests/${String(guestId)}/memories`
  expect((await send('GET', memories)).body).toEqual([])
  const finished = await send('POST', `${tour}/finish`)
  expect((await send('GET', memories)).body).toEqual([finished.body])
})

it('a reference to a record that "does not take groups" is refused where the flag is `takingGroups`', async () => {
  const { id } = await post('/guides', { name: 'Ole', takingGroups: false })
  expect(await book('2030-06-01T10:00:00Z', { guideId: id })).toMatchObject({ status: 409 })
  expect(await book('2030-06-01T10:00:00Z')).toMatchObject({ status: 201 })
})

it('a value that is "already listed for this" owner may be listed for another one', async () => {
  const other = await post('/guides', { name: 'Ole' })
  const list = (guide: number): ReturnType<Send> =>
    send('POST', `/guides/${String(guide)}/languages`, { code: 'nb' })
  expect(
    [await list(guideId), await list(guideId), await list(other.id)].map(({ status }) => status),
  ).toEqual([201, 409, 201])
})

it('a record shows no other one where its id is null', async () => {
  expect(await post('/guests', { name: 'Ann' })).not.toHaveProperty('favouriteGuide')
  expect(await post('/guests', { name: 'Ann', favouriteGuideId: guideId })).toMatchObject({
    favouriteGuide: { id: guideId, name: 'Iva' },
  })
})
