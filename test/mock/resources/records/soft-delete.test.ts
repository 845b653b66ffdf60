import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { coursesDocument } from '../courses-document.ts'
import { answer, json, text } from '../document-parts.ts'

describe('soft delete', () => {
  const buoy = {
    type: 'object',
    required: ['id', 'name', 'deletedAt'],
    properties: { id: text, name: text, deletedAt: { type: ['string', 'null'], format: 'date-time' } },
  }
  const ref = { $ref: '#/components/schemas/Buoy' }
  const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
  const refused = { description: 'Refused' }
  const buoyResponse = answer(200, ref) as { readonly responses: object }
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
        get: { responses: { ...buoyResponse.responses, 404: refused } },
        delete: { responses: { 204: { description: 'Deleted' }, 404: refused } },
      },
      '/buoys/{id}/restore': {
        ...at,
        post: { responses: { ...buoyResponse.responses, 404: refused, 409: refused } },
      },
    },
    components: { schemas: { Buoy: buoy } },
  }
  let send: ReturnType<typeof clientOf>
  let created: { readonly id: string }

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    created = (await send('POST', '/buoys', { name: 'North' })).body as typeof created
  })

  it('hides a deleted record until it is restored unchanged', async () => {
    await send('DELETE', `/buoys/${created.id}`)
    expect((await send('GET', `/buoys/${created.id}`)).status).toBe(404)
    expect((await send('GET', '/buoys')).body).toEqual([])
    expect(await send('POST', `/buoys/${created.id}/restore`)).toMatchObject({ status: 200, body: created })
    expect((await send('GET', `/buoys/${created.id}`)).body).toEqual(created)
    expect((await send('GET', '/buoys')).body).toEqual([created])
  })

  it('responds 409 to restoring a record that is not deleted and 404 for an unknown one', async () => {
    expect((await send('POST', `/buoys/${created.id}/restore`)).status).toBe(409)
    expect((await send('POST', '/buoys/none/restore')).status).toBe(404)
  })

  it('refuses to restore with the status described for records that are not deleted', async () => {
    const restore = document.paths['/buoys/{id}/restore']
    const responses = {
      ...buoyResponse.responses,
      404: refused,
      422: { description: 'The buoy is not deleted.' },
    }
    const paths = { ...document.paths, '/buoys/{id}/restore': { ...restore, post: { responses } } }
    send = clientOf(await createMock({ document: { ...document, paths }, selfCheck: true, world: 'empty' }))
    created = (await send('POST', '/buoys', { name: 'South' })).body as typeof created
    expect((await send('POST', `/buoys/${created.id}/restore`)).status).toBe(422)
  })

  it('lists deleted records with their time of deletion when asked to', async () => {
    await send('DELETE', `/buoys/${created.id}`)
    expect((await send('GET', '/buoys?includeDeleted=true')).body).toEqual([
      { ...created, deletedAt: expect.stringMatching(/^\d{4}-/) as unknown },
    ])
    expect((await send('GET', '/buoys?includeDeleted=false')).body).toEqual([])
  })
})

