import { describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import { clientOf, type Send } from '../client.ts'
import { object, text } from './document-parts.ts'

const sent = (schema: object): object => ({ requestBody: { content: { 'application/json': { schema } } } })
const answer = (content?: object, status = 200): object => ({
  responses: { [status]: { description: '', ...(content && { content: { 'application/json': content } }) } },
})
const ferry = object({ name: text, seats: { type: 'integer' } })

/** An API of ferries whose responses are undescribed except for the ones given. */
async function fleet(answers: {
  readonly list?: object
  readonly create?: object
  readonly read?: object
  readonly change?: object
  readonly request?: object
  readonly number?: object
}): Promise<Send> {
  const { list = answer(), create = answer(undefined, 201), read = answer(), change = answer() } = answers
  const request = sent(answers.request ?? ferry)
  const document = {
    openapi: '3.0.4',
    info: { title: 'Fleet', version: '1' },
    paths: {
      '/ferries': { get: list, post: { ...request, ...create } },
      '/ferries/{number}': {
        parameters: [{ name: 'number', in: 'path', required: true, schema: answers.number ?? text }],
        get: read,
        patch: { ...sent({ type: 'object', properties: { seats: { type: 'integer' } } }), ...change },
        delete: answer(undefined, 204),
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const fishbourne = { name: 'Fishbourne', seats: 400 }

describe('a document that describes requests but no responses', () => {
  it('responds with the id named as in the path, and supports read, update and delete', async () => {
    const send = await fleet({})
    const created = await send('POST', '/ferries', fishbourne)
    expect(created).toMatchObject({ status: 201, body: { number: expect.any(String), ...fishbourne } })
    const path = `/ferries/${(created.body as { number: string }).number}`
    expect(await send('GET', path)).toMatchObject({ status: 200, body: created.body })
    expect(await send('PATCH', path, { seats: 420 })).toMatchObject({ body: { ...fishbourne, seats: 420 } })
    expect(await send('DELETE', path)).toMatchObject({ status: 204 })
    expect(await send('GET', path)).toMatchObject({ status: 404 })
  })

  it('lists seeded and created records', async () => {
    const send = await fleet({})
    const before = (await send('GET', '/ferries')).body as readonly object[]
    expect(before.length).toBeGreaterThan(0)
    expect(before[0]).toMatchObject({
      number: expect.any(String),
      name: expect.any(String),
      seats: expect.any(Number),
    })
    const { body } = await send('POST', '/ferries', fishbourne)
    expect((await send('GET', '/ferries')).body).toContainEqual(body)
  })

  it('generates ids of the type the path declares', async () => {
    const send = await fleet({ number: { type: 'integer' } })
    expect((await send('POST', '/ferries', fishbourne)).body).toMatchObject({ number: expect.any(Number) })
  })

  it('generates ids in the format of the properties that refer to them', async () => {
    const uuid = { type: 'string', format: 'uuid' }
    const document = {
      openapi: '3.0.4',
      info: { title: 'Fleet', version: '1' },
      paths: {
        '/ferries': { get: answer(), post: { ...sent(ferry), ...answer(undefined, 201) } },
        '/ferries/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          get: answer(),
        },
        '/trips': { post: { ...sent(object({ ferryId: uuid })), ...answer(undefined, 201) } },
        '/trips/{id}': { get: answer() },
      },
    }
    const send = clientOf(await createMock({ document, selfCheck: true }))
    const { body } = await send('POST', '/ferries', fishbourne)
    const trip = await send('POST', '/trips', { ferryId: (body as { id: string }).id })
    expect(trip).toMatchObject({ status: 201, body: { ferryId: (body as { id: string }).id } })
  })

  it('generates numbers as ids if properties that refer to them are numbers', async () => {
    const number = { type: 'number' }
    const withId = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
    const document = {
      openapi: '3.0.4',
      info: { title: 'Fleet', version: '1' },
      paths: {
        '/harbours': { get: answer(), post: { ...sent(object({ name: text })), ...answer(undefined, 201) } },
        '/harbours/{id}': { ...withId, get: answer() },
        '/ferries': {
          get: answer(),
          post: { ...sent(object({ harbourId: number })), ...answer(undefined, 201) },
        },
        '/ferries/{id}': { ...withId, get: answer() },
      },
    }
    const send = clientOf(await createMock({ document }))
    const { body } = await send('POST', '/harbours', { name: 'Cowes' })
    expect(body).toEqual({ id: expect.any(Number), name: 'Cowes' })
    expect(await send('POST', '/ferries', { harbourId: (body as { id: number }).id })).toMatchObject({
      status: 201,
    })
  })

  it('changes what is sent to a path below that of a record', async () => {
    const withId = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
    const document = {
      openapi: '3.0.4',
      info: { title: 'Fleet', version: '1' },
      paths: {
        '/ferries': { get: answer(), post: { ...sent(ferry), ...answer(undefined, 201) } },
        '/ferries/{id}': { ...withId, get: answer() },
        '/ferries/{id}/seats': {
          ...withId,
          patch: { ...sent(object({ seats: { type: 'integer' } })), ...answer() },
        },
      },
    }
    const send = clientOf(await createMock({ document }))
    const { id } = (await send('POST', '/ferries', fishbourne)).body as { readonly id: string }
    const changed = { id, ...fishbourne, seats: 12 }
    expect(await send('PATCH', `/ferries/${id}/seats`, { seats: 12 })).toMatchObject({
      status: 200,
      body: changed,
    })
    expect((await send('GET', `/ferries/${id}`)).body).toEqual(changed)
  })

  it('names the id property "id" where the path parameter is named like an id', async () => {
    const document = {
      openapi: '3.0.4',
      info: { title: 'Fleet', version: '1' },
      paths: {
        '/ferries': { post: { ...sent(ferry), ...answer(undefined, 201) } },
        '/ferries/{ferryId}': { get: answer() },
      },
    }
    const send = clientOf(await createMock({ document }))
    expect((await send('POST', '/ferries', fishbourne)).body).toMatchObject({ id: expect.anything() })
  })

  it('does not show writeOnly properties', async () => {
    const request = object({ name: text, pin: { type: 'string', writeOnly: true } })
    const send = await fleet({ request })
    const { body } = await send('POST', '/ferries', { name: 'Wight Light', pin: '0000' })
    expect(body).toMatchObject({ name: 'Wight Light' })
    expect(body).not.toHaveProperty('pin')
  })

  it('adds the id although the request allows no additional properties', async () => {
    const send = await fleet({ request: { ...ferry, additionalProperties: false } })
    const { body } = await send('POST', '/ferries', fishbourne)
    expect(body).toMatchObject({ number: expect.any(String), ...fishbourne })
  })

  it('treats empty schemas like missing ones', async () => {
    const open = answer({ schema: {} })
    const send = await fleet({ list: open, create: open, read: answer({ schema: { type: 'object' } }) })
    const { body } = await send('POST', '/ferries', fishbourne)
    expect((await send('GET', `/ferries/${(body as { number: string }).number}`)).body).toEqual(body)
    expect((await send('GET', '/ferries')).body).toContainEqual(body)
  })

  it('returns what was PUT to a singleton', async () => {
    const document = {
      openapi: '3.0.4',
      info: { title: 'Fleet', version: '1' },
      paths: { '/timetable': { get: answer(), put: { ...sent(object({ season: text })), ...answer() } } },
    }
    const send = clientOf(await createMock({ document }))
    await send('PUT', '/timetable', { season: 'winter' })
    expect((await send('GET', '/timetable')).body).toEqual({ season: 'winter' })
  })

  it('adds the parent id to nested records, which can be read at a path of their own', async () => {
    const document = {
      openapi: '3.0.4',
      info: { title: 'Fleet', version: '1' },
      paths: {
        '/lines/{id}/ferries': { get: answer(), post: { ...sent(ferry), ...answer(undefined, 201) } },
        '/ferries/{ferryId}': { get: answer(), delete: answer(undefined, 204) },
      },
    }
    const send = clientOf(await createMock({ document, selfCheck: true }))
    const { body } = await send('POST', '/lines/7/ferries', fishbourne)
    expect(body).toMatchObject({ lineId: '7', ...fishbourne })
    expect((await send('GET', `/ferries/${(body as { id: string }).id}`)).body).toEqual(body)
    expect((await send('GET', '/lines/7/ferries')).body).toContainEqual(body)
    expect((await send('GET', '/lines/8/ferries')).body).not.toContainEqual(body)
  })

  it('does not treat a path with a differently named parameter as the same resource', async () => {
    const document = {
      openapi: '3.0.4',
      info: { title: 'Fleet', version: '1' },
      paths: {
        '/ferries/{filter}': { get: answer() },
        '/ferries/{ferryId}': { put: { ...sent(ferry), ...answer() } },
        '/boats/{type}': { get: answer({ example: { number: 'MV-1', name: 'Fishbourne' } }) },
        '/boats/{boatId}': { delete: answer(undefined, 204) },
      },
    }
    const send = clientOf(await createMock({ document }))
    expect(await send('GET', '/ferries/all')).toMatchObject({ status: 200, body: undefined })
    expect(await send('GET', '/boats/large')).toMatchObject({ status: 200, body: { number: 'MV-1' } })
  })
})

describe('a document that describes only some responses', () => {
  const whole = { schema: object({ number: text, name: text, seats: { type: 'integer' } }) }

  it('uses the item schema for an undescribed list', async () => {
    const send = await fleet({ read: answer(whole), create: answer(whole, 201) })
    const { body } = await send('POST', '/ferries', fishbourne)
    expect((await send('GET', '/ferries')).body).toContainEqual(body)
  })

  it('sends no content for writes without a schema where reads have one', async () => {
    const list = answer({ schema: { type: 'array', items: whole.schema } })
    const send = await fleet({ read: answer(whole), list })
    expect(await send('POST', '/ferries', fishbourne)).toMatchObject({ status: 201, body: undefined })
  })
})

describe('a document that describes responses only by examples', () => {
  const examples = [
    { number: 'MV-1', ...fishbourne },
    { number: 'MV-2', name: 'Wootton', seats: 360 },
  ]
  const shown = {
    list: answer({ example: examples }),
    read: answer({ example: examples[0] }),
    create: answer({ example: examples[1] }, 201),
  }

  it('seeds the examples, which can be updated and deleted', async () => {
    const send = await fleet(shown)
    expect((await send('GET', '/ferries')).body).toEqual(expect.arrayContaining(examples))
    await send('PATCH', '/ferries/MV-1', { seats: 1 })
    await send('DELETE', '/ferries/MV-2')
    expect((await send('GET', '/ferries/MV-1')).body).toMatchObject({ name: 'Fishbourne', seats: 1 })
    expect(await send('GET', '/ferries/MV-2')).toMatchObject({ status: 404 })
  })

  it('shapes created records like the examples', async () => {
    const send = await fleet(shown)
    const { body } = await send('POST', '/ferries', fishbourne)
    expect(body).toMatchObject({ number: expect.any(String), ...fishbourne })
    expect((await send('GET', '/ferries')).body).toContainEqual(body)
  })

  it('accepts an example written as a JSON string', async () => {
    const send = await fleet({ list: answer({ example: JSON.stringify(examples) }) })
    expect((await send('GET', '/ferries')).body).toEqual(expect.arrayContaining(examples))
  })
})
