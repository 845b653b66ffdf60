import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, list, ref, text } from '../document-parts.ts'

const query = (name: string, schema: object = text, required = false): object => ({
  name,
  in: 'query',
  required,
  schema,
})
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const done = { responses: { 200: { description: 'Done' } } }
const flag = { type: 'boolean' }
const document = {
  openapi: '3.0.3',
  info: { title: 'Board', version: '1' },
  paths: {
    '/cards': {
      get: answer(200, list(ref('Card'))),
      post: {
        parameters: [query('key', text, true), query('name', text, true), query('notify', flag)],
        ...answer(200, ref('Card')),
      },
    },
    '/cards/{id}': {
      ...at,
      get: answer(200, ref('Card')),
      put: { parameters: [query('name'), query('closed', flag)], ...answer(200, ref('Card')) },
    },
    '/labels': { get: done, post: { parameters: [query('color'), query('token')], ...done } },
    '/labels/{id}': { ...at, get: done, put: { parameters: [query('color')], ...done } },
  },
  components: {
    schemas: {
      Card: {
        type: 'object',
        required: ['id', 'name', 'key'],
        properties: { id: text, name: text, key: text, closed: flag },
      },
    },
  },
}

let send: Send
beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
})

const create = async (target: string): Promise<Readonly<Record<string, unknown>>> =>
  (await send('POST', target)).body as Readonly<Record<string, unknown>>

describe('properties that clients send in the query', () => {
  it('are those of the record that is created', async () => {
    const card = await create('/cards?key=k&name=Plans')
    expect(card).toMatchObject({ name: 'Plans' })
    expect((await send('GET', '/cards')).body).toEqual([card])
  })

  it('change it', async () => {
    const { id } = await create('/cards?key=k&name=Plans')
    await send('PUT', `/cards/${String(id)}?closed=true`)
    expect((await send('GET', `/cards/${String(id)}`)).body).toMatchObject({ name: 'Plans', closed: true })
  })

  it('are no credentials, and no options of the request', async () => {
    const card = await create('/cards?key=secret&name=Plans&notify=true')
    expect(card['key']).not.toBe('secret')
    expect(card).not.toHaveProperty('notify')
  })

  it('describe the records of an API that describes no responses', async () => {
    const { id } = await create('/labels?color=green&token=t')
    await send('PUT', `/labels/${String(id)}?color=blue`)
    expect((await send('GET', `/labels/${String(id)}`)).body).toEqual({ id, color: 'blue' })
  })

  it('are validated as parameters', async () => {
    const { status, body } = await send('POST', '/cards?key=k')
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("'name' is required")])
  })
})
