import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, object, text } from '../document-parts.ts'

const ferry = { $ref: '#/components/schemas/Ferry' }

it('responds with the deleted record even if the response schema adds a description to it', async () => {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': { post: { requestBody: json(ferry), ...answer(200, ferry) } },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, ferry),
        delete: answer(200, {
          type: 'object',
          properties: { ferry: { allOf: [ferry, { description: 'The one that was scrapped.' }] } },
        }),
      },
    },
    components: { schemas: { Ferry: { type: 'object', properties: { id: text, name: text } } } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const created = (await send('POST', '/ferries', { name: 'Red Osprey' })).body as { id: string }
  expect((await send('DELETE', `/ferries/${created.id}`)).body).toEqual({ ferry: created })
})

const ensign = { type: 'object', required: ['colour'], properties: { colour: text } }

async function askEnsign(get: object, post: object): Promise<ReturnType<typeof clientOf>> {
  const noContent = { responses: { 204: { description: 'Gone' } } }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferry', version: '1' },
    paths: { '/ensign': { get, post, delete: noContent } },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

it('POST recreates a deleted singleton', async () => {
  const send = await askEnsign(answer(200, ensign), { requestBody: json(ensign), ...answer(200, ensign) })
  await send('DELETE', '/ensign')
  expect((await send('GET', '/ensign')).status).toBe(404)
  expect((await send('POST', '/ensign', { colour: 'red' })).status).toBe(200)
  expect((await send('GET', '/ensign')).body).toEqual({ colour: 'red' })
})

it('an upload recreates a deleted singleton', async () => {
  const send = await askEnsign(answer(200, ensign), {
    requestBody: { content: { 'image/png': {} } },
    ...answer(201, ensign),
  })
  await send('DELETE', '/ensign')
  const created = await send('POST', '/ensign', 'a ship', { 'content-type': 'image/png' })
  expect(created.status).toBe(201)
  expect((await send('GET', '/ensign')).body).toEqual(created.body)
})

it('resets a deleted singleton to its initial value where reading it declares no 404', async () => {
  const open = answer(200, ensign) as { responses: object }
  const get = { responses: { ...open.responses, 406: { description: 'Not acceptable' } } }
  const send = await askEnsign(get, { requestBody: json(ensign), ...answer(200, ensign) })
  const before = (await send('GET', '/ensign')).body
  await send('POST', '/ensign', { colour: 'red' })
  await send('DELETE', '/ensign')
  expect((await send('GET', '/ensign')).body).toEqual(before)
})

describe('deleting a record others refer to', () => {
  const port = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...text, readOnly: true }, name: text },
  }
  const ship = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...text, readOnly: true }, name: text, portId: text },
  }
  const deletion = (description: string, refusal: string) => ({
    description,
    responses: { 204: { description: 'Gone' }, 409: { description: refusal } },
  })
  const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }

  /** The statuses of deleting a port while it has a ship and, if that is refused, once it has none. */
  async function deletePort(description: string, refusal: string): Promise<readonly number[]> {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Ports', version: '1' },
      paths: {
        '/ports': { post: { requestBody: json(port), ...answer(201, port) } },
        '/ports/{id}': { ...id, get: answer(200, port), delete: deletion(description, refusal) },
        '/ships': { post: { requestBody: json(ship), ...answer(201, ship) } },
        '/ships/{id}': { ...id, get: answer(200, ship), delete: deletion('', 'It is at sea') },
      },
    }
    const send = clientOf(await createMock({ document, selfCheck: true }))
    const idOfNew = async (path: string, body: Readonly<Record<string, string>>): Promise<string> =>
      ((await send('POST', path, body)).body as { id: string }).id
    const portId = await idOfNew('/ports', { name: 'Cowes' })
    const shipId = await idOfNew('/ships', { name: 'Red Osprey', portId })
    const first = await send('DELETE', `/ports/${portId}`)
    if (first.status === 204) return [204]
    await send('DELETE', `/ships/${shipId}`)
    return [first.status, (await send('DELETE', `/ports/${portId}`)).status]
  }

  it.each([
    ['Ports with ships cannot be deleted.', 'Conflict'],
    ['', 'The port still has ships.'],
    ['Fails with 409 if ships are registered by it.', ''],
  ])('is refused where the document says so: "%s" "%s"', async (description, refusal) => {
    expect(await deletePort(description, refusal)).toEqual([409, 204])
  })

  it.each([
    ['Deletes the port with its ships.', 'Conflict'],
    ['Ports without ships cannot be deleted.', ''],
    ['', 'The ship does not belong to the port.'],
  ])('succeeds where the document does not forbid it: "%s" "%s"', async (description, refusal) => {
    expect(await deletePort(description, refusal)).toEqual([204])
  })
})

