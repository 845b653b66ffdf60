import { describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import { clientOf, type Send } from '../client.ts'
import { object, text } from './document-parts.ts'

const sent = (schema: object): object => ({ requestBody: { content: { 'application/json': { schema } } } })
const answer = (content?: object, status = 200): object => ({
  responses: { [status]: { description: '', ...(content && { content: { 'application/json': content } }) } },
})
const ferry = object({ name: text, seats: { type: 'integer' } })

/** A fleet of ferries; how much of its answers is described depends on what they are given as. */
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

describe('where a document describes requests and no answer', () => {
  it('what is posted is answered with the id that the path has for it, read again, changed and deleted', async () => {
    const send = await fleet({})
    const created = await send('POST', '/ferries', fishbourne)
    expect(created).toMatchObject({ status: 201, body: { number: expect.any(String), ...fishbourne } })
    const path = `/ferries/${(created.body as { number: string }).number}`
    expect(await send('GET', path)).toMatchObject({ status: 200, body: created.body })
    expect(await send('PATCH', path, { seats: 420 })).toMatchObject({ body: { ...fishbourne, seats: 420 } })
    expect(await send('DELETE', path)).toMatchObject({ status: 204 })
    expect(await send('GET', path)).toMatchObject({ status: 404 })
  })

  it('lists hold what is posted, and records to begin with', async () => {
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

  it('ids are of the type that the path declares', async () => {
    const send = await fleet({ number: { type: 'integer' } })
    expect((await send('POST', '/ferries', fishbourne)).body).toMatchObject({ number: expect.any(Number) })
  })

  it('ids look as those do by which others refer to them', async () => {
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

  it('an id is called id where the parameter is one by name', async () => {
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

  it('what is only ever written is not shown', async () => {
    const request = object({ name: text, pin: { type: 'string', writeOnly: true } })
    const send = await fleet({ request })
    const { body } = await send('POST', '/ferries', { name: 'Wight Light', pin: '0000' })
    expect(body).toMatchObject({ name: 'Wight Light' })
    expect(body).not.toHaveProperty('pin')
  })

  it('a request that allows nothing more does not keep the id out of the record', async () => {
    const send = await fleet({ request: { ...ferry, additionalProperties: false } })
    const { body } = await send('POST', '/ferries', fishbourne)
    expect(body).toMatchObject({ number: expect.any(String), ...fishbourne })
  })

  it('schemas that say nothing are no description', async () => {
    const open = answer({ schema: {} })
    const send = await fleet({ list: open, create: open, read: answer({ schema: { type: 'object' } }) })
    const { body } = await send('POST', '/ferries', fishbourne)
    expect((await send('GET', `/ferries/${(body as { number: string }).number}`)).body).toEqual(body)
    expect((await send('GET', '/ferries')).body).toContainEqual(body)
  })

  it('what a path alone stands for is what was put there', async () => {
    const document = {
      openapi: '3.0.4',
      info: { title: 'Fleet', version: '1' },
      paths: { '/timetable': { get: answer(), put: { ...sent(object({ season: text })), ...answer() } } },
    }
    const send = clientOf(await createMock({ document }))
    await send('PUT', '/timetable', { season: 'winter' })
    expect((await send('GET', '/timetable')).body).toEqual({ season: 'winter' })
  })

  it('what is made below another record and read elsewhere is the same, and tells what it was made below', async () => {
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

  it('a path by the name of another parameter than that of the changes is not of the same records', async () => {
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

describe('where only some answers are described', () => {
  const whole = { schema: object({ number: text, name: text, seats: { type: 'integer' } }) }

  it('an undescribed list holds the records that are described one by one', async () => {
    const send = await fleet({ read: answer(whole), create: answer(whole, 201) })
    const { body } = await send('POST', '/ferries', fishbourne)
    expect((await send('GET', '/ferries')).body).toContainEqual(body)
  })

  it('writes without content answer with none, where reads are described', async () => {
    const list = answer({ schema: { type: 'array', items: whole.schema } })
    const send = await fleet({ read: answer(whole), list })
    expect(await send('POST', '/ferries', fishbourne)).toMatchObject({ status: 201, body: undefined })
  })
})

describe('where a document shows answers by examples alone', () => {
  const examples = [
    { number: 'MV-1', ...fishbourne },
    { number: 'MV-2', name: 'Wootton', seats: 360 },
  ]
  const shown = {
    list: answer({ example: examples }),
    read: answer({ example: examples[0] }),
    create: answer({ example: examples[1] }, 201),
  }

  it('what they show is there, to be changed and deleted', async () => {
    const send = await fleet(shown)
    expect((await send('GET', '/ferries')).body).toEqual(expect.arrayContaining(examples))
    await send('PATCH', '/ferries/MV-1', { seats: 1 })
    await send('DELETE', '/ferries/MV-2')
    expect((await send('GET', '/ferries/MV-1')).body).toMatchObject({ name: 'Fishbourne', seats: 1 })
    expect(await send('GET', '/ferries/MV-2')).toMatchObject({ status: 404 })
  })

  it('what is posted has the shape of what they show', async () => {
    const send = await fleet(shown)
    const { body } = await send('POST', '/ferries', fishbourne)
    expect(body).toMatchObject({ number: expect.any(String), ...fishbourne })
    expect((await send('GET', '/ferries')).body).toContainEqual(body)
  })

  it('an example may be the text of its JSON', async () => {
    const send = await fleet({ list: answer({ example: JSON.stringify(examples) }) })
    expect((await send('GET', '/ferries')).body).toEqual(expect.arrayContaining(examples))
  })
})
