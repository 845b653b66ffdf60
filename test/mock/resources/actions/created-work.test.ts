import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, object, ref, text } from '../document-parts.ts'

const instant = { type: ['string', 'null'], format: 'date-time' }
const document = {
  openapi: '3.1.0',
  info: { title: 'Reports', version: '1' },
  paths: {
    '/reports': {
      post: {
        requestBody: json(object({ title: text })),
        responses: {
          202: {
            description: 'Started',
            headers: { Location: { schema: text } },
            ...json(ref('Report')),
          },
        },
      },
    },
    '/reports/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { ...text, format: 'uuid' } }],
      get: answer(200, ref('Report')),
    },
  },
  components: {
    schemas: {
      Report: object({
        id: { ...text, format: 'uuid' },
        title: text,
        status: { ...text, enum: ['queued', 'finished', 'failed'] },
        pages: { type: ['integer', 'null'], description: 'Null until it is finished.' },
        finishedAt: instant,
      }),
    },
  },
}

it('work that is itself the record which its start creates is done when it is read again', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const started = await send('POST', '/reports', { title: 'May' })
  expect(started.status).toBe(202)
  expect(started.body).toMatchObject({ title: 'May', status: 'queued', pages: null, finishedAt: null })
  expect((await send('GET', started.header('location') ?? '')).body).toEqual({
    ...(started.body as object),
    status: 'finished',
    pages: expect.any(Number) as unknown,
    finishedAt: expect.any(String) as unknown,
  })
})
