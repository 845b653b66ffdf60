import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, content, gone, query, sent, text } from '../../../support/document-parts.ts'
import { rewrittenQuery } from '../../../support/rewritten-query.ts'

const object = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const written = {
  title: { ...text, minLength: 1 },
  pages: { type: 'integer', minimum: 1, maximum: 9999 },
  kind: { ...text, enum: ['novel', 'poems', 'essay'] },
}
const person = object({ type: { const: 'people' }, id: text, attributes: object({ name: text }) })
const author = {
  type: 'object',
  required: ['data'],
  properties: {
    data: object({ type: { const: 'people' }, id: text }),
    links: { type: 'object', properties: { self: text } },
  },
}
const relationships = { type: 'object', properties: { author } }
const book = {
  type: 'object',
  required: ['type', 'id', 'attributes'],
  properties: { type: { const: 'books' }, id: text, attributes: object(written), relationships },
}
const order = { ...text, enum: ['title', '-title', 'pages', '-pages'] }

/** As JSON:API has them: the properties of books stand in `attributes`, their authors in `relationships`. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/people': {
      get: answer(200, object({ data: { type: 'array', items: person } })),
      post: {
        ...sent(object({ data: object({ type: { const: 'people' }, attributes: object({ name: text }) }) })),
        ...answer(201, object({ data: person })),
      },
    },
    '/people/{id}': { ...at('id'), get: answer(200, object({ data: person })), delete: gone },
    '/books': {
      get: {
        parameters: [
          query('filter[kind]', written.kind),
          query('filter[minPages]', written.pages),
          query('filter[author]', text),
          query('sort', order),
        ],
        responses: {
          200: { description: 'Books', content: content(object({ data: { type: 'array', items: book } })) },
          400: { description: 'Refused' },
        },
      },
      post: {
        ...sent(
          object({
            data: {
              type: 'object',
              required: ['type', 'attributes'],
              properties: { type: { const: 'books' }, attributes: object(written), relationships },
            },
          }),
        ),
        ...answer(201, object({ data: book })),
      },
    },
    '/books/{id}': { ...at('id'), get: answer(200, object({ data: book })), delete: gone },
  },
}

it.each([
  ['filter[kind]', 'list-filter'],
  ['sort', 'list-order'],
])('reports a list that ignores %s, a filter by a nested property', async (name, check) => {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    only: 'stateful/books/*-*',
    target: rewrittenQuery(mock, (query) => query.delete(name)),
  })
  expect(new Set(findings.map((finding) => finding.check))).toEqual(new Set([check]))
})

it('has no finding if filters by nested properties are applied', async () => {
  const mock = await createMock({ document })
  const { findings, summary } = await runContract({ target: mock, document })
  expect(findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual([])
  expect(summary.requests).toBeGreaterThan(100)
})
