import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, kept, listOf, note, sent } from '../../../support/document-parts.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1' },
  paths: {
    '/shelves': kept(note),
    '/shelves/{shelfId}': { ...at('shelfId'), get: answer(200, note), delete: gone },
    '/shelves/{shelfId}/books': {
      ...at('shelfId'),
      get: { operationId: 'books', ...listOf(note) },
      post: { operationId: 'addBook', ...sent(note), ...answer(201, note) },
    },
  },
}

/** What is found of a service that answers a request below a missing shelf in its own way. */
async function findingsOf(method: string, inPlaceOf404: Response | undefined): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/*/missing-parent',
    async target(request: Request) {
      const response = await mock.fetch(request)
      const isMissing = response.status === 404 && request.method === method && request.url.endsWith('/books')
      return isMissing && inPlaceOf404 ? inPlaceOf404.clone() : response
    },
  })
  return findings.map(({ check, operation }) => `${check} ${operation}`)
}

it('an operation below a deleted record has no finding if it is refused', async () => {
  expect(await findingsOf('GET', undefined)).toEqual([])
})

it('a list below a deleted record is reported', async () => {
  expect(await findingsOf('GET', Response.json([]))).toEqual(['hierarchy books'])
})

it('a record that is created below a deleted one is reported', async () => {
  const created = Response.json({ id: 'b-1', title: 'Left alone' }, { status: 201 })
  expect(await findingsOf('POST', created)).toEqual(['hierarchy addBook'])
})
