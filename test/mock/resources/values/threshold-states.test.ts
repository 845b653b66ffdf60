import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

const time = { type: ['string', 'null'], format: 'date-time', description: 'When progress reached 100' }
const task = {
  type: 'object',
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    progress: { ...integer, readOnly: true },
    status: { enum: ['open', 'finished'], readOnly: true },
    finished_at: { ...time, readOnly: true },
  },
}

it('a change to a value sets what the document says', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/tasks': {
        get: answer(200, list(task)),
        post: {
          requestBody: json(object({ title: text })),
          responses: { 201: { description: 'Made', ...json(task) } },
        },
      },
      '/tasks/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(200, task),
        patch: {
          description: 'Records progress. At 100 the status becomes `finished`.',
          requestBody: json({ type: 'object', properties: { progress: integer } }),
          ...answer(200, task),
        },
      },
    },
  }
  const mock = await createMock({ document, world: 'empty', selfCheck: true, now: '2031-05-09T08:00:00Z' })
  const send = clientOf(mock)
  const { body } = await send('POST', '/tasks', { title: 'Tidy up' })
  const { id } = body as { readonly id: string }
  const changed = async (progress: number) => (await send('PATCH', `/tasks/${id}`, { progress })).body
  expect(await changed(99)).toMatchObject({ status: 'open' })
  expect(await changed(100)).toMatchObject({
    status: 'finished',
    finished_at: expect.stringMatching(/^2031-05-09T08:00:0/) as string,
  })
})
