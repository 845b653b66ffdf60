import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, list, object, text } from '../document-parts.ts'

it('the example of a name is that of one seeded record, and other examples those of all', async () => {
  const venue = object({
    id: text,
    name: { ...text, example: 'Astra Hall' },
    motto: { ...text, example: 'Sit down and listen' },
  })
  const document = {
    openapi: '3.0.3',
    info: { title: 'Venues', version: '1' },
    paths: { '/venues': { get: answer(200, list(venue)) } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const venues = (await send('GET', '/venues')).body as unknown as readonly JsonObject[]
  expect(venues.length).toBeGreaterThan(5)
  expect(venues.filter(({ name }) => name === 'Astra Hall')).toHaveLength(1)
  expect(new Set(venues.map(({ name }) => name)).size).toBeGreaterThan(venues.length / 2)
  expect(new Set(venues.map(({ motto }) => motto))).toEqual(new Set(['Sit down and listen']))
})

const band = {
  ...object({ id: integer, name: text, members: integer, venue_id: integer }),
  example: { id: 4711, name: 'The Lamps', members: 4, venue_id: 99 },
}
const at = { name: 'id', in: 'path', required: true, schema: integer }
const venue = object({ id: { ...integer, example: 31 }, name: text })

/** A client of the mock of a document with these paths. */
async function clientFor(paths: object): Promise<ReturnType<typeof clientOf>> {
  const document = { openapi: '3.0.3', info: { title: 'Concerts', version: '1' }, paths }
  return clientOf(await createMock({ document, selfCheck: true }))
}

describe('the example of a record in its schema', () => {
  const paths = {
    '/bands': { get: answer(200, list(band)) },
    '/bands/{id}': { parameters: [at], get: answer(200, band) },
    '/venues': { get: answer(200, list(venue)) },
    '/venues/{id}': { parameters: [at], get: answer(200, venue) },
  }

  it('is one seeded record, by its id', async () => {
    const send = await clientFor(paths)
    expect((await send('GET', '/bands/4711')).body).toMatchObject({ id: 4711, name: 'The Lamps', members: 4 })
    const bands = (await send('GET', '/bands')).body as unknown as readonly JsonObject[]
    expect(bands.filter(({ name }) => name === 'The Lamps')).toHaveLength(1)
  })

  it('refers to a record that exists', async () => {
    const send = await clientFor(paths)
    const { venue_id: id } = (await send('GET', '/bands/4711')).body as { venue_id: number }
    expect((await send('GET', `/venues/${id}`)).status).toBe(200)
  })

  it('may show only the id', async () => {
    const send = await clientFor(paths)
    expect((await send('GET', '/venues/31')).body).toMatchObject({ id: 31 })
  })
})

it('the example of a path parameter is the id of a seeded record', async () => {
  const record = object({ id: text, name: text })
  const send = await clientFor({
    '/tours': { get: answer(200, list(record)) },
    '/tours/{id}': { parameters: [{ ...at, schema: text, example: 'summer-26' }], get: answer(200, record) },
  })
  expect((await send('GET', '/tours/summer-26')).body).toMatchObject({ id: 'summer-26' })
})

describe('the example of a list', () => {
  const record = object({ id: integer, genres: { ...list(text), example: ['blues', 'folk'] } })

  it('is that of the first record, and others have some of its items', async () => {
    const send = await clientFor({ '/bands': { get: answer(200, list(record)) } })
    const bands = (await send('GET', '/bands')).body as unknown as readonly JsonObject[]
    const genres = bands.map((each) => (each['genres'] as readonly string[]).join())
    expect(genres[0]).toBe('blues,folk')
    expect(new Set(genres)).toEqual(new Set(['blues,folk', 'blues', 'folk']))
  })
})

it('the example of a nested object is that of the first record', async () => {
  const stage = { ...object({ width: integer, depth: integer }), example: { width: 12, depth: 8 } }
  const send = await clientFor({ '/venues': { get: answer(200, list(object({ id: integer, stage }))) } })
  const [first, second] = (await send('GET', '/venues')).body as unknown as readonly JsonObject[]
  expect(first?.['stage']).toEqual({ width: 12, depth: 8 })
  expect(second?.['stage']).not.toEqual({ width: 12, depth: 8 })
})

it('the example of a response without an id is what there is to read, until a request changes it', async () => {
  const settings = object({ doors: text, encores: integer })
  const body = { content: { 'application/json': { schema: settings } } }
  const send = await clientFor({
    '/settings': {
      get: answer(200, settings, { doors: '19:30', encores: 2 }),
      put: { ...answer(200, settings), requestBody: body },
    },
  })
  expect((await send('GET', '/settings')).body).toEqual({ doors: '19:30', encores: 2 })
  await send('PUT', '/settings', { doors: '20:00', encores: 1 })
  expect((await send('GET', '/settings')).body).toEqual({ doors: '20:00', encores: 1 })
})

it('an example of JSON may be written as text', async () => {
  const record = object({ id: integer, name: text })
  const send = await clientFor({ '/bands': { get: answer(200, list(record), '[{"id": 8, "name": "Ohm"}]') } })
  const bands = (await send('GET', '/bands')).body as unknown as readonly JsonObject[]
  expect(bands[0]).toEqual({ id: 8, name: 'Ohm' })
})

it('an example that only names types is not used', async () => {
  const city = { ...text, example: 'string' }
  const record = {
    ...object({ id: text, name: text, city }),
    example: { id: 'string', name: 'string', city: 'Bern' },
  }
  const send = await clientFor({
    '/venues': { get: answer(200, list(record), [{ id: 'string', name: 'string', city: 'string' }]) },
    '/settings': { get: answer(200, object({ theme: text }), { theme: 'string' }) },
  })
  expect(JSON.stringify((await send('GET', '/venues')).body)).not.toMatch(/"string"/)
  expect(JSON.stringify((await send('GET', '/settings')).body)).not.toMatch(/"string"/)
})
