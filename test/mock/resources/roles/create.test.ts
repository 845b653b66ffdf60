import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, object, text } from '../document-parts.ts'

/** An API whose create responds with this status and response. */
async function ferries(id: object, status: string, answer: object): Promise<Send> {
  const ferry = { type: 'object', required: ['id'], properties: { id, name: text } }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': {
        post: {
          requestBody: json({ type: 'object', properties: { name: text } }),
          responses: { [status]: { description: 'Made', ...answer } },
        },
      },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        get: { responses: { 200: { description: 'One', ...json(ferry) } } },
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

describe('a create whose response is not the record', () => {
  it.each([
    ['a number', integer, integer],
    ['a string', text, text],
    ['a string for a number', text, integer],
  ])('responds with %s that is the id', async (_, answer, id) => {
    const send = await ferries(id, '200', json(answer))
    const created = (await send('POST', '/ferries', { name: 'Wightlink' })).body
    expect((await send('GET', `/ferries/${created as string}`)).body).toMatchObject({ name: 'Wightlink' })
  })

  it('responds with the example where the response is a sentence', async () => {
    const send = await ferries(integer, '200', json(text, 'It will sail.'))
    expect((await send('POST', '/ferries', { name: 'Wightlink' })).body).toBe('It will sail.')
  })

  it('sends the Location of the record', async () => {
    const message = { type: 'object', required: ['message'], properties: { message: text } }
    const send = await ferries(integer, '201', { ...json(message), headers: { Location: { schema: text } } })
    const response = await send('POST', '/ferries', { name: 'Wightlink' })
    expect(response.body).toEqual({ message: expect.any(String) })
    expect((await send('GET', String(response.header('Location')))).body).toMatchObject({ name: 'Wightlink' })
  })

  it('sends an absolute URL as Location where the header has format uri', async () => {
    const Location = { schema: { ...text, format: 'uri' } }
    const send = await ferries(integer, '201', { ...json(integer), headers: { Location } })
    const response = await send('POST', '/ferries', { name: 'Wightlink' })
    expect(response.header('Location')).toMatch(/^http:\/\/[^/]+\/ferries\/\d+$/)
  })
})

describe('a create that responds 202', () => {
  const Location = { required: true, schema: { ...text, format: 'uri-reference' } }
  const ferry = { type: 'object', required: ['id'], properties: { id: integer, name: text } }

  it.each([
    ['shows the record', json(ferry)],
    ['shows nothing', {}],
  ])('sends the Location of the record when the response %s', async (_, answer) => {
    const send = await ferries(integer, '202', { ...answer, headers: { Location } })
    const response = await send('POST', '/ferries', { name: 'Wightlink' })
    expect((await send('GET', String(response.header('Location')))).body).toMatchObject({ name: 'Wightlink' })
  })

  it('does not send the Location of the record when the response is a job', async () => {
    const job = { type: 'object', required: ['progress'], properties: { progress: integer } }
    const send = await ferries(integer, '202', { ...json(job), headers: { Location } })
    const response = await send('POST', '/ferries', { name: 'Wightlink' })
    expect(response.header('Location')).not.toMatch(/^\/ferries/)
  })
})

it('a create that responds with a message still adds the record to the list', async () => {
  const ferry = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } }
  const message = { type: 'object', required: ['message'], properties: { message: text } }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': {
        get: { responses: { 200: { description: 'All', ...json({ type: 'array', items: ferry }) } } },
        post: {
          requestBody: json({ type: 'object', required: ['name'], properties: { name: text } }),
          responses: { 201: { description: 'Made', ...json(message) } },
        },
      },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: { responses: { 200: { description: 'One', ...json(ferry) } } },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const response = await send('POST', '/ferries', { name: 'Wightlink' })
  expect(response).toMatchObject({ status: 201, body: { message: expect.any(String) } })
  const ferries = (await send('GET', '/ferries')).body as readonly { id: number; name: string }[]
  const created = ferries.find(({ name }) => name === 'Wightlink')
  expect((await send('GET', `/ferries/${String(created?.id)}`)).body).toEqual(created)
})

it('refuses a duplicate id with the status described for it, even a non-standard one', async () => {
  const port = { type: 'object', required: ['name'], properties: { name: text } }
  const name = { name: 'name', in: 'path', required: true, schema: text }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ports', version: '1' },
    paths: {
      '/ports': {
        post: {
          requestBody: { required: true, ...json(port) },
          responses: {
            200: { description: 'Made', ...json(port) },
            480: { description: 'PortAlreadyExistsException' },
          },
        },
      },
      '/ports/{name}': {
        parameters: [name],
        get: { responses: { 200: { description: 'One', ...json(port) } } },
      },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const statuses = [
    await send('POST', '/ports', { name: 'Cowes' }),
    await send('POST', '/ports', { name: 'Cowes' }),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([200, 480])
})

it('keeps the properties of the subtype that the discriminator selects', async () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
  const heir = (properties: object): object => ({ allOf: [ref('Boat'), { type: 'object', properties }] })
  const boat = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...integer, readOnly: true }, kind: text },
  }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Boats', version: '1' },
    components: {
      schemas: {
        Boat: { ...boat, discriminator: { propertyName: 'kind' } },
        Ferry: heir({ cars: integer }),
        Yacht: heir({ sails: integer }),
      },
    },
    paths: {
      '/boats': {
        post: {
          requestBody: json(ref('Boat')),
          responses: { 201: { description: '', ...json(ref('Boat')) } },
        },
      },
      '/boats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: { responses: { 200: { description: '', ...json(ref('Boat')) } } },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { id } = (await send('POST', '/boats', { kind: 'Ferry', cars: 40 })).body as { id: number }
  expect((await send('GET', `/boats/${id}`)).body).toEqual({ id, kind: 'Ferry', cars: 40 })
})

it('sets properties that were not sent to null or an empty list where the schema allows', async () => {
  const nullable = { type: ['string', 'null'] }
  const named = { type: 'object', required: ['name'], properties: { name: text } }
  const task = {
    type: 'object',
    required: ['id', 'name', 'note', 'labels', 'resolution', 'steps'],
    properties: {
      id: { ...text, readOnly: true },
      name: text,
      note: nullable,
      labels: { type: 'array', items: named },
      resolution: { ...nullable, enum: ['fixed', 'duplicate', null], readOnly: true },
      steps: { type: 'array', items: text, minItems: 1, maxItems: 1 },
    },
  }
  const sent = { ...named, properties: { name: text, note: nullable, labels: task.properties.labels } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/tasks': {
        post: { requestBody: json(sent), responses: { 201: { description: 'Made', ...json(task) } } },
      },
      '/tasks/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { 200: { description: 'One', ...json(task) } } },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const created = (await send('POST', '/tasks', { name: 'Sweep' })).body
  expect(created).toMatchObject({ name: 'Sweep', note: null, labels: [], resolution: null })
  expect(created).toMatchObject({ steps: [expect.any(String)] })
})

it('counts no more items than a record created without a body has', async () => {
  const items = { type: 'array', items: text }
  const cart = object({ id: text, items, item_count: integer })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Carts', version: '1' },
    paths: {
      '/carts': { post: answer(201, cart) },
      '/carts/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, cart),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  expect((await send('POST', '/carts')).body).toMatchObject({ items: [], item_count: 0 })
})