it.each([
  'Ports with moored or sunken ships cannot be deleted.',
  'Refused with 409 while there are moored or sunken ships.',
  'Refused with 409 if it has moored or sunken ships.',
])('is refused only while there are records in the states that prevent it: %s', async (description) => {
  const port = object({ id: { ...text, readOnly: true }, name: text })
  const state = { ...text, enum: ['moored', 'sunken', 'sold'] }
  const ship = object({ id: { ...text, readOnly: true }, portId: text, state })
  const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ports', version: '1' },
    paths: {
      '/ports': { post: { requestBody: json(port), ...answer(201, port) } },
      '/ports/{id}': {
        ...id,
        get: answer(200, port),
        delete: {
          description,
          responses: { 204: { description: 'Gone' }, 409: { description: 'Conflict' } },
        },
      },
      '/ships': { post: { requestBody: json(ship), ...answer(201, ship) } },
      '/ships/{id}': {
        ...id,
        get: answer(200, ship),
        put: { requestBody: json(ship), ...answer(200, ship) },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
  const { id: portId } = (await send('POST', '/ports', { name: 'Cowes' })).body as { id: string }
  const made = await send('POST', '/ships', { portId, state: 'sunken' })
  const { id: shipId } = made.body as { id: string }
  expect((await send('DELETE', `/ports/${portId}`)).status).toBe(409)
  await send('PUT', `/ships/${shipId}`, { portId, state: 'sold' })
  expect((await send('DELETE', `/ports/${portId}`)).status).toBe(204)
})

it('keeps a record that the document says is only deactivated', async () => {
  const member = {
    type: 'object',
    properties: { id: text, name: text, active: { type: 'boolean', default: true, readOnly: true } },
  }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/crew': {
        get: answer(200, { type: 'array', items: member }),
        post: { requestBody: json(member), ...answer(201, member) },
      },
      '/crew/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, member),
        delete: { summary: 'Deactivate a member of the crew', responses: { 204: { description: 'Done' } } },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const created = (await send('POST', '/crew', { name: 'Ida' })).body as { id: string }
  for (const _ of ['once', 'again']) expect((await send('DELETE', `/crew/${created.id}`)).status).toBe(204)
  expect((await send('GET', `/crew/${created.id}`)).body).toEqual({ ...created, active: false })
})

it('says that the record has been deleted where the response tells it', async () => {
  const told = object({ id: text, object: text, deleted: { type: 'boolean' } })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': { get: answer(200, { type: 'array', items: object({ id: text, name: text }) }) },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, object({ id: text, name: text })),
        delete: answer(200, told),
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const ids = ((await send('GET', '/ferries')).body as { id: string }[]).map(({ id }) => id)
  for (const id of ids)
    expect((await send('DELETE', `/ferries/${id}`)).body).toMatchObject({ id, deleted: true })
})

it('shows the record as deleted in its envelope, if it has a flag for that', async () => {
  const sent = object({ ferry: { type: 'object', properties: { name: text } } })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': { post: { requestBody: json(sent), ...answer(201, object({ ferry })) } },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, object({ ferry })),
        delete: answer(200, object({ ferry })),
      },
    },
    components: {
      schemas: { Ferry: object({ id: text, name: text, is_deleted: { type: 'boolean' } }) },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('POST', '/ferries', { ferry: { name: 'Red Osprey' } })
  const { ferry: created } = body as { readonly ferry: { readonly id: string } }
  expect(created).toMatchObject({ is_deleted: false })
  const deleted = (await send('DELETE', `/ferries/${created.id}`)).body
  expect(deleted).toEqual({ ferry: { ...created, is_deleted: true } })
})

