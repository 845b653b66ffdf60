import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, text } from '../document-parts.ts'

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
  const made = (await send('POST', '/ferries', { name: 'Red Osprey' })).body as { id: string }
  expect((await send('DELETE', `/ferries/${made.id}`)).body).toEqual({ ferry: made })
})

const ensign = { type: 'object', required: ['colour'], properties: { colour: text } }

async function askEnsign(get: object, post: object): Promise<ReturnType<typeof clientOf>> {
  const gone = { responses: { 204: { description: 'Gone' } } }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ferry', version: '1' },
    paths: { '/ensign': { get, post, delete: gone } },
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
  const made = await send('POST', '/ensign', 'a ship', { 'content-type': 'image/png' })
  expect(made.status).toBe(201)
  expect((await send('GET', '/ensign')).body).toEqual(made.body)
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

/** The bookings left of two rooms after one room is deleted by an operation with this description. */
async function bookingsAfter(description: string, required: readonly string[]) {
  const integer = { type: 'integer' }
  const room = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } }
  const booking = {
    type: 'object',
    required: ['id', ...required],
    properties: { id: integer, roomId: integer },
  }
  const kept = (schema: object): object => ({
    get: answer(200, { type: 'array', items: schema }),
    post: { requestBody: json({ type: 'object' }), ...answer(200, schema) },
  })
  const item = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
  const document = {
    openapi: '3.0.4',
    info: { title: 'Rooms', version: '1' },
    paths: {
      '/rooms': kept(room),
      '/rooms/{id}': {
        ...item,
        get: answer(200, room),
        delete: { description, responses: { 204: { description: 'Gone' } } },
      },
      '/bookings': kept(booking),
      '/bookings/{id}': { ...item, get: answer(200, booking) },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const name of ['Attic', 'Cellar']) await send('POST', '/rooms', { name })
  for (const roomId of [1, 2]) await send('POST', '/bookings', { roomId })
  await send('DELETE', '/rooms/1')
  return (await send('GET', '/bookings')).body
}

it.each([
  ['Removes the room with all its bookings.', ['roomId'], [{ id: 2, roomId: 2 }]],
  ['Its bookings leave the room.', [], [{ id: 1 }, { id: 2, roomId: 2 }]],
  [
    'Bookings must be removed first.',
    ['roomId'],
    [
      { id: 1, roomId: 1 },
      { id: 2, roomId: 2 },
    ],
  ],
  [
    'Removes the room.',
    ['roomId'],
    [
      { id: 1, roomId: 1 },
      { id: 2, roomId: 2 },
    ],
  ],
])('cascades to referring records as the description says: "%s"', async (said, required, left) => {
  expect(await bookingsAfter(said, required)).toEqual(left)
})

describe('soft delete', () => {
  const buoy = {
    type: 'object',
    required: ['id', 'name', 'deletedAt'],
    properties: { id: text, name: text, deletedAt: { type: ['string', 'null'], format: 'date-time' } },
  }
  const ref = { $ref: '#/components/schemas/Buoy' }
  const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
  const refused = { description: 'Refused' }
  const found = answer(200, ref) as { readonly responses: object }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Buoys', version: '1' },
    paths: {
      '/buoys': {
        get: {
          parameters: [{ name: 'includeDeleted', in: 'query', schema: { type: 'boolean' } }],
          ...answer(200, { type: 'array', items: ref }),
        },
        post: {
          requestBody: json({ type: 'object', properties: { name: text } }),
          ...answer(201, ref),
        },
      },
      '/buoys/{id}': {
        ...at,
        get: { responses: { ...found.responses, 404: refused } },
        delete: { responses: { 204: { description: 'Deleted' }, 404: refused } },
      },
      '/buoys/{id}/restore': {
        ...at,
        post: { responses: { ...found.responses, 404: refused, 409: refused } },
      },
    },
    components: { schemas: { Buoy: buoy } },
  }
  let send: ReturnType<typeof clientOf>
  let made: { readonly id: string }

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    made = (await send('POST', '/buoys', { name: 'North' })).body as typeof made
  })

  it('hides a deleted record until it is restored unchanged', async () => {
    await send('DELETE', `/buoys/${made.id}`)
    expect((await send('GET', `/buoys/${made.id}`)).status).toBe(404)
    expect((await send('GET', '/buoys')).body).toEqual([])
    expect(await send('POST', `/buoys/${made.id}/restore`)).toMatchObject({ status: 200, body: made })
    expect((await send('GET', `/buoys/${made.id}`)).body).toEqual(made)
    expect((await send('GET', '/buoys')).body).toEqual([made])
  })

  it('responds 409 to restoring a record that is not deleted and 404 for an unknown one', async () => {
    expect((await send('POST', `/buoys/${made.id}/restore`)).status).toBe(409)
    expect((await send('POST', '/buoys/none/restore')).status).toBe(404)
  })

  it('refuses to restore with the status described for records that are not deleted', async () => {
    const restore = document.paths['/buoys/{id}/restore']
    const told = { ...found.responses, 404: refused, 422: { description: 'The buoy is not deleted.' } }
    const paths = { ...document.paths, '/buoys/{id}/restore': { ...restore, post: { responses: told } } }
    send = clientOf(await createMock({ document: { ...document, paths }, selfCheck: true, world: 'empty' }))
    made = (await send('POST', '/buoys', { name: 'South' })).body as typeof made
    expect((await send('POST', `/buoys/${made.id}/restore`)).status).toBe(422)
  })

  it('lists deleted records with their time of deletion when asked to', async () => {
    await send('DELETE', `/buoys/${made.id}`)
    expect((await send('GET', '/buoys?includeDeleted=true')).body).toEqual([
      { ...made, deletedAt: expect.stringMatching(/^\d{4}-/) as unknown },
    ])
    expect((await send('GET', '/buoys?includeDeleted=false')).body).toEqual([])
  })
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
  const gone = (description: string, refusal: string) => ({
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
        '/ports/{id}': { ...id, get: answer(200, port), delete: gone(description, refusal) },
        '/ships': { post: { requestBody: json(ship), ...answer(201, ship) } },
        '/ships/{id}': { ...id, get: answer(200, ship), delete: gone('', 'It is at sea') },
      },
    }
    const send = clientOf(await createMock({ document, selfCheck: true }))
    const made = async (path: string, body: Readonly<Record<string, string>>): Promise<string> =>
      ((await send('POST', path, body)).body as { id: string }).id
    const portId = await made('/ports', { name: 'Cowes' })
    const shipId = await made('/ships', { name: 'Red Osprey', portId })
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
