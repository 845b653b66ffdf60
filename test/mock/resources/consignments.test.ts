import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from './document-parts.ts'

const id = { ...integer, readOnly: true }
const flag = { type: 'boolean' } as const
const nullable = { type: 'string', nullable: true } as const
const at = (name: string, schema: object = integer): object => ({
  parameters: [{ name, in: 'path', required: true, schema }],
})
const write = (
  status: number,
  schema: string,
  refusals: Record<string, string>,
  more: object = {},
): object => ({
  ...more,
  responses: {
    [status]: { description: 'Done', ...json(ref(schema)) },
    ...Object.fromEntries(Object.entries(refusals).map(([code, description]) => [code, { description }])),
  },
})
const event = { type: { type: 'string', enum: ['collected', 'arrived', 'delivered'] } }
const depot = { town: text, isDefault: flag }
const status = { type: 'string', enum: ['created', 'labelled', 'moving', 'delivered'] }

const document = {
  openapi: '3.0.3',
  info: { title: 'Consignments', version: '1' },
  paths: {
    '/depots': collection('Depot', object(depot)),
    '/depots/{id}': {
      ...at('id'),
      delete: {
        responses: {
          204: { description: 'Done' },
          409: { description: 'Consignments that are not delivered use the depot' },
        },
      },
    },
    '/tariffs': collection('Tariff', object({ code: text, name: text, active: flag })),
    '/tariffs/{code}': { ...at('code', text), get: answer(200, ref('Tariff')) },
    '/consignments': {
      get: answer(200, list(ref('Consignment'))),
      post: write(
        201,
        'Consignment',
        { 422: 'A depot or the tariff does not exist, the tariff is not active, or a depot is closed' },
        {
          description: 'The sender is the default depot unless one is given.',
          requestBody: json({
            type: 'object',
            required: ['targetId', 'tariffCode'],
            properties: { senderId: integer, targetId: integer, tariffCode: text },
          }),
        },
      ),
    },
    '/consignments/{id}': { ...at('id'), get: answer(200, ref('Consignment')) },
    '/consignments/{id}/label': {
      ...at('id'),
      post: write(
        200,
        'Consignment',
        { 409: 'The consignment is not in status created' },
        {
          description: 'The consignment becomes `labelled` and gets a tracking number.',
        },
      ),
    },
    '/consignments/{id}/events': {
      ...at('id'),
      get: answer(200, list(ref('Event'))),
      post: write(
        201,
        'Event',
        { 409: 'The consignment has no label, or is delivered' },
        {
          description:
            'A `collected` event brings the consignment into the status `moving`, and a `delivered` one into `delivered`.',
          requestBody: json(object(event)),
        },
      ),
    },
    '/tracking/{trackingNumber}': {
      ...at('trackingNumber', text),
      get: write(200, 'Tracking', { 404: 'There is none' }),
    },
    '/runs': {
      get: answer(200, list(ref('Run'))),
      post: write(
        201,
        'Run',
        { 422: 'A consignment does not exist or is not labelled' },
        {
          requestBody: json(object({ consignmentIds: list(integer) })),
        },
      ),
    },
    '/runs/{id}/complete': {
      ...at('id'),
      post: write(200, 'Run', {}, { description: 'Completes a run. Its consignments become `moving`.' }),
    },
    '/statistics': { get: answer(200, ref('Statistics')) },
  },
  components: {
    schemas: {
      Depot: object({ id, ...depot }),
      Tariff: object({ code: text, name: text, active: flag }),
      Consignment: {
        ...object({
          id,
          status,
          sender: ref('Depot'),
          target: ref('Depot'),
          tariffCode: text,
          trackingNumber: nullable,
        }),
        properties: {
          id,
          status,
          sender: ref('Depot'),
          target: ref('Depot'),
          tariffCode: text,
          tariffName: text,
          trackingNumber: nullable,
          lastEvent: { allOf: [ref('Event')], nullable: true },
        },
      },
      Event: object({ id, ...event }),
      Tracking: object({ trackingNumber: text, status, targetTown: text, events: list(ref('Event')) }),
      Run: object({
        id,
        consignmentIds: list(integer),
        consignmentCount: integer,
        status: { type: 'string', enum: ['planned', 'completed'] },
      }),
      Statistics: object({
        total: { ...integer, description: 'Number of consignments' },
        byStatus: {
          type: 'object',
          additionalProperties: integer,
          description: 'Number of consignments by status',
        },
      }),
    },
  },
}

type Made = JsonObject & { readonly id: number; readonly trackingNumber: string }

