import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

interface Tour {
  readonly capacity: number
  readonly booked: number
  readonly held: number
  readonly availableSeats: number
}

async function tours(): Promise<Send> {
  const tour = object({
    id: integer,
    name: text,
    capacity: integer,
    booked: integer,
    held: integer,
    availableSeats: integer,
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tours', version: '1' },
    paths: {
      '/tours/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        patch: { requestBody: json(object({ capacity: integer })), ...answer(200, tour) },
      },
      '/tours': {
        get: answer(200, list(tour)),
        post: { requestBody: json(object({ name: text, capacity: integer })), ...answer(201, tour) },
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

it('what is left is what there is less what is gone', async () => {
  const send = await tours()
  for (const tour of (await send('GET', '/tours')).body as unknown as readonly Tour[]) {
    expect(tour.booked + tour.held).toBeLessThanOrEqual(tour.capacity)
    expect(tour.availableSeats).toBe(tour.capacity - tour.booked - tour.held)
  }
})

it('of a new record, everything is left', async () => {
  const send = await tours()
  const { body } = await send('POST', '/tours', { name: 'Harbour', capacity: 12 })
  expect(body).toMatchObject({ capacity: 12, booked: 0, held: 0, availableSeats: 12 })
})

it('what is gone stays so when there is less than before', async () => {
  const send = await tours()
  const all = (await send('GET', '/tours')).body as unknown as readonly (Tour & { readonly id: number })[]
  const { id = 0, booked = 0, held = 0 } = all.find((each) => each.booked > 1) ?? {}
  const { body } = await send('PATCH', `/tours/${String(id)}`, { capacity: 1 })
  expect(body).toMatchObject({ capacity: 1, booked, held })
})

it('all of what a new record is given is left at first', async () => {
  const pass = object({
    id: integer,
    credits: integer,
    creditsLeft: integer,
    remaining_guests: integer,
    guests: integer,
    units: integer,
    availableUnits: integer,
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Passes', version: '1' },
    paths: {
      '/passes': {
        get: answer(200, list(pass)),
        post: {
          requestBody: json(object({ credits: integer, guests: integer, units: integer })),
          ...answer(201, pass),
        },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('POST', '/passes', { credits: 10, guests: 2, units: 4 })
  expect(body).toMatchObject({ creditsLeft: 10, remaining_guests: 2, availableUnits: 4 })
  const all = (await send('GET', '/passes')).body as unknown as readonly Record<string, number>[]
  for (const { credits = 0, creditsLeft = 0 } of all) expect(creditsLeft).toBeLessThanOrEqual(credits)
})
