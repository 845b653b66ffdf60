import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock } from '../../../../mock/index.ts'
import { answer, at, listOf, sent } from '../../support/document-parts.ts'

const number = { type: 'integer', minimum: 0, maximum: 1000 }
const title = { type: 'string', minLength: 1, maxLength: 40 }
const book = {
  type: 'object',
  required: ['id', 'title', 'stock'],
  properties: { id: { type: 'string', readOnly: true }, title, stock: number },
}
const documentWith = (stock: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: listOf(book),
      post: {
        ...sent({ type: 'object', required: ['title'], properties: { title, stock } }),
        ...answer(201, book),
      },
    },
    '/books/{id}': {
      ...at('id'),
      get: answer(200, book),
      patch: { ...sent({ type: 'object', properties: { title, stock } }), ...answer(200, book) },
      delete: { responses: { 204: { description: 'Gone' }, 404: { description: 'None' } } },
    },
  },
})

/** The findings on a server whose PATCH sets the stock to 0 where none is sent. */
async function findingsWith(stock: object, isReset = true): Promise<readonly string[]> {
  const document = documentWith(stock)
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      if (request.method !== 'PATCH' || !isReset) return mock.fetch(request)
      const { method, url, headers } = request
      headers.delete('content-length')
      const body = JSON.stringify({ stock: 0, ...((await request.json()) as object) })
      return mock.fetch(new Request(url, { method, headers, body }))
    },
  })
  return findings.map(({ severity, check, message }) => `${severity} ${check}: ${message}`)
}

it('a PATCH that resets a property to what new records have is an error', async () => {
  expect(await findingsWith(number)).toEqual([
    expect.stringMatching(
      /^error update-visible: .* stock = [1-9]\d*, which the update did not include; got 0\.$/,
    ),
  ])
})

it('it is a warning if the schema of the request has the value as a default', async () => {
  expect(await findingsWith({ ...number, default: 0 })).toEqual([
    expect.stringMatching(/^warning update-visible: .* got 0, the default in the schema of the request\.$/),
  ])
})

it('a PATCH that leaves alone what has a default is fine', async () => {
  expect(await findingsWith({ ...number, default: 0 }, false)).toEqual([])
})
