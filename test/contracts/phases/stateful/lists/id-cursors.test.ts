import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, create, gone, note, query, read, text } from '../../../support/document-parts.ts'

const documentWith = (description: string, hasMore: object = { type: 'boolean' }): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 10 }),
          query('starting_after', text, { description }),
          query('ending_before', text, { description: 'The id of the first note of the next page.' }),
        ],
        ...answer(200, {
          type: 'object',
          required: ['data', 'has_more'],
          properties: { data: { type: 'array', items: note }, has_more: hasMore },
        }),
      },
      post: create,
    },
    '/notes/{id}': { ...at('id'), get: read, delete: gone },
  },
})

interface Page {
  readonly data: readonly { readonly id: string }[]
  readonly has_more: boolean
}

/** Changes the query of a list's request, or the page that the healthy mock returns. */
interface Defect {
  readonly edit?: (query: URLSearchParams, ids: readonly string[]) => void
  readonly spoil?: (page: Page, query: URLSearchParams) => Page
}

/** The findings of a service with this defect, as `check: what was expected`. */
async function findingsWith(
  { edit, spoil }: Defect,
  document = documentWith('The id of the last note of the previous page.'),
): Promise<readonly string[]> {
  const mock = await createMock({ document })
  const listNotes = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const whole = (await (await mock.fetch(new Request(`${url.origin}/notes?limit=50`))).json()) as Page
    const ids = whole.data.map(({ id }) => id)
    edit?.(url.searchParams, ids)
    const response = await mock.fetch(new Request(url, { headers: request.headers }))
    if (!spoil || response.status !== 200) return response
    return Response.json(spoil((await response.json()) as Page, url.searchParams))
  }
  const { findings } = await runContract({
    document,
    only: 'stateful/notes/pages',
    async target(request: Request) {
      const isList = new URL(request.url).pathname === '/notes'
      if (isList && request.method === 'GET') return listNotes(request)
      if (!isList || request.method !== 'HEAD') return mock.fetch(request)
      const { status, headers } = await listNotes(request)
      return new Response(null, { status, headers })
    },
  })
  return findings.map(({ check, severity, message }) => `${severity} ${check}: ${message}`)
}

/** Moves the cursor to the item that is this far from the one it names. */
const moveCursor =
  (by: number): Required<Defect>['edit'] =>
  (parameters, ids) => {
    const index = ids.indexOf(parameters.get('starting_after') ?? '')
    const id = ids[index + by]
    if (index < 0) return
    if (id === undefined) parameters.delete('starting_after')
    else parameters.set('starting_after', id)
  }

describe('pages that begin after the id of an item', () => {
  it('are followed to the end of the list', async () => {
    expect(await findingsWith({})).toEqual([])
  })

  it.each<[string, Defect]>([
    ['repeat the last item', { edit: moveCursor(-1) }],
    ['leave out an item', { edit: moveCursor(1) }],
    ['are all the first one', { edit: (parameters) => parameters.delete('starting_after') }],
  ])('are reported if they %s', async (_, defect) => {
    const [finding = ''] = await findingsWith(defect)
    expect(finding).toMatch(/^error list-offset: .*starting_after/)
  })

  it('are not judged if the description does not say what the cursor is', async () => {
    expect(await findingsWith({ edit: moveCursor(1) }, documentWith('An opaque cursor.'))).toEqual([])
  })
})

/** Ends the page before the item that is this far from the one it names. */
const moveEnd =
  (by: number): Required<Defect>['edit'] =>
  (parameters, ids) => {
    const index = ids.indexOf(parameters.get('ending_before') ?? '')
    if (index >= 0) parameters.set('ending_before', ids[index + by] ?? '')
  }

describe('pages that end before the id of an item', () => {
  it.each<[string, Defect]>([
    ['leave out the item before it', { edit: moveEnd(-1) }],
    ['are the first one', { edit: (parameters) => parameters.delete('ending_before') }],
  ])('are found if they %s', async (_, defect) => {
    const [finding = ''] = await findingsWith(defect)
    expect(finding).toMatch(/^error list-offset: .*ending_before/)
  })
})

const always: Defect = { spoil: (page) => ({ ...page, has_more: true }) }
const never: Defect = { spoil: (page) => ({ ...page, has_more: false }) }
const onFullPages: Defect = {
  spoil: (page, parameters) => ({ ...page, has_more: page.data.length === Number(parameters.get('limit')) }),
}

it('the mock serves pages that begin after or end before an id, and says whether more follow', async () => {
  const document = documentWith('The id of the last note of the previous page.')
  const mock = await createMock({ document, world: 'empty' })
  const url = 'http://localhost/notes'
  for (const title of ['a', 'b', 'c', 'd']) {
    const body = JSON.stringify({ title })
    await mock.fetch(
      new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    )
  }
  const pageAt = async (search: string): Promise<Page> =>
    (await (await mock.fetch(new Request(`${url}?limit=2${search}`))).json()) as Page
  const first = await pageAt('')
  const second = await pageAt(`&starting_after=${first.data[1]?.id ?? ''}`)
  expect([first, second].map((page) => [page.data.length, page.has_more])).toEqual([
    [2, true],
    [2, false],
  ])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(4)
  const [third, fourth] = second.data
  expect((await pageAt(`&ending_before=${third?.id ?? ''}`)).data).toEqual(first.data)
  expect((await pageAt(`&ending_before=${fourth?.id ?? ''}`)).data).toEqual([first.data[1], third])
  expect((await pageAt(`&ending_before=${first.data[1]?.id ?? ''}`)).data).toEqual([first.data[0]])
  expect((await pageAt(`&ending_before=${first.data[0]?.id ?? ''}`)).data).toEqual([])
})

describe('whether more items follow', () => {
  it.each<[string, Defect]>([
    ['always', always],
    ['never', never],
    ['on full pages', onFullPages],
  ])('is reported if it is true %s', async (_, defect) => {
    const findings = await findingsWith(defect)
    expect(findings.map((finding) => finding.replace(/:.*/, ''))).toEqual(['warning has-more'])
  })

  it('is an error if the property is described', async () => {
    const described = { type: 'boolean', description: 'Whether there are more notes.' }
    const [finding] = await findingsWith(always, documentWith('The id of the last note.', described))
    expect(finding).toMatch(/^error has-more: /)
  })

  it('is not judged if the property is said to be an estimate', async () => {
    const described = { type: 'boolean', description: 'Whether there may be more notes.' }
    expect(await findingsWith(onFullPages, documentWith('The id of the last note.', described))).toEqual([])
  })
})
