import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, text } from '../document-parts.ts'

const book = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: integer, title: text, isbn: text, pages: integer },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: { parameters: [{ name: 'fields', in: 'query', schema: text }], ...answer(200, list(book)) },
      post: { requestBody: json(book), ...answer(201, book) },
    },
  },
}

it.each([
  ['isbn', { id: 1, title: 'Emma', isbn: '7' }],
  ['title,pages', { id: 1, title: 'Emma', pages: 300 }],
  ['items(isbn)', { id: 1, title: 'Emma', isbn: '7', pages: 300 }],
])(
  'a list shows the properties that `fields` names and those that are required: %s',
  async (fields, want) => {
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    await send('POST', '/books', { id: 1, title: 'Emma', isbn: '7', pages: 300 })
    expect((await send('GET', `/books?fields=${fields}`)).body).toEqual([want])
  },
)

it('a list leaves out the properties that `excludedAttributes` names, unless they are required', async () => {
  const get = {
    parameters: [{ name: 'excludedAttributes', in: 'query', schema: text }],
    ...answer(200, list(book)),
  }
  const paths = { '/books': { ...document.paths['/books'], get } }
  const send = clientOf(
    await createMock({ document: { ...document, paths }, world: 'empty', selfCheck: true }),
  )
  await send('POST', '/books', { id: 1, title: 'Emma', isbn: '7', pages: 300 })
  const { body } = await send('GET', '/books?excludedAttributes=title,pages')
  expect(body).toEqual([{ id: 1, title: 'Emma', isbn: '7' }])
})

it('a list keeps the property that tells which of several schemas a record has', async () => {
  const [cup, jug] = ['cup', 'jug'].map((type) => ({
    type: 'object',
    required: ['type'],
    properties: { id: integer, type: { const: type }, colour: text, size: integer },
  }))
  const item = { oneOf: [cup, jug] }
  const paths = {
    '/pots': {
      get: { parameters: [{ name: 'fields', in: 'query', schema: text }], ...answer(200, list(item)) },
      post: { requestBody: json(item), ...answer(201, item) },
    },
  }
  const pots = { ...document, paths }
  const send = clientOf(await createMock({ document: pots, world: 'empty', selfCheck: true }))
  await send('POST', '/pots', { type: 'jug', colour: 'blue', size: 2 })
  const [shown] = (await send('GET', '/pots?fields=colour')).body as unknown as readonly object[]
  expect(shown).toMatchObject({ type: 'jug', colour: 'blue' })
  expect(shown).not.toHaveProperty('size')
})
