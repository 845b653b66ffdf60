import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const parameters = [{ name: 'id', in: 'path', required: true, schema: integer }]

it.each([
  ['Publishing it twice is a conflict.', 409],
  ['409 if the post is published already.', 409],
  ['Publishes it.', 200],
])('an action that only sets a time may be refused the second time: %s', async (description, status) => {
  const time = { type: ['string', 'null'], format: 'date-time', readOnly: true }
  const fine = answer(200, ref('Post')) as { responses: object }
  const responses = { ...fine.responses, 409: { description: 'Conflict' } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Posts', version: '1' },
    paths: {
      '/posts': {
        get: answer(200, list(ref('Post'))),
        post: { requestBody: json(object({ title: text })), ...answer(201, ref('Post')) },
      },
      '/posts/{id}': { parameters, get: answer(200, ref('Post')) },
      '/posts/{id}/publish': { parameters, post: { description, responses } },
    },
    components: {
      schemas: { Post: object({ id: { ...integer, readOnly: true }, title: text, published_at: time }) },
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  expect((await send('POST', '/posts', { title: 'New' })).body).toMatchObject({ published_at: null })
  const published = await send('POST', '/posts/1/publish')
  expect(published).toMatchObject({ status: 200, body: { published_at: expect.any(String) as string } })
  expect((await send('POST', '/posts/1/publish')).status).toBe(status)
  if (status === 409) expect((await send('GET', '/posts/1')).body).toEqual(published.body)
})
