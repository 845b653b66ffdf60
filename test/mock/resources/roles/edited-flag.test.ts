import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, object, ref, text } from '../document-parts.ts'

const sent = { requestBody: json(object({ text })) }

it('what is changed is edited, as a flag tells that only the server sets', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Comments', version: '1' },
    paths: {
      '/comments': { post: { ...sent, ...answer(201, ref('Comment')) } },
      '/comments/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: answer(200, ref('Comment')),
        patch: { ...sent, ...answer(200, ref('Comment')) },
      },
    },
    components: { schemas: { Comment: object({ id: integer, text, isEdited: { type: 'boolean' } }) } },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  expect((await send('POST', '/comments', { text: 'Helo' })).body).toMatchObject({ isEdited: false })
  await send('PATCH', '/comments/1', { text: 'Hello' })
  expect((await send('GET', '/comments/1')).body).toMatchObject({ text: 'Hello', isEdited: true })
})

it('the time of the last change is set by the first one, where its description says so', async () => {
  const description = 'When the comment was last changed; null if never.'
  const editedAt = { type: ['string', 'null'], format: 'date-time', description }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Comments', version: '1' },
    paths: {
      '/comments': { post: { ...sent, ...answer(201, ref('Comment')) } },
      '/comments/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        get: answer(200, ref('Comment')),
        patch: { ...sent, ...answer(200, ref('Comment')) },
      },
    },
    components: { schemas: { Comment: object({ id: integer, text, editedAt }) } },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  expect((await send('POST', '/comments', { text: 'Helo' })).body).toMatchObject({ editedAt: null })
  const { body } = await send('PATCH', '/comments/1', { text: 'Hello' })
  expect(body).toMatchObject({ editedAt: expect.any(String) })
})
