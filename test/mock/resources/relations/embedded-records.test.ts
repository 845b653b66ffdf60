import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, text } from '../document-parts.ts'

const harbour = { $ref: '#/components/schemas/Harbour' }
const object = (properties: object, ...more: readonly string[]): object => ({
  type: 'object',
  required: ['id', 'name', ...more],
  properties: { id: { ...integer, readOnly: true }, name: text, ...properties },
})
const crud = (name: string, sent: object, shown: object, query: object = {}): object => ({
  [`/${name}`]: {
    get: {
      parameters: Object.entries(query).map(([name, schema]) => ({ name: name, in: 'query', schema })),
      ...answer(200, { type: 'array', items: shown }),
    },
    post: { requestBody: json(sent), ...answer(201, shown) },
  },
  [`/${name}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
    get: answer(200, shown),
    put: { requestBody: json(sent), ...answer(200, shown) },
    patch: { requestBody: json(sent), ...answer(200, shown) },
    delete: { summary: 'Removes it, with its ferries', ...answer(204) },
  },
})

const pathOf = ({ id }: JsonObject): string => `/ferries/${String(Number(id))}`

const [id, part] = [{ id: integer }, { id: integer, name: text }]
const some = (properties: object): object => ({ type: 'object', required: ['id'], properties })
const byId = { harbour: some(part) }

/** An API whose ferries embed or refer to harbours: `shown` is in responses, `sent` in requests. */
async function ferries(shown: object, sent: object = byId, query: object = {}): Promise<Send> {
  const properties = { name: text, ...sent }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ferries', version: '1' },
    paths: {
      ...crud('harbours', { type: 'object', properties: { name: text, country: text } }, harbour),
      ...crud('ferries', { type: 'object', properties }, object(shown, ...Object.keys(shown)), query),
    },
    components: { schemas: { Harbour: object({ country: text }, 'country'), HarbourRef: some(part) } },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const bodyOf = async (send: Send, method: string, target: string, body?: Json): Promise<JsonObject> =>
  (await send(method, target, body)).body as JsonObject
const all = async (send: Send, name: string): Promise<readonly JsonObject[]> =>
  (await send('GET', `/${name}`)).body as unknown as readonly JsonObject[]

describe('an embedded record', () => {
  it('is a seeded record', async () => {
    const send = await ferries({ harbour })
    const harbours = await all(send, 'harbours')
    for (const ferry of await all(send, 'ferries')) expect(harbours).toContainEqual(ferry['harbour'])
  })

  it('has only the properties the embedding schema allows', async () => {
    const send = await ferries({ harbour: some(part) })
    const known = (await all(send, 'harbours')).map((harbour) => ({
      id: harbour['id'],
      name: harbour['name'],
    }))
    for (const ferry of await all(send, 'ferries')) expect(known).toContainEqual(ferry['harbour'])
  })

  it('shows the city of the address', async () => {
    const address = { type: 'object', properties: { city: text } }
    const venue = { name: text, address }
    const event = { title: text, venue: some({ ...part, city: text }) }
    const sent = (properties: object): object => ({ type: 'object', properties })
    const document = {
      openapi: '3.1.0',
      info: { title: 'Events', version: '1' },
      paths: {
        ...crud('venues', sent(venue), some({ ...id, ...venue })),
        ...crud('events', sent({ title: text, venueId: integer }), some({ ...id, ...event })),
      },
    }
    const send = clientOf(await createMock({ document, selfCheck: true }))
    const hall = await bodyOf(send, 'POST', '/venues', { name: 'Hall', address: { city: 'Hamburg' } })
    const made = await bodyOf(send, 'POST', '/events', { title: 'Concert', venueId: hall['id'] ?? 0 })
    expect(made['venue']).toEqual({ id: hall['id'], name: 'Hall', city: 'Hamburg' })
  })

  it('is recognized by the name of its schema', async () => {
    const send = await ferries({ home: { $ref: '#/components/schemas/HarbourRef' } }, { homeId: integer })
    const harbours = await all(send, 'harbours')
    const parts = harbours.map((harbour) => ({ id: harbour['id'], name: harbour['name'] }))
    for (const { home } of await all(send, 'ferries')) expect(parts).toContainEqual(home)
    expect(await bodyOf(send, 'POST', '/ferries', { name: 'New', homeId: 2 })).toMatchObject({
      home: parts[1],
    })
  })

  it('can be one of several', async () => {
    const send = await ferries({ harbours: { type: 'array', minItems: 1, items: harbour } })
    const harbours = await all(send, 'harbours')
    for (const ferry of await all(send, 'ferries')) {
      for (const harbour of ferry['harbours'] as readonly Json[]) expect(harbours).toContainEqual(harbour)
    }
  })

  it('matches the id property next to it', async () => {
    const send = await ferries({ homeId: integer, home: harbour })
    for (const ferry of await all(send, 'ferries'))
      expect(ferry['home']).toMatchObject({ id: ferry['homeId'] })
  })

  it('can be shown as its id alone', async () => {
    const send = await ferries({ harbour: { oneOf: [integer, harbour] } })
    const known = (await all(send, 'harbours')).map((harbour) => harbour['id'])
    for (const ferry of await all(send, 'ferries')) {
      const value = ferry['harbour'] as Json
      expect(known).toContain(typeof value === 'number' ? value : (value as JsonObject)['id'])
    }
  })

  it('is updated when the original is updated', async () => {
    const send = await ferries({ harbour })
    const created = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: { id: 3 } })
    const changed = await bodyOf(send, 'PUT', '/harbours/3', { name: 'Oban', country: 'Scotland' })
    expect(changed).toMatchObject({ name: 'Oban' })
    const ofHarbour = (await all(send, 'ferries')).filter(
      (ferry) => (ferry['harbour'] as JsonObject)['id'] === 3,
    )
    expect(ofHarbour.map((ferry) => ferry['id'])).toContain(created['id'])
    for (const ferry of ofHarbour) expect(ferry['harbour']).toEqual(changed)
  })

  it('is updated in lists too', async () => {
    const several = (items: object): object => ({ harbours: { type: 'array', minItems: 1, items } })
    const send = await ferries(several(harbour), several(some(id)))
    const created = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbours: [{ id: 3 }, { id: 4 }] })
    const changed = await bodyOf(send, 'PATCH', '/harbours/4', { name: 'Oban' })
    const [third] = (created['harbours'] as readonly Json[]).slice(0, 1)
    const now = await bodyOf(send, 'GET', pathOf(created))
    expect(now['harbours']).toEqual([third, changed])
  })

  it('takes the embedding record with it when deleted, where the document says so', async () => {
    const send = await ferries({ harbour })
    const created = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: { id: 3 } })
    await send('DELETE', '/harbours/3')
    expect(await send('GET', pathOf(created))).toMatchObject({ status: 404 })
  })
})

describe('filtering by an embedded record', () => {
  it.each<readonly [string, object, object, (other: JsonObject) => string]>([
    [
      'by the id in a property named after it',
      { harbour },
      { harbourId: integer },
      (other) => `harbourId=${String(Number(other['id']))}`,
    ],
    [
      'by the id in the property that embeds it',
      { home: harbour },
      { home: integer },
      (other) => `home=${String(Number(other['id']))}`,
    ],
    [
      'by its name',
      { harbour },
      { harbour: text },
      (other) => `harbour=${encodeURIComponent(other['name'] as string)}`,
    ],
    [
      'as one of several',
      { harbours: { type: 'array', minItems: 1, items: harbour } },
      { 'filter[harbourId]': { type: 'array', items: integer } },
      (other) => `filter[harbourId]=${String(Number(other['id']))}`,
    ],
  ])('%s', async (_, shown, query, asking) => {
    const send = await ferries(shown, byId, query)
    const [name = ''] = Object.keys(shown)
    const every = await all(send, 'ferries')
    const [other = {}] = [every[0]?.[name] ?? []].flat() as readonly JsonObject[]
    const shows = (ferry: JsonObject): boolean =>
      ([ferry[name] ?? []].flat() as readonly JsonObject[]).some((harbour) => harbour['id'] === other['id'])
    const listed = await all(send, `ferries?${asking(other)}`)
    expect(listed).toEqual(every.filter(shows))
    expect(listed.length).toBeLessThan(every.length)
  })
})

describe('a list of embedded records', () => {
  it('loses a record that is deleted', async () => {
    const several = (items: object): object => ({ harbours: { type: 'array', items } })
    const send = await ferries(several(harbour), several(some(id)))
    const created = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbours: [{ id: 3 }, { id: 4 }] })
    await send('DELETE', '/harbours/3')
    const now = await bodyOf(send, 'GET', pathOf(created))
    expect(now['harbours']).toEqual((created['harbours'] as readonly Json[]).slice(1))
  })
})

describe('a reference sent in a request is embedded in the response', () => {
  it.each<readonly [string, object, object, JsonObject]>([
    ['by an object with the id', { harbour }, { harbour: some(id) }, { harbour: { id: 3 } }],
    ['by an id property next to it', { harbour }, { harbourId: integer }, { harbourId: 3 }],
    ['by the id in place of the object', { harbour }, { harbour: integer }, { harbour: 3 }],
    ['by an id property named like the embedding one', { home: harbour }, { homeId: integer }, { homeId: 3 }],
  ])('%s', async (_, shown, sent, reference) => {
    const send = await ferries(shown, sent)
    const [name = ''] = Object.keys(shown)
    const created = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', ...reference })
    expect(created[name]).toEqual(await bodyOf(send, 'GET', '/harbours/3'))
  })

  it('several by a list of ids', async () => {
    const shown = { harbours: { type: 'array', items: harbour } }
    const send = await ferries(shown, { harbourIds: { type: 'array', items: integer } })
    const created = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbourIds: [4, 3] })
    expect(created['harbours']).toEqual([
      await bodyOf(send, 'GET', '/harbours/4'),
      await bodyOf(send, 'GET', '/harbours/3'),
    ])
  })

  it('and its id is shown where the record has a property for it', async () => {
    const send = await ferries({ harbourId: integer, harbour })
    const created = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: { id: 3 } })
    expect(created).toMatchObject({ harbourId: 3, harbour: { id: 3 } })
  })

  it('but the object is kept as sent if it has more than the id', async () => {
    const send = await ferries({ harbour })
    const sent = { id: 3, name: 'Oban' }
    expect(await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: sent })).toMatchObject({
      harbour: sent,
    })
  })

  it('but the object is kept as sent if no such record exists', async () => {
    const send = await ferries({ harbour })
    const created = await bodyOf(send, 'POST', '/ferries', {
      name: 'Ro',
      harbour: { id: 99_999, name: 'Oban' },
    })
    expect(created).toMatchObject({ harbour: { id: 99_999, name: 'Oban' } })
  })

  it('after an update to another record', async () => {
    const send = await ferries({ harbour })
    const created = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: { id: 3 } })
    const changed = await bodyOf(send, 'PATCH', pathOf(created), { harbour: { id: 4 } })
    expect(changed['harbour']).toEqual(await bodyOf(send, 'GET', '/harbours/4'))
  })

  it('after an update that changes only the id', async () => {
    const send = await ferries({ harbourId: integer, harbour }, { harbourId: integer, harbour })
    const [first = {}] = await all(send, 'ferries')
    const target = await bodyOf(send, 'GET', '/harbours/4')
    const changed = await bodyOf(send, 'PUT', pathOf(first), { ...first, harbourId: 4 })
    expect(changed).toMatchObject({ harbourId: 4, harbour: target })
  })

  it('and is null after it is removed', async () => {
    const shown = { harbour: { oneOf: [harbour, { type: 'null' }] } }
    const send = await ferries(shown, { harbourId: { type: ['integer', 'null'] } })
    const created = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbourId: 3 })
    const changed = await bodyOf(send, 'PATCH', pathOf(created), { harbourId: null })
    expect([created['harbour'], changed['harbour']]).toEqual([await bodyOf(send, 'GET', '/harbours/3'), null])
  })
})
