import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { answer, object, ref, text } from '../document-parts.ts'

const form = (properties: object, ...required: readonly string[]): object => ({
  requestBody: {
    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', required, properties } } },
  },
})
const sent = { FriendlyName: text, MaxSize: { type: 'integer' } }
/** Queues are sent as forms with other names than they are shown with. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Queues', version: '1' },
  paths: {
    '/queues': { post: { ...form(sent, 'FriendlyName'), ...answer(201, ref('Queue')) } },
    '/queues/{sid}': {
      parameters: [{ name: 'sid', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Queue')),
      post: { ...form(sent), ...answer(200, ref('Queue')) },
    },
  },
  components: {
    schemas: {
      Queue: object({
        sid: text,
        friendly_name: text,
        max_size: { type: 'integer', default: 100 },
        date_updated: { type: 'string', format: 'date-time' },
      }),
    },
  },
}

it('what is sent in another spelling is kept where the record shows it', async () => {
  const mock = await createMock({ document, selfCheck: true })
  const send = async (path: string, fields?: Record<string, string>): Promise<Record<string, unknown>> => {
    const body = fields && new URLSearchParams(fields)
    const response = await mock.fetch(
      new Request(`http://api.test${path}`, body ? { method: 'POST', body } : {}),
    )
    return (await response.json()) as Record<string, unknown>
  }
  const created = await send('/queues', { FriendlyName: 'Support' })
  expect(created).toMatchObject({ friendly_name: 'Support', max_size: 100 })
  const path = `/queues/${String(created['sid'])}`
  await send(path, { MaxSize: '7' })
  expect(await send(path)).toMatchObject({ friendly_name: 'Support', max_size: 7 })
})
