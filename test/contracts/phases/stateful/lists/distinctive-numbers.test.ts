import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, query, sent, text } from '../../../support/document-parts.ts'

const item = {
  type: 'object',
  required: ['id', 'price'],
  properties: { id: { ...text, readOnly: true }, price: { type: 'integer', minimum: 50, maximum: 150 } },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Items', version: '1' },
  paths: {
    '/items': {
      get: {
        parameters: [query('sort', { type: 'string', enum: ['price', '-price'] })],
        ...answer(200, { type: 'array', items: item }),
      },
      post: { ...sent(item), ...answer(201, item) },
    },
    '/items/{id}': { ...at('id'), get: answer(200, item), delete: gone },
  },
}

type Items = readonly { readonly price: number }[]

/** What is found of a list that sorts prices by the keys that `keyOf` returns. */
async function findingsOf(keyOf: (price: number) => string | number): Promise<readonly string[]> {
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const response = await mock.fetch(request)
      const sort = new URL(request.url).searchParams.get('sort')
      if (sort === null || response.status !== 200) return response
      const direction = sort.startsWith('-') ? -1 : 1
      const items = ((await response.json()) as Items).toSorted((a, b) => {
        const [first, second] = [keyOf(a.price), keyOf(b.price)]
        return first < second ? -direction : first > second ? direction : 0
      })
      return Response.json(items)
    },
  })
  return findings.map(({ check }) => check)
}

it('reports numbers that are sorted as text', async () => {
  expect(await findingsOf(String)).toEqual(['list-order', 'list-order'])
})

it('accepts numbers that are sorted by value', async () => {
  expect(await findingsOf((price) => price)).toEqual([])
})
