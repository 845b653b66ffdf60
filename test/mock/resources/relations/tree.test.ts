import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const reference = { type: ['integer', 'null'] }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const sentTopic = { type: 'object', required: ['name'], properties: { name: text, parentId: reference } }
const sentNote = object({ body: text, topicId: reference })
const document = {
  openapi: '3.1.0',
  info: { title: 'Topics', version: '1' },
  paths: {
    '/topics': {
      get: answer(200, list(ref('Topic'))),
      post: {
        requestBody: json(sentTopic),
        responses: {
          201: { description: 'The topic', ...json(ref('Topic')) },
          422: { description: 'The request is invalid, or the parent does not exist.' },
        },
      },
    },
    '/topics/{id}': {
      ...at,
      get: answer(200, ref('Topic')),
      delete: {
        description: 'Notes of the topic stay and have no topic afterwards.',
        responses: {
          204: { description: 'Deleted' },
          404: { description: 'None' },
          409: { description: 'The topic has child topics.' },
        },
      },
    },
    '/notes': {
      get: answer(200, list(ref('Note'))),
      post: { requestBody: json(sentNote), ...answer(201, ref('Note')) },
    },
    '/notes/{id}': { ...at, get: answer(200, ref('Note')) },
  },
  components: {
    schemas: {
      Topic: object({ id: { ...integer, readOnly: true }, name: text, parentId: reference }),
      Note: object({ id: { ...integer, readOnly: true }, body: text, topicId: reference }),
    },
  },
}

describe('records in a tree', () => {
  let send: Send
  let parent: number

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    parent = ((await send('POST', '/topics', { name: 'Top', parentId: null })).body as { id: number }).id
  })

  it('need an existing parent, if the document says so', async () => {
    expect((await send('POST', '/topics', { name: 'Below', parentId: 99 })).status).toBe(422)
    expect((await send('POST', '/topics', { name: 'Below', parentId: parent })).status).toBe(201)
  })

  it('cannot be deleted before their children, if the document says so', async () => {
    const { id } = (await send('POST', '/topics', { name: 'Below', parentId: parent })).body as { id: number }
    expect((await send('DELETE', `/topics/${String(parent)}`)).status).toBe(409)
    expect((await send('DELETE', `/topics/${String(id)}`)).status).toBe(204)
    expect((await send('DELETE', `/topics/${String(parent)}`)).status).toBe(204)
  })

  it('leave the records behind that refer to them, with null for the reference', async () => {
    await send('POST', '/notes', { body: 'Kept', topicId: parent })
    expect((await send('DELETE', `/topics/${String(parent)}`)).status).toBe(204)
    expect((await send('GET', '/notes')).body).toMatchObject([{ body: 'Kept', topicId: null }])
  })
})
