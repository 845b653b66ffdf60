import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, integer, json, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const at = (name: string) => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const sent = object({ text })
const documentWith = (comment: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Recipes', version: '1' },
  paths: {
    '/recipes': collection('Recipe', object({ name: text })),
    '/recipes/{id}': {
      ...at('id'),
      get: answer(200, ref('Recipe')),
      delete: { responses: { 204: { description: 'Deleted' } } },
    },
    '/recipes/{id}/comments': { ...at('id'), ...collection('Comment', sent) },
    '/comments/{commentId}': {
      ...at('commentId'),
      get: {
        responses: { 200: { description: 'ok', ...json(ref('Comment')) }, 404: { description: 'none' } },
      },
      patch: { requestBody: json(sent), ...answer(200, ref('Comment')) },
      delete: { responses: { 204: { description: 'Deleted' } } },
    },
  },
  components: { schemas: { Recipe: object({ id: own, name: text }), Comment: comment } },
})

describe('records below another one that they do not name', () => {
  let send: Send
  let comments: string

  beforeEach(async () => {
    const comment = { ...object({ id: own, text }), additionalProperties: true }
    send = clientOf(await createMock({ document: documentWith(comment), selfCheck: true }))
    const { body } = await send('POST', '/recipes', { name: 'Soup' })
    comments = `/recipes/${String((body as { id: number }).id)}/comments`
  })

  const create = async (): Promise<string> => {
    const { body } = await send('POST', comments, { text: 'Good' })
    return `/comments/${String((body as { id: number }).id)}`
  }

  it('are the same at their short path and in the list', async () => {
    const path = await create()
    expect((await send('GET', path)).body).toMatchObject({ text: 'Good' })
    await send('PATCH', path, { text: 'Better' })
    expect((await send('GET', comments)).body).toMatchObject([{ text: 'Better' }])
    await send('DELETE', path)
    expect((await send('GET', comments)).body).toEqual([])
  })

  it('are listed below no other one', async () => {
    await create()
    const { body } = await send('POST', '/recipes', { name: 'Stew' })
    expect((await send('GET', `/recipes/${String((body as { id: number }).id)}/comments`)).body).toEqual([])
  })

  it('do not show what they belong to, even where their schema is open', async () => {
    expect(Object.keys((await send('GET', await create())).body as object)).toEqual(['id', 'text'])
  })

  it('are deleted with it', async () => {
    const path = await create()
    await send('DELETE', comments.replace('/comments', ''))
    expect((await send('GET', path)).status).toBe(404)
  })
})
