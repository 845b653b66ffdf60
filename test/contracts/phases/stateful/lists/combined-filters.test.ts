import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, query, sent, text } from '../../../support/document-parts.ts'

const language = { type: 'string', enum: ['de', 'en', 'fr'] }
const rating = { type: 'integer', minimum: 1, maximum: 5 }
const book = {
  type: 'object',
  required: ['id', 'title', 'language', 'rating'],
  properties: { id: { ...text, readOnly: true }, title: text, language, rating },
}
const documentWith = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'books',
        description,
        parameters: [query('title', text), query('language', language), query('min_rating', rating)],
        ...answer(200, { type: 'array', items: book }),
      },
      post: { operationId: 'sell', ...sent(book), ...answer(201, book) },
    },
    '/books/{id}': { ...at('id'), get: { operationId: 'book', ...answer(200, book) }, delete: gone },
  },
})

type Books = readonly { readonly id: string }[]

/** What is found of a list that answers a request with several filters by what it lists for each, put together by `combine`. */
async function findingsOf(
  combine: (lists: readonly Books[]) => Books,
  description = '',
): Promise<readonly string[]> {
  const document = documentWith(description)
  const mock = await createMock({ document, world: 'empty' })
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const url = new URL(request.url)
      if (request.method !== 'GET' || !url.pathname.endsWith('/books') || url.searchParams.size < 2)
        return mock.fetch(request)
      const answers = [...url.searchParams].map(([name, value]) => {
        const single = new URL(url)
        single.search = String(new URLSearchParams({ [name]: value }))
        return mock.fetch(new Request(single, request))
      })
      const responses = await Promise.all(answers)
      const refused = responses.find(({ status }) => status !== 200)
      if (refused) return refused
      return Response.json(
        combine(await Promise.all(responses.map((response) => response.json() as Promise<Books>))),
      )
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

const union = (lists: readonly Books[]): Books => [
  ...new Map(lists.flat().map((book) => [book.id, book])).values(),
]
const intersection = ([first = [], ...others]: readonly Books[]): Books =>
  first.filter(({ id }) => others.every((list) => list.some((book) => book.id === id)))

describe('several filters in one request', () => {
  it('are reported if the list has an item that matches only one of them', async () => {
    expect(await findingsOf(union)).toEqual([
      expect.stringMatching(/^list-filter: .*expected only items that match \w+=\S+.* and \w+=/),
    ])
  })

  it('are reported if only the last one applies', async () => {
    expect(await findingsOf((lists) => lists.at(-1) ?? [])).toEqual([
      expect.stringMatching(/^list-filter: .*expected only items that match/),
    ])
  })

  it('have no finding if all of them apply', async () => {
    expect(await findingsOf(intersection)).toEqual([])
  })

  it('are not judged if one of them is enough by the document', async () => {
    expect(await findingsOf(union, 'Lists books that match any of the filters.')).toEqual([])
  })
})
