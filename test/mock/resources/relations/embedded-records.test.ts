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
      parameters: Object.entries(query).map(([each, schema]) => ({ name: each, in: 'query', schema })),
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

const pathOf = ({ id: made }: JsonObject): string => `/ferries/${String(Number(made))}`

const [id, part] = [{ id: integer }, { id: integer, name: text }]
const some = (properties: object): object => ({ type: 'object', required: ['id'], properties })
const byId = { harbour: some(part) }

/** Ferries that show, or name, harbours so, and take that of clients. */
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

describe('what a record shows of another one', () => {
  it('is that one, from the beginning', async () => {
    const send = await ferries({ harbour })
    const harbours = await all(send, 'harbours')
    for (const ferry of await all(send, 'ferries')) expect(harbours).toContainEqual(ferry['harbour'])
  })

  it('is as much of it as there is room for', async () => {
    const send = await ferries({ harbour: some(part) })
    const known = (await all(send, 'harbours')).map((each) => ({ id: each['id'], name: each['name'] }))
    for (const ferry of await all(send, 'ferries')) expect(known).toContainEqual(ferry['harbour'])
  })

  it('is known by what its schema is called', async () => {
    const send = await ferries({ home: { $ref: '#/components/schemas/HarbourRef' } }, { homeId: integer })
    const harbours = await all(send, 'harbours')
    const parts = harbours.map((each) => ({ id: each['id'], name: each['name'] }))
    for (const { home } of await all(send, 'ferries')) expect(parts).toContainEqual(home)
    expect(await bodyOf(send, 'POST', '/ferries', { name: 'New', homeId: 2 })).toMatchObject({
      home: parts[1],
    })
  })

  it('may be several', async () => {
    const send = await ferries({ harbours: { type: 'array', minItems: 1, items: harbour } })
    const harbours = await all(send, 'harbours')
    for (const ferry of await all(send, 'ferries')) {
      for (const each of ferry['harbours'] as readonly Json[]) expect(harbours).toContainEqual(each)
    }
  })

  it('agrees with the id beside it', async () => {
    const send = await ferries({ homeId: integer, home: harbour })
    for (const ferry of await all(send, 'ferries'))
      expect(ferry['home']).toMatchObject({ id: ferry['homeId'] })
  })

  it('may be its id alone', async () => {
    const send = await ferries({ harbour: { oneOf: [integer, harbour] } })
    const known = (await all(send, 'harbours')).map((each) => each['id'])
    for (const ferry of await all(send, 'ferries')) {
      const value = ferry['harbour'] as Json
      expect(known).toContain(typeof value === 'number' ? value : (value as JsonObject)['id'])
    }
  })

  it('changes with that one', async () => {
    const send = await ferries({ harbour })
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: { id: 3 } })
    const changed = await bodyOf(send, 'PUT', '/harbours/3', { name: 'Oban', country: 'Scotland' })
    expect(changed).toMatchObject({ name: 'Oban' })
    const shown = (await all(send, 'ferries')).filter((each) => (each['harbour'] as JsonObject)['id'] === 3)
    expect(shown.map((each) => each['id'])).toContain(made['id'])
    for (const each of shown) expect(each['harbour']).toEqual(changed)
  })

  it('changes in lists too', async () => {
    const several = (items: object): object => ({ harbours: { type: 'array', minItems: 1, items } })
    const send = await ferries(several(harbour), several(some(id)))
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbours: [{ id: 3 }, { id: 4 }] })
    const changed = await bodyOf(send, 'PATCH', '/harbours/4', { name: 'Oban' })
    const [third] = (made['harbours'] as readonly Json[]).slice(0, 1)
    const now = await bodyOf(send, 'GET', pathOf(made))
    expect(now['harbours']).toEqual([third, changed])
  })

  it('goes with it where the document says so', async () => {
    const send = await ferries({ harbour })
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: { id: 3 } })
    await send('DELETE', '/harbours/3')
    expect(await send('GET', pathOf(made))).toMatchObject({ status: 404 })
  })
})

