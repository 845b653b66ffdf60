import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, object, ref, text } from '../../resources/document-parts.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { requestBody: json(object({ text })), ...answer(201, ref('Note')) } },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, ref('Note')),
      put: {
        requestBody: json(object({ text })),
        responses: {
          200: { description: 'Changed', ...json(ref('Note')) },
          404: { description: 'Unknown' },
          412: { description: 'Changed in the meantime' },
          428: { description: 'If-Match is missing' },
        },
      },
    },
  },
  components: { schemas: { Note: object({ id: { ...integer, readOnly: true }, text }) } },
}

it('a write without a condition is refused where the document declares 428', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { header } = await send('POST', '/notes', { text: 'Milk' })
  const path = header('location') ?? ''
  const tag = (await send('GET', path)).header('etag') ?? ''
  const change = async (headers: Record<string, string>): Promise<number> =>
    (await send('PUT', path, { text: 'Bread' }, headers)).status
  expect(await change({})).toBe(428)
  expect((await send('GET', path)).body).toMatchObject({ text: 'Milk' })
  expect(await change({ 'if-match': '"old"' })).toBe(412)
  expect(await change({ 'if-match': tag })).toBe(200)
  expect((await send('PUT', '/notes/99999', { text: 'Tea' })).status).toBe(404)
})
