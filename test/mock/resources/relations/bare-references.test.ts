import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const collection = (schema: string): object => ({
  get: answer(200, list(ref(schema))),
  post: { requestBody: json(ref(schema)), ...answer(201, ref(schema)) },
})
const withId = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const item = (schema: string): object => ({
  ...withId,
  get: answer(200, ref(schema)),
  patch: { requestBody: json({ type: 'object', properties: { name: text } }), ...answer(200, ref(schema)) },
})

/** Posts and comments refer to others by numbers that are named like these. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Blog', version: '1' },
  paths: {
    '/authors/': collection('Author'),
    '/authors/{id}/': item('Author'),
    '/posts/': collection('Post'),
    '/posts/{id}/': item('Post'),
    '/posts/{id}/comments/': { ...withId, get: answer(200, list(ref('Comment'))) },
    '/comments/': collection('Comment'),
    '/comments/{id}/': item('Comment'),
  },
  components: {
    schemas: {
      Author: object({ id: own, name: text }),
      Post: object({ id: own, title: text, author: integer, author_name: { ...text, readOnly: true } }),
      Comment: object({ id: own, post: integer, name: text }),
    },
  },
}

let send: Send
const created = async (path: string, body: object): Promise<{ readonly id: number }> =>
  (await send('POST', path, body as never)).body as never
beforeEach(async () => {
  send = clientOf(await createMock({ document, selfCheck: true }))
})

it('lists below a record what refers to it by a number with its name', async () => {
  const { id } = await created('/posts/', { title: 'Hello', author: 1 })
  const comment = await created('/comments/', { post: id, name: 'Ada' })
  expect((await send('GET', `/posts/${id}/comments/`)).body).toEqual([comment])
})

it('repeats the name of the record that a number with its name refers to', async () => {
  const { id } = await created('/authors/', { name: 'Ada' })
  const post = await created('/posts/', { title: 'Hello', author: id })
  expect(post).toMatchObject({ author_name: 'Ada' })
  await send('PATCH', `/authors/${id}/`, { name: 'Bob' })
  expect((await send('GET', `/posts/${post.id}/`)).body).toMatchObject({ author_name: 'Bob' })
})
