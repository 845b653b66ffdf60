import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'

const ok = (schema: object): object => ({
  200: { description: 'There it is.', content: { 'application/json': { schema } } },
})
const notFound = { 404: { description: 'There is no such berth.' } }
const columns = { type: 'array', items: { type: 'string' } }
const berth = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const at = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'integer' } })

/** A document with berths, and tides by berth at a path outside `/berths`. */
const document = (more: object = {}): object => ({
  openapi: '3.0.4',
  info: { title: 'Harbour', version: '1' },
  paths: {
    '/berths': { get: { responses: ok({ type: 'array', items: berth }) } },
    '/berths/{berthId}': {
      parameters: [at('berthId')],
      get: { responses: { ...ok(berth), ...notFound } },
      delete: { responses: { 204: { description: 'It is gone.' }, ...notFound } },
    },
    '/tides/{berthId}/hours': {
      parameters: [at('berthId')],
      get: { responses: { ...ok(columns), ...notFound } },
    },
    '/charts/{berthId}/depths': {
      parameters: [at('berthId')],
      get: { responses: ok(columns) },
    },
    ...more,
  },
})

const serve = async (more?: object): Promise<Send> =>
  clientOf(await createMock({ document: document(more), selfCheck: true }))

describe('a record of another resource named in the path', () => {
  it('must exist where 404 is declared', async () => {
    const send = await serve()
    const [first] = (await send('GET', '/berths')).body as unknown as readonly { readonly id: number }[]
    const id = String(first?.id)
    expect(await send('GET', `/tides/${id}/hours`)).toMatchObject({ status: 200 })
    await send('DELETE', `/berths/${id}`)
    const message = `There is no berth ${id}.`
    expect(await send('GET', `/tides/${id}/hours`)).toMatchObject({ status: 404, body: { message } })
  })

  it('must exist in another version of the paths', async () => {
    const send = await serve({
      '/v1/cranes': { get: { responses: ok({ type: 'array', items: berth }) } },
      '/v1/cranes/{crane}': { parameters: [at('crane')], get: { responses: ok(berth) } },
      '/v2/cranes/{crane}/shifts': {
        parameters: [at('crane')],
        get: { responses: { ...ok(columns), ...notFound } },
      },
    })
    const [first] = (await send('GET', '/v1/cranes')).body as unknown as readonly { readonly id: number }[]
    expect((await send('GET', `/v2/cranes/${String(first?.id)}/shifts`)).status).toBe(200)
    expect((await send('GET', '/v2/cranes/999999/shifts')).status).toBe(404)
  })

  it('need not exist where 404 is not declared', async () => {
    const send = await serve()
    expect(await send('GET', '/charts/999999/depths')).toMatchObject({ status: 200 })
  })

  it('need not exist where the parameter could name either of two resources', async () => {
    const send = await serve({
      '/moorings': { get: { responses: ok({ type: 'array', items: berth }) } },
      '/moorings/{berthId}': { parameters: [at('berthId')], get: { responses: ok(berth) } },
    })
    expect(await send('GET', '/tides/999999/hours')).toMatchObject({ status: 200 })
  })
})

it('a record of the root path must exist for an action below it', async () => {
  const record = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
  const parameters = [{ ...at('id'), schema: { type: 'string' } }]
  const send = await serve({
    '/': { get: { responses: ok({ type: 'array', items: record }) } },
    '/{id}': { parameters, get: { responses: { ...ok(record), ...notFound } } },
    '/{id}/signals': { parameters, post: { responses: { 204: { description: 'Sent.' }, ...notFound } } },
  })
  const [first] = (await send('GET', '/')).body as unknown as readonly { readonly id: string }[]
  expect((await send('POST', `/${first?.id ?? ''}/signals`)).status).toBe(204)
  expect((await send('POST', '/none/signals')).status).toBe(404)
})

describe('the record that others are created below', () => {
  const pier = {
    type: 'object',
    required: ['id', 'name', 'parentId'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      parentId: { type: ['integer', 'null'], readOnly: true },
    },
  }
  const sent = {
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    },
  }
  const created = { 201: { description: 'Made', content: { 'application/json': { schema: pier } } } }
  const piers = { type: 'array', items: pier }
  const paths = {
    '/berths/{berthId}/piers': {
      parameters: [at('berthId')],
      get: { responses: ok(piers) },
      post: { ...sent, responses: created },
    },
    '/berths/{berthId}/piers/{pierId}': {
      parameters: [at('berthId'), at('pierId')],
      get: { responses: { ...ok(pier), ...notFound } },
    },
    '/berths/{berthId}/piers/{pierId}/children': {
      parameters: [at('berthId'), at('pierId')],
      get: { responses: { ...ok(piers), ...notFound } },
      post: { ...sent, responses: { ...created, ...notFound } },
    },
  }

  it('must exist in the same scope', async () => {
    const send = await serve(paths)
    const { body } = await send('POST', '/berths/1/piers', { name: 'North' })
    const { id } = body as { readonly id: number }
    const statuses = [
      `/berths/1/piers/${String(id)}`,
      '/berths/1/piers/9999',
      `/berths/2/piers/${String(id)}`,
    ]
      .map((path) => send('POST', `${path}/children`, { name: 'East' }))
      .map(async (answer) => (await answer).status)
    expect(await Promise.all(statuses)).toEqual([201, 404, 404])
  })
})
