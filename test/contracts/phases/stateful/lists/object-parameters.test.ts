import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, sent, text } from '../../../support/document-parts.ts'
import { rewrittenQuery } from '../../../support/rewritten-query.ts'

const integer = { type: 'integer', minimum: 1, maximum: 50 }
const object = (properties: object): object => ({ type: 'object', properties })
const tool = {
  type: 'object',
  required: ['name', 'price'],
  properties: { id: { ...text, readOnly: true }, name: text, price: integer },
}

const documentWith = (style: 'form' | 'deepObject'): object => ({
  openapi: '3.1.0',
  info: { title: 'Tools', version: '1' },
  paths: {
    '/tools': {
      get: {
        parameters: [
          {
            name: 'page',
            in: 'query',
            required: style === 'form',
            style,
            explode: true,
            schema: object({ page: integer, size: integer, sort: { ...text, enum: ['price', '-price'] } }),
          },
          {
            name: 'price',
            in: 'query',
            style: 'deepObject',
            explode: true,
            schema: object({ gte: integer }),
          },
        ],
        ...answer(200, { type: 'array', items: tool }),
      },
      post: { ...sent(tool), ...answer(201, tool) },
    },
    '/tools/{id}': { ...at('id'), get: answer(200, tool), delete: gone },
  },
})

async function findingsOf(style: 'form' | 'deepObject', ignored: string): Promise<readonly string[]> {
  const document = documentWith(style)
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/**',
    target: rewrittenQuery(mock, (query) => query.delete(ignored)),
  })
  return findings.map(({ check }) => check)
}

it.each(['form', 'deepObject'] as const)('accepts a list with an object in the style %s', async (style) => {
  expect(await findingsOf(style, 'nothing')).toEqual([])
})

it.each([
  ['form', 'size', 'list-limit'],
  ['form', 'page', 'list-offset'],
  ['deepObject', 'page[size]', 'list-limit'],
  ['form', 'sort', 'list-order'],
  ['deepObject', 'price[gte]', 'list-filter'],
] as const)('reports a list that ignores a member of an object: %s, %s', async (style, name, check) => {
  expect(await findingsOf(style, name)).toContain(check)
})