it('is refused while a flag prevents it', async () => {
  const flag = { type: 'boolean', description: 'If true, prevents the ferry from being deleted.' }
  const own = object({ id: text, name: text, protection: object({ delete: flag }) })
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferries', version: '1' },
    paths: {
      '/ferries': {
        get: answer(200, { type: 'array', items: own }),
        post: { requestBody: json(own), ...answer(201, own) },
      },
      '/ferries/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, own),
        put: { requestBody: json(own), ...answer(200, own) },
        delete: {
          responses: { 204: { description: 'Gone' }, 423: { description: 'The ferry is protected' } },
        },
      },
    },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const ferryWith = (isProtected: boolean) => ({
    id: 'osprey',
    name: 'Red Osprey',
    protection: { delete: isProtected },
  })
  await send('POST', '/ferries', ferryWith(true))
  expect((await send('DELETE', '/ferries/osprey')).status).toBe(423)
  await send('PUT', '/ferries/osprey', ferryWith(false))
  expect((await send('DELETE', '/ferries/osprey')).status).toBe(204)
  expect((await send('GET', '/ferries/osprey')).status).toBe(404)
})

describe('a deletion that cancels', () => {
  const own = object({ id: text, name: text, status: { ...text, enum: ['active', 'paused', 'canceled'] } })
  const plan = { $ref: '#/components/schemas/Plan' }
  const status = {
    name: 'status',
    in: 'query',
    description: 'If no value is supplied, all plans that have not been canceled are returned.',
    schema: { ...text, enum: ['all', 'active', 'paused', 'canceled', 'ended'] },
  }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Plans', version: '1' },
    paths: {
      '/plans': {
        get: { parameters: [status], ...answer(200, { type: 'array', items: plan }) },
        post: { requestBody: json(object({ name: text })), ...answer(201, plan) },
      },
      '/plans/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, plan),
        delete: { description: '<p>Cancels the plan at once.</p>', ...answer(200, plan) },
      },
    },
    components: { schemas: { Plan: own } },
  }

  it('leaves a record that is still read, and listed if it is asked for', async () => {
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    const { id } = (await send('POST', '/plans', { name: 'Gold' })).body as { id: string }
    expect((await send('DELETE', `/plans/${id}`)).body).toMatchObject({ id, status: 'canceled' })
    expect((await send('GET', `/plans/${id}`)).body).toMatchObject({ name: 'Gold', status: 'canceled' })
    expect((await send('GET', '/plans')).body).toEqual([])
    for (const value of ['all', 'canceled'])
      expect((await send('GET', `/plans?status=${value}`)).body).toMatchObject([{ id }])
    expect((await send('GET', '/plans?status=active')).body).toEqual([])
  })
})

it('a deletion that keeps the record in another state is refused while others hold on to it', async () => {
  const pilot = object({ id: text, name: text, status: { type: 'string', enum: ['active', 'retired'] } })
  const voyage = object({ id: text, pilotId: text })
  const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
  const conflict = { 409: { description: 'It is in use' } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pilots', version: '1' },
    paths: {
      '/pilots': { post: { requestBody: json(object({ name: text })), ...answer(201, pilot) } },
      '/pilots/{id}': {
        ...at,
        get: answer(200, pilot),
        delete: {
          summary: 'Retire a pilot',
          description:
            'Soft delete: the pilot gets the status `retired`. Returns 409 if the pilot has voyages.',
          responses: { 204: { description: 'Retired' }, ...conflict },
        },
      },
      '/voyages': { post: { requestBody: json(object({ pilotId: text })), ...answer(201, voyage) } },
      '/voyages/{id}': { ...at, get: answer(200, voyage), delete: answer(204) },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const { id } = (await send('POST', '/pilots', { name: 'Ida' })).body as { id: string }
  const booked = (await send('POST', '/voyages', { pilotId: id })).body as { id: string }
  expect((await send('DELETE', `/pilots/${id}`)).status).toBe(409)
  await send('DELETE', `/voyages/${booked.id}`)
  expect((await send('DELETE', `/pilots/${id}`)).status).toBe(204)
  expect((await send('GET', `/pilots/${id}`)).body).toMatchObject({ status: 'retired' })
})
