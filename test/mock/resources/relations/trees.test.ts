import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, json } from '../document-parts.ts'

const folder = { $ref: '#/components/schemas/Folder' }
const nullable = { anyOf: [folder, { type: 'null' }] }

/** An API whose folders refer to other folders by these properties. */
async function folders(
  properties: object,
  required: readonly string[] = [],
  summary: string = 'Deletes a folder',
): Promise<Send> {
  const base = { name: { type: 'string' }, ...properties }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Folders', version: '1' },
    paths: {
      '/folders': {
        get: answer(200, { type: 'array', items: folder }),
        post: {
          requestBody: json({ type: 'object', properties: base, required: ['name'] }),
          ...answer(201, folder),
        },
      },
      '/folders/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answer(200, folder),
        patch: { requestBody: json({ type: 'object', properties: base }), ...answer(200, folder) },
        delete: { summary, responses: { 204: { description: 'done' } } },
      },
      '/folders/{id}/children': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answer(200, { type: 'array', items: folder }),
      },
    },
    components: {
      schemas: {
        Folder: {
          type: 'object',
          required: ['id', 'name', ...required],
          properties: { id: { type: 'integer', readOnly: true }, ...base },
        },
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const all = async (send: Send): Promise<readonly JsonObject[]> =>
  (await send('GET', '/folders')).body as unknown as readonly JsonObject[]

/** The ids of a record's ancestors, nearest first, up to the root or the first repetition. */
function above(
  records: readonly JsonObject[],
  record: JsonObject,
  idOf: (of: JsonObject) => Json | undefined,
): readonly Json[] {
  const ancestors: Json[] = []
  for (let id = idOf(record); id !== undefined && id !== null && !ancestors.includes(id);) {
    ancestors.push(id)
    const parent = records.find((record) => record['id'] === id)
    if (!parent) throw new Error(`There is no folder ${String(Number(id))}.`)
    id = idOf(parent)
  }
  return ancestors
}

describe('records that refer to a parent of the same resource', () => {
  it('form a tree by parent id', async () => {
    const records = await all(await folders({ parentId: { type: 'integer' } }))
    const depths = records.map((record) => above(records, record, (of) => of['parentId']).length)
    expect(Math.min(...depths)).toBe(0)
    expect(Math.max(...depths)).toBeGreaterThan(1)
    for (const record of records)
      expect(above(records, record, (of) => of['parentId'])).not.toContain(record['id'])
  })

  it('have a null parent at the root where the property is required', async () => {
    const parentId = { type: ['integer', 'null'] }
    const records = await all(await folders({ parentId }, ['parentId']))
    expect(records.filter((record) => record['parentId'] === null)).toHaveLength(2)
  })

  it('embed the parent as it is', async () => {
    const send = await folders({ parent: nullable })
    const records = await all(send)
    const below = records.filter((record) => record['parent'])
    expect(below.length).toBeGreaterThan(2)
    for (const record of below) {
      const { id, name } = record['parent'] as JsonObject
      expect(records.find((other) => other['id'] === id)).toMatchObject({ name })
    }
  })

  it('embed the parent as updated', async () => {
    const send = await folders({ parent: nullable })
    const child = (await all(send)).find((record) => record['parent']) as JsonObject
    const { id } = child['parent'] as JsonObject
    await send('PATCH', `/folders/${String(Number(id))}`, { name: 'Renamed' })
    expect((await send('GET', `/folders/${String(Number(child['id']))}`)).body).toMatchObject({
      parent: { id, name: 'Renamed' },
    })
  })

  it('are listed as children of the parent', async () => {
    const send = await folders({ parentId: { type: 'integer' } })
    const records = await all(send)
    const { id = null } = records[0] ?? {}
    const below = records.filter((record) => record['parentId'] === id)
    expect(below).toHaveLength(2)
    expect((await send('GET', `/folders/${String(Number(id))}/children`)).body).toEqual(below)
  })

  it('can be created under a parent', async () => {
    const send = await folders({ parent: nullable })
    const [first] = await all(send)
    const created = await send('POST', '/folders', {
      name: 'New',
      parent: { id: first?.['id'] ?? null, name: '?' },
    })
    expect(created.body).toMatchObject({ name: 'New', parent: { id: first?.['id'] } })
  })

  it('are created at the root without a parent', async () => {
    const send = await folders({ parentId: { type: ['integer', 'null'] } }, ['parentId'])
    expect((await send('POST', '/folders', { name: 'New' })).body).toMatchObject({ parentId: null })
  })

  it.each([
    ['Deletes a folder', 11],
    ['Deletes a folder and all of its subfolders', 5],
    ['Deletes a folder. Its children are deleted with it', 5],
    ['Deletes a folder, which must not have children', 11],
  ])('are deleted with the parent where the document says so: %s', async (summary, left) => {
    const send = await folders({ parentId: { type: 'integer' } }, [], summary)
    const [top] = await all(send)
    expect((await send('DELETE', `/folders/${String(Number(top?.['id']))}`)).status).toBe(204)
    expect(await all(send)).toHaveLength(left)
  })
})

/** An API of employees with managers, and of comments that reply to others. */
async function company(): Promise<Send> {
  const person = { $ref: '#/components/schemas/Person' }
  const comment = { $ref: '#/components/schemas/Comment' }
  const byId = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }
  const text = { type: 'string' }
  const summary = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: text } }
  const sent = { name: text, managerId: { type: ['integer', 'null'] } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Company', version: '1' },
    paths: {
      '/employees': {
        get: answer(200, { type: 'array', items: person }),
        post: { requestBody: json({ type: 'object', properties: sent }), ...answer(201, person) },
      },
      '/employees/{id}': { ...byId, get: answer(200, person) },
      '/employees/{id}/reports': { ...byId, get: answer(200, { type: 'array', items: person }) },
      '/pages': { get: answer(200, { type: 'array', items: summary }) },
      '/pages/{id}': { ...byId, get: answer(200, summary) },
      '/pages/{id}/comments': {
        ...byId,
        get: answer(200, { type: 'array', items: comment }),
        post: { requestBody: json({ type: 'object', properties: { text } }), ...answer(201, comment) },
      },
    },
    components: {
      schemas: {
        Person: {
          type: 'object',
          required: ['id', 'name', 'managerId'],
          properties: { id: { type: 'integer' }, ...sent, manager: summary },
        },
        Comment: {
          type: 'object',
          required: ['id', 'text', 'replyTo'],
          properties: { id: text, text, replyTo: { type: ['string', 'null'] } },
        },
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

const listOf = async (send: Send, path: string): Promise<readonly JsonObject[]> =>
  (await send('GET', path)).body as unknown as readonly JsonObject[]

describe('records whose property names imply a parent', () => {
  it.each([
    ['/employees', 'managerId'],
    ['/pages/1/comments', 'replyTo'],
  ])('form a tree: %s by %s', async (path, property) => {
    const records = await listOf(await company(), path)
    const depths = records.map((record) => above(records, record, (of) => of[property]).length)
    expect(Math.min(...depths)).toBe(0)
    expect(Math.max(...depths)).toBeGreaterThan(0)
    for (const record of records)
      expect(above(records, record, (of) => of[property])).not.toContain(record['id'])
  })

  it('embed a summary of the parent that matches its id', async () => {
    const records = await listOf(await company(), '/employees')
    for (const { managerId, manager } of records) {
      const { id, name } = records.find((record) => record['id'] === managerId) ?? {}
      expect(manager).toEqual(managerId === null ? undefined : { id, name })
    }
  })

  it('are listed as children of the parent', async () => {
    const send = await company()
    const created = await send('POST', '/employees', { name: 'New', managerId: 2 })
    const records = await listOf(send, '/employees')
    const below = records.filter((record) => record['managerId'] === 2)
    expect(below).toContainEqual(created.body)
    expect(await listOf(send, '/employees/2/reports')).toEqual(below)
  })
})
