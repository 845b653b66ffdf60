import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const alert = object({
  id: { ...integer, readOnly: true },
  title: text,
  read: { type: 'boolean', readOnly: true },
  readAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Alerts', version: '1' },
  paths: {
    '/alerts': {
      get: answer(200, list(ref('Alert'))),
      post: { requestBody: json(object({ title: text })), ...answer(201, ref('Alert')) },
    },
    '/alerts/mark-all-read': { post: answer(200, object({ changed: integer })) },
    '/alerts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, ref('Alert')),
    },
  },
  components: { schemas: { Alert: alert } },
}

it('an action on all records changes those that are in another state, and tells their number', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
  for (const title of ['a', 'b']) await send('POST', '/alerts', { title })
  expect((await send('POST', '/alerts/mark-all-read')).body).toEqual({ changed: 2 })
  expect((await send('POST', '/alerts/mark-all-read')).body).toEqual({ changed: 0 })
  const read = { read: true, readAt: expect.any(String) as unknown }
  expect((await send('GET', '/alerts')).body).toMatchObject([read, read])
})