describe('records are asked for by those they show', () => {
  it.each<readonly [string, object, object, (other: JsonObject) => string]>([
    ['by an id', { harbour }, { harbourId: integer }, (other) => `harbourId=${String(Number(other['id']))}`],
    ['by its name', { home: harbour }, { home: integer }, (other) => `home=${String(Number(other['id']))}`],
    [
      'by what they are known by',
      { harbour },
      { harbour: text },
      (other) => `harbour=${encodeURIComponent(other['name'] as string)}`,
    ],
    [
      'among several',
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
      ([ferry[name] ?? []].flat() as readonly JsonObject[]).some((each) => each['id'] === other['id'])
    const found = await all(send, `ferries?${asking(other)}`)
    expect(found).toEqual(every.filter(shows))
    expect(found.length).toBeLessThan(every.length)
  })
})

describe('a list of records', () => {
  it('goes on without one that is deleted', async () => {
    const several = (items: object): object => ({ harbours: { type: 'array', items } })
    const send = await ferries(several(harbour), several(some(id)))
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbours: [{ id: 3 }, { id: 4 }] })
    await send('DELETE', '/harbours/3')
    const now = await bodyOf(send, 'GET', pathOf(made))
    expect(now['harbours']).toEqual((made['harbours'] as readonly Json[]).slice(1))
  })
})

describe('a record that is sent with another one shows that one', () => {
  it.each<readonly [string, object, object, JsonObject]>([
    ['by its id in an object', { harbour }, { harbour: some(id) }, { harbour: { id: 3 } }],
    ['by its id beside', { harbour }, { harbourId: integer }, { harbourId: 3 }],
    ['by its id in its place', { harbour }, { harbour: integer }, { harbour: 3 }],
    ['by an id called like it', { home: harbour }, { homeId: integer }, { homeId: 3 }],
  ])('%s', async (_, shown, sent, said) => {
    const send = await ferries(shown, sent)
    const [name = ''] = Object.keys(shown)
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', ...said })
    expect(made[name]).toEqual(await bodyOf(send, 'GET', '/harbours/3'))
  })

  it('and several', async () => {
    const shown = { harbours: { type: 'array', items: harbour } }
    const send = await ferries(shown, { harbourIds: { type: 'array', items: integer } })
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbourIds: [4, 3] })
    expect(made['harbours']).toEqual([
      await bodyOf(send, 'GET', '/harbours/4'),
      await bodyOf(send, 'GET', '/harbours/3'),
    ])
  })

  it('and its id, where there is a place for that', async () => {
    const send = await ferries({ harbourId: integer, harbour })
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: { id: 3 } })
    expect(made).toMatchObject({ harbourId: 3, harbour: { id: 3 } })
  })

  it('but as it was sent, where more was sent than the id', async () => {
    const send = await ferries({ harbour })
    const sent = { id: 3, name: 'Oban' }
    expect(await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: sent })).toMatchObject({
      harbour: sent,
    })
  })

  it('or what was sent, where there is no such record', async () => {
    const send = await ferries({ harbour })
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: { id: 99_999, name: 'Oban' } })
    expect(made).toMatchObject({ harbour: { id: 99_999, name: 'Oban' } })
  })

  it('when it changes to another one', async () => {
    const send = await ferries({ harbour })
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbour: { id: 3 } })
    const changed = await bodyOf(send, 'PATCH', pathOf(made), { harbour: { id: 4 } })
    expect(changed['harbour']).toEqual(await bodyOf(send, 'GET', '/harbours/4'))
  })

  it('when its id alone changes in what was read', async () => {
    const send = await ferries({ harbourId: integer, harbour }, { harbourId: integer, harbour })
    const [first = {}] = await all(send, 'ferries')
    const target = await bodyOf(send, 'GET', '/harbours/4')
    const changed = await bodyOf(send, 'PUT', pathOf(first), { ...first, harbourId: 4 })
    expect(changed).toMatchObject({ harbourId: 4, harbour: target })
  })

  it('and none, when it is taken away', async () => {
    const shown = { harbour: { oneOf: [harbour, { type: 'null' }] } }
    const send = await ferries(shown, { harbourId: { type: ['integer', 'null'] } })
    const made = await bodyOf(send, 'POST', '/ferries', { name: 'Ro', harbourId: 3 })
    const changed = await bodyOf(send, 'PATCH', pathOf(made), { harbourId: null })
    expect([made['harbour'], changed['harbour']]).toEqual([await bodyOf(send, 'GET', '/harbours/3'), null])
  })
})
