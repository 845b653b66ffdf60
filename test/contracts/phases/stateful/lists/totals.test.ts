import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, create, gone, note, query, read } from '../../../support/document-parts.ts'

const whole = { type: 'integer' }
const documentWith = (members: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        parameters: [
          query('page', { ...whole, minimum: 1 }),
          query('limit', { ...whole, minimum: 1, maximum: 50 }),
        ],
        ...answer(200, { type: 'object', properties: { notes: { type: 'array', items: note }, ...members } }),
      },
      post: create,
    },
    '/notes/{id}': { ...at('id'), get: read, delete: gone },
  },
})

interface Body {
  readonly notes?: readonly object[]
}

/** What is found of a list whose member is set to a number of what it shows, by default to what the mock has there. */
async function findingsOf(
  member: string,
  schema: object,
  count?: (shown: number) => number,
): Promise<readonly string[]> {
  const document = documentWith({ [member]: schema })
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    only: 'stateful/notes/pages',
    async target(request: Request) {
      // Responses to HEAD would have the length of the unchanged list.
      if (request.method === 'HEAD') return new Response(null, { status: 501 })
      const response = await mock.fetch(request)
      const body = (await response
        .clone()
        .json()
        .catch(() => undefined)) as Body | undefined
      if (!count || !body?.notes) return response
      return Response.json({ ...body, [member]: count(body.notes.length) })
    },
  })
  return [...new Set(findings.map(({ check, severity }) => `${severity} ${check}`))]
}

const described = { ...whole, description: 'Total number of notes.' }

describe.each(['count', 'note_count', 'num_notes', 'totalNotes', 'total'])('%s of a list', (name) => {
  it('has no finding if it is the number of all items', async () => {
    expect(await findingsOf(name, whole)).toEqual([])
  })

  it('is an error if it is no such number', async () => {
    expect(await findingsOf(name, whole, (shown) => shown + 1000)).toEqual(['error list-total'])
  })
})

describe('the number of the items on a page', () => {
  it.each(['count', 'note_count'])('is accepted as %s, which may mean it', async (name) => {
    expect(await findingsOf(name, whole, (shown) => shown)).toEqual([])
  })

  it.each(['total', 'num_notes'])('is an error as %s', async (name) => {
    expect(await findingsOf(name, whole, (shown) => shown)).toEqual(['error list-total'])
  })

  it('is an error as a count that is described as the total', async () => {
    expect(await findingsOf('count', described, (shown) => shown)).toEqual(['error list-total'])
  })
})

describe('the number of the last page', () => {
  const lastOf = (size: number, items: number): number => Math.ceil(items / size)
  it.each([
    ['right', lastOf, []],
    [
      'one too high where the items just fill a page',
      (size: number, items: number) => Math.floor(items / size) + 1,
      ['warning list-total'],
    ],
    [
      'rounded down',
      (size: number, items: number) => Math.max(1, Math.floor(items / size)),
      ['warning list-total'],
    ],
  ] as const)('is judged if it is %s', async (_, last, expected) => {
    const document = documentWith({ lastPage: whole })
    const mock = await createMock({ document })
    const { findings } = await runContract({
      document,
      only: 'stateful/notes/pages',
      async target(request: Request) {
        const url = new URL(request.url)
        const response = await mock.fetch(request)
        if (request.method !== 'GET' || url.pathname !== '/notes' || !response.ok) return response
        const all = await mock.fetch(new Request(`${url.origin}/notes?limit=50`))
        const { notes = [] } = (await all.json()) as Body
        const lastPage = last(Number(url.searchParams.get('limit') ?? 20), notes.length)
        return Response.json({ ...((await response.json()) as object), lastPage })
      },
    })
    expect([...new Set(findings.map(({ check, severity }) => `${severity} ${check}`))]).toEqual(expected)
  })
})
