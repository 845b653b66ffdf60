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
