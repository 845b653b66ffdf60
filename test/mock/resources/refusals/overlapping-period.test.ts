import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json, list, object, text } from '../document-parts.ts'
import { rentalDocument } from './rental-document.ts'

const time = { ...text, format: 'date-time' }

const dayOf = (day: number): string => `2031-05-${String(day)}`

/** Returns a function that rents a boat for some days of May and returns the status. */
async function renting(
  rental: string,
): Promise<(boat: number, from: number, to: number, status?: string) => Promise<number>> {
  const send: Send = clientOf(await createMock({ document: rentalDocument({ rental }), world: 'empty' }))
  const boats = await Promise.all(
    [1, 2].map(async () => (await send('POST', '/boats', { seats: 4, deposit: 100 })).body as { id: string }),
  )
  return async (boat, from, to, status = 'booked') => {
    const body = {
      boat_id: boats[boat]?.id ?? '',
      begins_on: dayOf(from),
      ends_on: dayOf(to),
      guests: 1,
      status,
    }
    return (await send('POST', '/rentals', body)).status
  }
}

describe('periods that must not overlap by the description', () => {
  it.each([
    ['the same', 12, 15],
    ['one within', 13, 14],
    ['one around', 11, 20],
    ['one that ends within', 10, 13],
    ['one that begins within', 14, 20],
  ])('are refused: %s', async (_, from, to) => {
    const rent = await renting('Rentals of one boat may not overlap (409).')
    expect(await rent(0, 12, 15)).toBe(201)
    expect(await rent(0, from, to)).toBe(409)
  })

  it('may follow each other', async () => {
    const rent = await renting('Rentals of one boat may not overlap (409).')
    expect([await rent(0, 12, 15), await rent(0, 15, 18), await rent(0, 10, 12)]).toEqual([201, 201, 201])
  })

  it('may overlap if they are about another record', async () => {
    const rent = await renting('Rentals of one boat may not overlap (409).')
    expect([await rent(0, 12, 15), await rent(1, 12, 15)]).toEqual([201, 201])
  })

  it('may overlap one that is cancelled', async () => {
    const rent = await renting('Rentals of one boat may not overlap (409).')
    expect([await rent(0, 12, 15, 'cancelled'), await rent(0, 12, 15)]).toEqual([201, 201])
  })
})

describe('a change of a period', () => {
  const rental = 'Rentals of one boat must not overlap.'
  const sent = async (patch: JsonObject): Promise<number> => {
    const send = clientOf(await createMock({ document: rentalDocument({ rental }), world: 'empty' }))
    const boat = (await send('POST', '/boats', { seats: 4, deposit: 100 })).body as { id: string }
    const rent = async (from: number, to: number): Promise<string> => {
      const period = { begins_on: dayOf(from), ends_on: dayOf(to) }
      const body = { boat_id: boat.id, ...period, guests: 1, status: 'booked' }
      return ((await send('POST', '/rentals', body)).body as { id: string }).id
    }
    await rent(12, 15)
    return (await send('PATCH', `/rentals/${await rent(20, 22)}`, patch)).status
  }

  it('is refused if it then overlaps another one', async () => {
    expect(await sent({ begins_on: dayOf(14) })).toBe(409)
  })

  it.each([
    ['it overlaps only the old one', { begins_on: dayOf(19), ends_on: dayOf(21) }],
    ['the record is cancelled', { begins_on: dayOf(14), status: 'cancelled' }],
    ['it is another value that changes', { guests: 2 }],
  ])('is accepted if %s', async (_, patch) => {
    expect(await sent(patch)).toBe(200)
  })
})

it('periods may overlap where the description does not forbid it', async () => {
  const rent = await renting('Rents a boat.')
  expect([await rent(0, 12, 15), await rent(0, 12, 15)]).toEqual([201, 201])
})

