import { beforeAll, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, ref, text } from '../document-parts.ts'

const asked = (name: string, description = '', schema: object = text): object => ({
  name,
  in: 'query',
  schema,
  description,
})
const time = { ...text, format: 'date-time' }

const document = {
  openapi: '3.1.0',
  info: { title: 'Messages', version: '1' },
  paths: {
    '/messages': {
      get: {
        summary: 'Lists messages, newest first.',
        parameters: [
          asked('filter[search]', 'Matches the text'),
          asked('filter[status]', 'One or more statuses (comma-separated)'),
          asked('since', '', time),
          asked('newerThan', 'Only messages created after this time.', time),
        ],
        ...answer(200, list(ref('Message'))),
      },
      post: { requestBody: json(ref('Message')), ...answer(201, ref('Message')) },
    },
  },
  components: {
    schemas: {
      Message: {
        type: 'object',
        required: ['text'],
        properties: { id: integer, text, status: text, createTime: time, updateTime: time },
      },
    },
  },
}

let send: Send
beforeAll(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  for (const [index, status] of ['sent', 'read', 'failed'].entries()) {
    const createTime = `2030-05-0${String(index + 1)}T00:00:00Z`
    await send('POST', '/messages', { id: index + 1, text: `No. ${status}`, status, createTime })
  }
})

it.each([
  ['', [3, 2, 1]],
  ['filter[search]=READ', [2]],
  ['filter[status]=sent,failed', [3, 1]],
  ['since=2030-05-02T00:00:00Z', [3, 2]],
  ['newerThan=2030-05-02T00:00:00Z', [3]],
])('a list follows few words: %s', async (query, ids) => {
  const { body } = await send('GET', `/messages?${query}`)
  expect((body as unknown as readonly { id: number }[]).map(({ id }) => id)).toEqual(ids)
})
