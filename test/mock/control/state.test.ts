import { describe, expect, it } from 'vitest'
import { steer } from './steer.ts'

const luna = { name: 'Luna', categoryId: 2, status: 'available' }

describe('records in the control plane', () => {
  it('are counted by resource', async () => {
    const { ask } = await steer()
    const { resources } = (await ask('GET', '/_mock/resources')).json
    expect(resources).toMatchObject([
      { name: '/pets', kind: 'collection', idProperty: 'id', idType: 'integer', scope: [] },
      { name: '/categories' },
      { name: '/store/orders' },
      { name: '/inventory', idProperty: 'petId' },
    ])
  })

  it('are listed in pages, with their ids', async () => {
    const { ask } = await steer()
    const page = (await ask('GET', '/_mock/state/pets?limit=2&offset=1')).json
    expect(page).toMatchObject({ total: 60, records: [{ id: '2', record: { id: 2 } }, { id: '3' }] })
    expect((await ask('GET', '/_mock/state/store%2Forders?limit=1')).json['total']).toBe(40)
  })

  it('can be updated, added and removed, which the API shows', async () => {
    const { ask } = await steer()
    expect((await ask('PUT', '/_mock/state/pets/1', { json: luna })).json).toEqual({
      id: '1',
      record: { id: 1, ...luna },
    })
    expect((await ask('GET', '/pets/1')).json).toEqual({ id: 1, ...luna })
    const added = await ask('POST', '/_mock/state/pets', { json: luna })
    expect([added.status, added.field('location')]).toEqual([201, '/_mock/state/pets/61'])
    expect((await ask('GET', '/pets/61')).json).toEqual({ id: 61, ...luna })
    expect((await ask('DELETE', '/_mock/state/pets/61')).status).toBe(204)
    expect((await ask('GET', '/pets/61')).status).toBe(404)
    expect((await ask('DELETE', '/_mock/state/pets/61')).status).toBe(404)
  })

  it('can be stored under a chosen id, which is not assigned again', async () => {
    const { ask } = await steer()
    expect((await ask('PUT', '/_mock/state/pets/70', { json: luna })).status).toBe(201)
    expect((await ask('POST', '/pets', { json: luna })).json['id']).toBe(71)
  })

  it('must match the document', async () => {
    const { ask } = await steer()
    const broken = { name: '', status: 'lost' }
    const refused = await ask('PUT', '/_mock/state/pets/1', { json: broken })
    expect([refused.status, refused.json['code']]).toEqual([422, 'invalid_record'])
    expect(refused.json['details']).toHaveLength(3)
    expect((await ask('GET', '/pets/1')).json).toMatchObject({ name: 'Bella' })
  })

  it.each([
    ['PUT', '/_mock/state/pets/1', { ...luna, id: 2 }, 422, 'wrong_id'],
    ['POST', '/_mock/state/pets', { ...luna, id: 1 }, 409, 'id_taken'],
    ['POST', '/_mock/state/pets', [luna], 400, 'invalid_request'],
    ['PUT', '/_mock/state/pets', [luna, { name: 1 }], 422, 'invalid_record'],
    ['PUT', '/_mock/state/dogs/1', luna, 400, 'invalid_request'],
    ['PUT', '/_mock/state', { '/dogs': [] }, 422, 'invalid_state'],
    ['PUT', '/_mock/state', { collections: [{ resource: '/pets' }] }, 400, 'invalid_request'],
    ['PUT', '/_mock/state', 5, 400, 'invalid_request'],
  ])('are not changed by %s %s %j', async (method, path, json, status, code) => {
    const { ask } = await steer()
    const before = (await ask('GET', '/_mock/state')).text
    const answer = await ask(method, path, { json })
    expect([answer.status, answer.json['code']]).toEqual([status, code])
    expect((await ask('GET', '/_mock/state')).text).toBe(before)
  })

  it('of one resource can be replaced and cleared', async () => {
    const { ask } = await steer()
    expect((await ask('PUT', '/_mock/state/pets', { json: [{ id: 5, ...luna }, luna] })).status).toBe(204)
    const { total, records } = (await ask('GET', '/_mock/state/pets')).json
    expect([total, records]).toMatchObject([2, [{ id: '5' }, { id: '61' }]])
    await ask('DELETE', '/_mock/state/pets')
    expect((await ask('GET', '/pets')).text).toBe('[]')
    expect((await ask('GET', '/_mock/state/categories?limit=1')).json['total']).toBe(8)
  })

  it('can be exported and restored, or set by resource', async () => {
    const { ask } = await steer()
    const state = (await ask('GET', '/_mock/state')).json
    await ask('DELETE', '/_mock/state')
    expect((await ask('GET', '/pets')).text).toBe('[]')
    expect((await ask('PUT', '/_mock/state', { json: state })).status).toBe(204)
    expect((await ask('GET', '/_mock/state')).json).toEqual(state)
    await ask('PUT', '/_mock/state', { json: { '/pets': [{ id: 9, ...luna }] } })
    expect((await ask('GET', '/pets')).json).toEqual([{ id: 9, ...luna }])
  })
})

describe('nested records in the control plane', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const note = {
    type: 'object',
    properties: { id: { type: 'string' }, text: { type: 'string' } },
    required: ['id'],
  }
  const answer = (schema: object): object => ({
    description: 'ok',
    content: { 'application/json': { schema } },
  })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/books/{book}/notes': {
        parameters: [{ ...id, name: 'book' }],
        get: { responses: { 200: answer({ type: 'array', items: note }) } },
        post: {
          requestBody: { content: { 'application/json': { schema: note } } },
          responses: { 201: answer(note) },
        },
      },
      '/books/{book}/notes/{id}': {
        parameters: [{ ...id, name: 'book' }, id],
        get: { responses: { 200: answer(note) } },
      },
    },
  }

  it('are addressed by the ids of their parents', async () => {
    const { ask } = await steer({ document, world: 'empty' })
    const path = '/_mock/state/books%2Fnotes'
    const added = await ask('POST', `${path}?scope=b1`, { json: { id: 'a', text: 'one' } })
    expect([added.status, added.field('location')]).toEqual([201, '/_mock/state/books%2Fnotes/a?scope=b1'])
    expect((await ask('GET', '/books/b1/notes')).json).toEqual([{ id: 'a', text: 'one' }])
    expect((await ask('GET', `${path}?scope=b2`)).json['total']).toBe(0)
    expect((await ask('GET', String(added.field('location')))).status).toBe(200)
    expect((await ask('GET', path)).json['code']).toBe('wrong_scope')
    expect((await ask('POST', `${path}?scope=b1`, { json: { text: 'x' } })).json['code']).toBe('no_id')
  })
})