it('periods below one record do not overlap with those below another', async () => {
  const shift = { personId: text, from: time, to: time }
  const at = { parameters: [{ name: 'personId', in: 'path', required: true, schema: text }] }
  const named = object({ id: { ...text, readOnly: true }, name: text })
  const record = object({ id: { ...text, readOnly: true }, ...shift })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Rota', version: '1' },
    paths: {
      '/people': {
        get: answer(200, list(named)),
        post: { requestBody: json(object({ name: text })), ...answer(201, named) },
      },
      '/people/{personId}/shifts': {
        ...at,
        get: answer(200, list(record)),
        post: {
          description: 'Shifts of the same person must not overlap (409).',
          requestBody: json(object({ from: time, to: time })),
          responses: { 201: { description: 'Planned', ...json(record) }, 409: { description: 'Conflict' } },
        },
      },
      '/shifts/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, record),
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const period = { from: '2031-05-12T08:00:00Z', to: '2031-05-12T16:00:00Z' }
  const planned = async (person: string): Promise<number> =>
    (await send('POST', `/people/${person}/shifts`, period)).status
  const [one = '', other = ''] = await Promise.all(
    ['Ada', 'Bo'].map(async (name) => ((await send('POST', '/people', { name })).body as { id: string }).id),
  )
  expect([await planned(one), await planned(other), await planned(one)]).toEqual([201, 201, 409])
})

it('nobody in a list can be in two places at the same time, for the time that it takes unless told', async () => {
  const guide = object({ id: { ...text, readOnly: true }, name: text })
  const sent = {
    type: 'object',
    required: ['guideIds', 'startsAt'],
    properties: { guideIds: list(text), startsAt: time, minutes: { type: 'integer', default: 60 } },
  }
  const endsAt = { ...time, description: '`startsAt` plus `minutes`.' }
  const tour = object({
    id: text,
    guideIds: list(text),
    startsAt: time,
    minutes: { type: 'integer' },
    endsAt,
  })
  const post = (record: object, body: object, description?: string): object => ({
    ...(description && { description }),
    requestBody: json(body),
    responses: { 201: { description: 'Made', ...json(record) }, 409: { description: 'Conflict' } },
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tours', version: '1' },
    paths: {
      '/guides': { get: answer(200, list(guide)), post: post(guide, guide) },
      '/tours': {
        get: answer(200, list(tour)),
        post: post(tour, sent, 'A guide cannot have two tours at the same time.'),
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const made = async (name: string): Promise<string> =>
    ((await send('POST', '/guides', { name })).body as { readonly id: string }).id
  const [ann, bob] = [await made('Ann'), await made('Bob')]
  const tourOf = async (guideIds: readonly string[], startsAt: string): Promise<number> =>
    (await send('POST', '/tours', { guideIds, startsAt })).status
  expect(await tourOf([ann], '2030-05-01T10:00:00Z')).toBe(201)
  expect(await tourOf([bob, ann], '2030-05-01T10:30:00Z')).toBe(409)
  expect(await tourOf([bob], '2030-05-01T10:30:00Z')).toBe(201)
  expect(await tourOf([ann], '2030-05-01T11:00:00Z')).toBe(201)
})

it('periods that name a teacher must not overlap those of the same teacher, whatever else they belong to', async () => {
  const held = { teacher: text, from: time, to: time }
  const sent = object(held)
  const lesson = object({ id: { ...text, readOnly: true }, courseId: text, ...held })
  const course = object({ id: { ...text, readOnly: true }, name: text })
  const at = { parameters: [{ name: 'courseId', in: 'path', required: true, schema: text }] }
  const document = {
    openapi: '3.1.0',
    info: { title: 'School', version: '1' },
    paths: {
      '/courses': {
        get: answer(200, list(course)),
        post: { requestBody: json(object({ name: text })), ...answer(201, course) },
      },
      '/courses/{courseId}/lessons': {
        ...at,
        get: answer(200, list(lesson)),
        post: {
          requestBody: json(sent),
          responses: {
            201: { description: 'Planned', ...json(lesson) },
            409: { description: 'The teacher has another lesson at that time.' },
          },
        },
      },
      '/lessons/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, lesson),
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const [art = '', music = ''] = await Promise.all(
    ['Art', 'Music'].map(
      async (name) => ((await send('POST', '/courses', { name })).body as { id: string }).id,
    ),
  )
  const period = { from: '2031-05-12T08:00:00Z', to: '2031-05-12T09:00:00Z' }
  const planned = async (course: string, teacher: string): Promise<number> =>
    (await send('POST', `/courses/${course}/lessons`, { teacher, ...period })).status
  expect(await planned(art, 'Ada')).toBe(201)
  expect(await planned(art, 'Bo')).toBe(201)
  expect(await planned(music, 'Ada')).toBe(409)
})
