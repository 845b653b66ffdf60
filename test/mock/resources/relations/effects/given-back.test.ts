import { expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { answer, collection, integer, json, object, ref, text } from '../../document-parts.ts'

const id = { ...text, readOnly: true }
const item = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const hire = object({ id, boatId: text, seats: integer, status: { enum: ['open', 'ended'], readOnly: true } })
const document = {
  openapi: '3.1.0',
  info: { title: 'Boats', version: '1' },
  paths: {
    '/boats': collection('Boat', ref('Boat')),
    '/boats/{id}': { ...item, get: answer(200, ref('Boat')) },
    '/hires': {
      get: answer(200, { type: 'array', items: ref('Hire') }),
      post: {
        description: 'The free seats of the boat are reduced by `seats`.',
        requestBody: json(ref('Hire')),
        ...answer(201, ref('Hire')),
      },
    },
    '/hires/{id}': { ...item, get: answer(200, ref('Hire')) },
    '/hires/{id}/end': {
      ...item,
      post: {
        description:
          'Sets the status to `ended`; the seats become available again. Ended hires stay as they are.',
        ...answer(200, ref('Hire')),
      },
    },
  },
  components: {
    schemas: { Boat: object({ id, freeSeats: { ...integer, minimum: 0 } }), Hire: hire },
  },
}

it('an action gives back, once, what the creation of its record took from another', async () => {
  const mock = await createMock({ document, world: 'empty' })
  const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { 'Content-Type': 'application/json' }
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await mock.fetch(new Request(`http://localhost${path}`, request))
    return (await response.json()) as Record<string, unknown>
  }
  const boat = await send('POST', '/boats', { freeSeats: 7 })
  const freeSeats = async (): Promise<unknown> =>
    (await send('GET', `/boats/${String(boat['id'])}`))['freeSeats']
  const made = await send('POST', '/hires', { boatId: boat['id'], seats: 3 })
  expect(await freeSeats()).toBe(4)
  const end = `/hires/${String(made['id'])}/end`
  expect(await send('POST', end)).toMatchObject({ status: 'ended' })
  expect(await freeSeats()).toBe(7)
  await send('POST', end)
  expect(await freeSeats()).toBe(7)
})
