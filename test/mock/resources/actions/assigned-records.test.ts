import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from '../document-parts.ts'

const number = { type: 'number' }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const item = (schema: string, conflict: string) => ({
  ...at,
  get: answer(200, ref(schema)),
  delete: { responses: { 204: { description: 'Gone' }, 409: { description: conflict } } },
})
const action = (schema: string, description: string, body?: object) => ({
  ...at,
  post: {
    description,
    ...(body && { requestBody: json(object(body)) }),
    responses: { 200: { description: 'Done', ...json(ref(schema)) }, 404: { description: 'None' } },
  },
})
const rider = object({ id: integer, name: text })

/** Scooters that are assigned to riders, and rented for rides. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Scooters', version: '1' },
  paths: {
    '/riders': collection('Rider', object({ name: text })),
    '/riders/{id}': item('Rider', 'The rider is assigned to a scooter'),
    '/scooters': collection('Scooter', object({ plate: text })),
    '/scooters/{id}': item('Scooter', 'The scooter is on a ride'),
    '/scooters/{id}/assign': action('Scooter', 'Assigns a scooter to a rider', { riderId: integer }),
    '/scooters/{id}/unassign': action('Scooter', 'Takes the scooter back'),
    '/scooters/{id}/charge-logs': {
      ...at,
      get: answer(200, list(ref('ChargeLog'))),
      post: { requestBody: json(object({ kwh: number })), ...answer(201, ref('ChargeLog')) },
    },
    '/scooters/{id}/charge-summary': {
      ...at,
      get: answer(200, object({ scooterId: integer, logs: integer, totalKwh: number })),
    },
    '/rides': {
      get: answer(200, list(ref('Ride'))),
      post: {
        description: 'Starts a ride with an available scooter, which is then IN_USE.',
        requestBody: json(object({ scooterId: integer })),
        ...answer(201, ref('Ride')),
      },
    },
    '/rides/{id}/finish': action('Ride', 'Ends a ride. The scooter is AVAILABLE again.', {
      endKm: integer,
    }),
  },
  components: {
    schemas: {
      Rider: rider,
      Scooter: {
        type: 'object',
        required: ['id', 'plate', 'state'],
        properties: {
          id: { ...integer, readOnly: true },
          plate: text,
          state: { enum: ['AVAILABLE', 'IN_USE'], readOnly: true },
          rider,
        },
      },
      ChargeLog: object({ id: integer, kwh: number }),
      Ride: object({
        id: integer,
        scooter: object({ id: integer, plate: text }),
        status: { enum: ['STARTED', 'FINISHED'] },
        endKm: { type: ['integer', 'null'] },
      }),
    },
  },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  await send('POST', '/riders', { name: 'Ada' })
  await send('POST', '/scooters', { plate: 'S-1' })
})

describe('a record that an action assigns to another', () => {
  const assign = (riderId: number) => send('POST', '/scooters/1/assign', { riderId })

  it('shows nothing at first, then the other, until it is unassigned', async () => {
    expect((await send('GET', '/scooters/1')).body).not.toHaveProperty('rider')
    expect((await assign(1)).body).toMatchObject({ rider: { id: 1, name: 'Ada' } })
    expect((await send('POST', '/scooters/1/unassign')).body).not.toHaveProperty('rider')
  })

  it('is not assigned to one that does not exist', async () => {
    expect((await assign(99)).status).toBe(404)
  })

  it('prevents the deletion of the other while it is assigned', async () => {
    await assign(1)
    expect((await send('DELETE', '/riders/1')).status).toBe(409)
    await send('POST', '/scooters/1/unassign')
    expect((await send('DELETE', '/riders/1')).status).toBe(204)
  })
})

describe('a record that others use for a while', () => {
  const state = async () => ((await send('GET', '/scooters/1')).body as { state: string }).state

  it('has the state that the beginning and the end of that lead to', async () => {
    await send('POST', '/rides', { scooterId: 1 })
    expect(await state()).toBe('IN_USE')
    expect((await send('POST', '/rides/1/finish', { endKm: 12 })).body).toMatchObject({ endKm: 12 })
    expect(await state()).toBe('AVAILABLE')
  })

  it('is deleted only after that', async () => {
    await send('POST', '/rides', { scooterId: 1 })
    expect((await send('DELETE', '/scooters/1')).status).toBe(409)
    await send('POST', '/rides/1/finish', { endKm: 12 })
    expect((await send('DELETE', '/scooters/1')).status).toBe(204)
  })
})

it('a summary counts and adds up what its names say', async () => {
  for (const kwh of [1.5, 2]) await send('POST', '/scooters/1/charge-logs', { kwh })
  expect((await send('GET', '/scooters/1/charge-summary')).body).toEqual({
    scooterId: 1,
    logs: 2,
    totalKwh: 3.5,
  })
})
