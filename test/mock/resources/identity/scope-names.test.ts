import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, json, list, ref, text } from '../document-parts.ts'

const at = (name: string): object => ({ name, in: 'path', required: true, schema: text })
const entry = {
  type: 'object',
  required: ['sid'],
  properties: {
    sid: text,
    list_sid: text,
    label: text,
    uri: { type: 'string', description: 'The URI of this entry, relative to `https://api.example.com`.' },
  },
}

it('records below others show their ids and their own path, however these are spelt', async () => {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Lists', version: '1' },
    paths: {
      '/Lists/{ListSid}/Entries': {
        parameters: [at('ListSid')],
        get: answer(200, list(ref('Entry'))),
        post: {
          requestBody: json({ type: 'object', properties: { label: text } }),
          ...answer(201, ref('Entry')),
        },
      },
      '/Lists/{ListSid}/Entries/{Sid}': {
        parameters: [at('ListSid'), at('Sid')],
        get: answer(200, ref('Entry')),
      },
    },
    components: { schemas: { Entry: entry } },
  }
  const send = clientOf(await createMock({ document, selfCheck: true }))
  const { body } = await send('POST', '/Lists/L1/Entries', { label: 'Tea' })
  const { sid } = body as { readonly sid: string }
  expect(body).toEqual({ sid, list_sid: 'L1', label: 'Tea', uri: `/Lists/L1/Entries/${sid}` })
})