let send: Send
let made: Made
const post = async (path: string, body?: JsonObject): Promise<Made> =>
  (await send('POST', path, body)).body as Made
const get = async (path: string) => (await send('GET', path)).body
const consign = async (more: JsonObject = {}) =>
  send('POST', '/consignments', { targetId: 2, tariffCode: 'fast', ...more })
const happen = async (type: string) => send('POST', `/consignments/${made.id}/events`, { type })

beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  await post('/depots', { town: 'Bonn', isDefault: true })
  await post('/depots', { town: 'Lyon', isDefault: false })
  await post('/tariffs', { code: 'fast', name: 'Fast', active: true })
  made = (await consign()).body as Made
})

describe('a new record', () => {
  it('refers to the one with the flag that its creation names, unless it is sent another', async () => {
    expect(made).toMatchObject({ sender: { town: 'Bonn' }, target: { town: 'Lyon' } })
    expect(await consign({ senderId: 2 })).toMatchObject({ body: { sender: { town: 'Lyon' } } })
  })

  it('repeats the name of what it refers to by a code', () => {
    expect(made).toMatchObject({ tariffCode: 'fast', tariffName: 'Fast' })
  })

  it('is refused for a state that is one of several reasons', async () => {
    await post('/tariffs', { code: 'old', name: 'Old', active: false })
    expect(await consign({ tariffCode: 'old' })).toMatchObject({ status: 422 })
  })
})

it('a record is not deleted while others refer to it by another property, unless these are in a state that does not count', async () => {
  expect(await send('DELETE', '/depots/2')).toMatchObject({ status: 409 })
  await post(`/consignments/${made.id}/label`)
  await happen('delivered')
  expect(await send('DELETE', '/depots/2')).toMatchObject({ status: 204 })
})

it('what has not got what an action gives it is refused what needs that', async () => {
  expect(await happen('collected')).toMatchObject({ status: 409 })
  await post(`/consignments/${made.id}/label`)
  expect(await happen('collected')).toMatchObject({ status: 201 })
})

it('a text that a record gets by an action is made up then', async () => {
  expect(made).toMatchObject({ trackingNumber: null })
  const { trackingNumber } = await post(`/consignments/${made.id}/label`)
  expect(trackingNumber).toMatch(/./)
})

describe('records of several kinds', () => {
  beforeEach(async () => {
    await post(`/consignments/${made.id}/label`)
  })

  it('each bring what they are below into the state that a list of them tells', async () => {
    await happen('collected')
    expect(await get(`/consignments/${made.id}`)).toMatchObject({ status: 'moving' })
    await happen('arrived')
    expect(await get(`/consignments/${made.id}`)).toMatchObject({ status: 'moving' })
    await happen('delivered')
    expect(await get(`/consignments/${made.id}`)).toMatchObject({ status: 'delivered' })
  })

  it('are shown as the last one, though that may be null', async () => {
    await happen('collected')
    expect(await get(`/consignments/${made.id}`)).toMatchObject({ lastEvent: { type: 'collected' } })
  })
})

describe('a view by another key', () => {
  it('shows of the record what it has, of the records in it and below it', async () => {
    const { trackingNumber } = await post(`/consignments/${made.id}/label`)
    await happen('collected')
    expect(await get(`/tracking/${trackingNumber}`)).toMatchObject({
      trackingNumber,
      status: 'moving',
      targetTown: 'Lyon',
      events: [{ type: 'collected' }],
    })
  })

  it('is missing if no record has the key', async () => {
    expect(await send('GET', '/tracking/none')).toMatchObject({ status: 404 })
  })
})

describe('a record that lists others by their ids', () => {
  it('is refused if one of them does not exist or is not in the state for it', async () => {
    expect(await send('POST', '/runs', { consignmentIds: [made.id] })).toMatchObject({ status: 422 })
    expect(await send('POST', '/runs', { consignmentIds: [404] })).toMatchObject({ status: 422 })
  })

  it('counts them, and its action brings all of them into another state', async () => {
    const other = (await consign()).body as Made
    for (const each of [made, other]) await post(`/consignments/${each.id}/label`)
    const run = await post('/runs', { consignmentIds: [made.id, other.id] })
    expect(run).toMatchObject({ consignmentCount: 2 })
    await post(`/runs/${run.id}/complete`)
    expect(await get('/consignments')).toMatchObject([{ status: 'moving' }, { status: 'moving' }])
  })
})

it('statistics count the records that their descriptions name by their states', async () => {
  await post(`/consignments/${made.id}/label`)
  await consign()
  expect(await get('/statistics')).toMatchObject({ total: 2, byStatus: { created: 1, labelled: 1 } })
})
