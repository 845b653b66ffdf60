import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, create, gone, note, query, read, text } from '../../../support/document-parts.ts'

const documentWith = (perPage: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        parameters: [query('page', { ...text, pattern: '^\\d+$' }), query('perPage', perPage)],
        ...answer(200, { type: 'array', items: note }),
      },
      post: create,
    },
    '/notes/{id}': { ...at('id'), get: read, delete: gone },
  },
})

/** What is found of a service whose second page begins with the last item of the first one, or of a healthy one. */
async function findingsOf(perPage: object, isOverlapping: boolean): Promise<readonly string[]> {
  const document = documentWith(perPage)
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/notes/pages',
    async target(request: Request) {
      const url = new URL(request.url)
      const { searchParams } = url
      const response = await mock.fetch(request.clone())
      if (!isOverlapping || Number(searchParams.get('page')) !== 2 || response.status !== 200) return response
      const items = (await response.json()) as readonly object[]
      searchParams.set('page', '1')
      const before = (await (await mock.fetch(new Request(url))).json()) as readonly object[]
      return Response.json([...before.slice(-1), ...items.slice(1)])
    },
  })
  return findings.map(({ check }) => check)
}

describe.each([
  ['a text of one or two digits', { ...text, pattern: '^[1-9]\\d?$' }],
  ['a number of a list', { type: 'integer', enum: [2, 4, 8, 40] }],
])('pages whose size is %s', (_, perPage) => {
  it('have no finding if each item is on one page', async () => {
    expect(await findingsOf(perPage, false)).toEqual([])
  })

  it('are reported if they overlap', async () => {
    expect(await findingsOf(perPage, true)).toContain('list-offset')
  })
})

describe('a page without a size', () => {
  const perPage = (sizes: object): object => ({ type: 'integer', minimum: 1, maximum: 50, ...sizes })

  /** The checks that find something in a service by one document, checked against another. */
  async function findingsBetween(served: object, checked: object): Promise<readonly string[]> {
    const mock = await createMock({ document: documentWith(served) })
    const { findings } = await runContract({
      document: documentWith(checked),
      only: 'stateful/notes/pages',
      target: (request: Request) => mock.fetch(request),
    })
    return findings.map(({ check, message }) => `${check}: ${message}`)
  }

  it('is accepted if it has the default size', async () => {
    expect(await findingsBetween(perPage({ default: 8 }), perPage({ default: 8 }))).toEqual([])
  })

  it('is reported if it has fewer', async () => {
    const [finding, ...others] = await findingsBetween(perPage({ default: 5 }), perPage({ default: 8 }))
    expect(finding).toMatch(/^list-limit: .*8 items without perPage, as for its default 8; got 5 items/)
    expect(others).toEqual([])
  })

  it('is not judged if the document has no default', async () => {
    expect(await findingsBetween(perPage({ default: 5 }), perPage({}))).toEqual([])
  })
})