describe('a trash', () => {
  const scan = {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: text,
      name: text,
      trashedAt: { type: ['string', 'null'], format: 'date-time' },
    },
  }
  const ref = { $ref: '#/components/schemas/Scan' }
  const scans = answer(200, { type: 'object', properties: { items: { type: 'array', items: ref } } })
  const flag = (name: string): object => ({ name, in: 'query', schema: { type: 'boolean' } })
  const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Scans', version: '1' },
    paths: {
      '/scans': {
        get: { parameters: [flag('trashed')], ...scans },
        post: { requestBody: json({ type: 'object', properties: { name: text } }), ...answer(201, ref) },
      },
      '/scans/{id}': {
        ...at,
        get: answer(200, ref),
        delete: { parameters: [flag('permanent')], responses: { 204: { description: 'Deleted' } } },
      },
      '/scans/{id}/restore': { ...at, post: answer(200, ref) },
      '/trash': { get: scans, delete: { responses: { 204: { description: 'Emptied' } } } },
    },
    components: { schemas: { Scan: scan } },
  }
  let send: ReturnType<typeof clientOf>
  let made: { readonly id: string }
  const idsAt = async (path: string): Promise<readonly string[]> =>
    ((await send('GET', path)).body as { items: readonly { id: string }[] }).items.map(({ id }) => id)

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
    made = (await send('POST', '/scans', { name: 'Page 1' })).body as typeof made
  })

  it('shows deleted records only, like the list with the parameter for them', async () => {
    expect(await idsAt('/trash')).toEqual([])
    await send('DELETE', `/scans/${made.id}`)
    expect(await idsAt('/trash')).toEqual([made.id])
    expect(await idsAt('/scans?trashed=true')).toEqual([made.id])
    expect(await idsAt('/scans?trashed=false')).not.toContain(made.id)
    await send('POST', `/scans/${made.id}/restore`)
    expect(await idsAt('/trash')).toEqual([])
  })

  it('can be emptied, which leaves the other records', async () => {
    const before = await idsAt('/scans')
    await send('DELETE', `/scans/${made.id}`)
    expect((await send('DELETE', '/trash')).status).toBe(204)
    expect(await idsAt('/trash')).toEqual([])
    expect(await idsAt('/scans')).toEqual(before.filter((id) => id !== made.id))
    expect((await send('POST', `/scans/${made.id}/restore`)).status).toBe(404)
  })

  it('is skipped by a permanent deletion', async () => {
    await send('DELETE', `/scans/${made.id}?permanent=true`)
    expect(await idsAt('/trash')).toEqual([])
  })

  it('contains no seeded record, and none of these is marked as deleted', async () => {
    const { body } = await send('GET', '/scans')
    const { items } = body as { items: readonly { trashedAt?: string | null }[] }
    expect(items.every(({ trashedAt = null }) => trashedAt === null)).toBe(true)
  })
})

describe('the state of deleted records', () => {
  it('is the one that is named for it, until the record is restored', async () => {
    const state = { ...text, enum: ['DRAFT', 'ACTIVE', 'DELETED'], readOnly: true }
    const schema = {
      type: 'object',
      required: ['id', 'state'],
      properties: { id: { ...text, readOnly: true }, state },
    }
    const kite = { $ref: '#/components/schemas/Kite' }
    const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Kites', version: '1' },
      components: { schemas: { Kite: schema } },
      paths: {
        '/kites': {
          get: answer(200, { type: 'array', items: kite }),
          post: { requestBody: json(kite), ...answer(201, kite) },
        },
        '/kites/{id}': { ...at, get: answer(200, kite), delete: answer(200, kite) },
        '/kites/{id}:undelete': {
          ...at,
          post: { requestBody: { required: true, ...json({ type: 'object' }) }, ...answer(200, kite) },
        },
      },
    }
    const send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    const { id } = (await send('POST', '/kites', {})).body as { readonly id: string }
    expect((await send('DELETE', `/kites/${id}`)).body).toMatchObject({ id, state: 'DELETED' })
    expect((await send('POST', `/kites/${id}:undelete`, {})).body).toMatchObject({ id, state: 'DRAFT' })
  })
})

it('a restore of deleted records is one, even beside an archive', async () => {
  const send = clientOf(await createMock({ document: coursesDocument, selfCheck: true }))
  const { body } = await send('POST', '/courses', { title: 'Knots', price_cents: 0 })
  const path = `/courses/${(body as { readonly id: number }).id}`
  await send('DELETE', path)
  expect(await send('GET', path)).toMatchObject({ status: 404 })
  const { body: all } = await send('GET', '/courses?with_deleted=true')
  expect(all).toContainEqual({ ...(body as object), deleted_at: expect.any(String) as string })
  expect(await send('POST', `${path}/restore`)).toMatchObject({ status: 200, body: body as object })
  expect(await send('POST', `${path}/restore`)).toMatchObject({ status: 409 })
})
