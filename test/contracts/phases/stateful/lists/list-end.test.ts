import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, note, query, sent } from '../../../support/document-parts.ts'

const pageWith = (cursor: string): object => ({
  type: 'object',
  required: ['data', 'next'],
  properties: {
    data: { type: 'array', items: note },
    next: { type: ['string', 'null'], description: cursor },
    hasMore: { type: 'boolean', description: 'Whether there is a next page' },
  },
})

interface Ends {
  /** What the document says of the cursor. */
  readonly cursor?: string
  /** Whether each page, also the last one, says that more items follow. */
  readonly isToBeContinued?: boolean
  /** How many pages after the last item have a cursor as well. */
  readonly empty?: number
  /** Whether pages say whether more items follow. */
  readonly isTold?: boolean
}

/** What is found of a list that ends so. */
async function findingsOf({
  cursor = 'Null on the last page',
  isToBeContinued = false,
  empty = 0,
  isTold = true,
}: Ends) {
  const notes: { id: string; title: string }[] = []
  const parameters = [
    query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
    query('cursor', { type: 'string' }),
  ]
  const { findings } = await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      paths: {
        '/notes': {
          get: { parameters, ...answer(200, pageWith(cursor)) },
          post: { ...sent(note), ...answer(201, note) },
        },
        '/notes/{id}': { ...at('id'), get: answer(200, note) },
      },
    },
    only: 'stateful/notes/pages',
    async target(request: Request) {
      const { pathname, searchParams } = new URL(request.url)
      const [, , id] = pathname.split('/')
      if (id !== undefined) return Response.json(notes.find((each) => each.id === id))
      if (request.method === 'POST') {
        const { title } = (await request.json()) as { readonly title: string }
        const made = { id: `n${String(notes.length)}`, title }
        notes.push(made)
        return Response.json(made, { status: 201 })
      }
      const size = Number(searchParams.get('limit') ?? 20)
      const begin = Number(searchParams.get('cursor') ?? 0)
      const end = begin + size
      const isLast = end >= notes.length
      const goesOn = end < notes.length + empty * size
      return Response.json({
        data: notes.slice(begin, end),
        next: goesOn ? String(end) : null,
        ...(isTold && { hasMore: isToBeContinued || !isLast }),
      })
    },
  })
  return findings.map(({ check, message }) => `${check} ${message}`)
}

it('reports a list that says of the page without a cursor that more items follow', async () => {
  expect(await findingsOf({ isToBeContinued: true })).toEqual([
    expect.stringMatching(/^has-more .*expected hasMore = false on the last page; got true/),
  ])
})

it('reports a list whose cursors lead from one empty page to the next', async () => {
  expect(await findingsOf({ empty: Infinity })).toEqual([
    expect.stringMatching(/^has-more .*expected no next on the last page, as the document says/),
  ])
})

it('reports a cursor on a page that says that it is the last one', async () => {
  expect(await findingsOf({ empty: 3 })).toEqual([
    expect.stringMatching(
      /^has-more .*expected no next on the last page.*on a page that says it is the last one/,
    ),
  ])
})

it('accepts lists that end, also with some empty pages, and cursors to continue with later', async () => {
  expect(await findingsOf({})).toEqual([])
  expect(await findingsOf({ empty: 3, isTold: false })).toEqual([])
  expect(await findingsOf({ empty: Infinity, cursor: 'Where to continue' })).toEqual([])
})
