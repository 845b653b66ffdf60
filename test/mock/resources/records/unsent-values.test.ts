import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, integer, json, ref, text } from '../document-parts.ts'

const user = { type: 'object', required: ['id'], properties: { id: text, name: text } }
const document = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/me': { get: answer(200, ref('User')) },
    '/users': { get: answer(200, { type: 'array', items: ref('User') }) },
    '/notes': collection('Note', ref('Note')),
    '/notes/{noteId}': {
      parameters: [{ name: 'noteId', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Note')),
      put: { requestBody: json(ref('Note')), ...answer(200, ref('Note')) },
    },
  },
  components: {
    schemas: {
      User: user,
      Note: {
        type: 'object',
        properties: {
          id: text,
          title: text,
          author: ref('User'),
          votes: integer,
          comment_count: integer,
          pages: integer,
        },
      },
    },
  },
}

describe('a creation whose body has the schema of the record', () => {
  let send: Send
  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  it('shows the current user as the author of what is sent without one', async () => {
    const [me, { body }] = [(await send('GET', '/me')).body, await send('POST', '/notes', { title: 'Tea' })]
    expect(body).toMatchObject({ author: { id: (me as { readonly id: string }).id } })
    const other = await send('POST', '/notes', { title: 'Tea', author: { id: 'u9' } })
    expect(other.body).toMatchObject({ author: { id: 'u9' } })
  })

  it('counts what others do from 0, and leaves other numbers out', async () => {
    const { body } = await send('POST', '/notes', { title: 'Tea' })
    expect(body).toMatchObject({ votes: 0, comment_count: 0 })
    expect(body).not.toHaveProperty('pages')
  })

  it('keeps a count that is sent', async () => {
    expect((await send('POST', '/notes', { votes: 7 })).body).toMatchObject({ votes: 7 })
  })
})
