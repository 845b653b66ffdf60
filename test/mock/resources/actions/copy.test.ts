import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const copying = (description: string): object => ({
  ...at,
  post: { description, ...answer(201, ref('Page')) },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1' },
  paths: {
    '/pages': {
      get: answer(200, list(ref('Page'))),
      post: { requestBody: json(object({ title: text, text })), ...answer(201, ref('Page')) },
    },
    '/pages/{id}': { ...at, get: answer(200, ref('Page')) },
    '/pages/{id}/duplicate': copying('Creates a copy, with "(copy)" after its title.'),
    '/pages/{id}/clone': copying('Creates a page with “Copy of” in front of the title.'),
    '/pages/{id}/copy': copying('Creates the same page again.'),
  },
  components: {
    schemas: {
      Page: object({
        id: { ...integer, readOnly: true },
        title: text,
        slug: { ...text, readOnly: true, description: 'Made from the title' },
        text,
      }),
    },
  },
}

it.each([
  ['duplicate', { title: 'Tea (copy)', slug: 'tea-copy', text: 'Hot' }],
  ['clone', { title: 'Copy of Tea', slug: 'copy-of-tea', text: 'Hot' }],
  ['copy', { title: 'Tea', text: 'Hot' }],
])('%s names the copy as its description says', async (action, copy) => {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  await send('POST', '/pages', { title: 'Tea', text: 'Hot' })
  expect(await send('POST', `/pages/1/${action}`)).toMatchObject({ status: 201, body: { id: 2, ...copy } })
  expect((await send('GET', '/pages/1')).body).toMatchObject({ title: 'Tea', slug: 'tea' })
})
