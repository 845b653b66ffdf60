import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { answer, at, sent } from '../../support/document-parts.ts'

const draft = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 60 },
    shelf: { type: ['string', 'null'], maxLength: 20 },
    binding: { type: 'string', enum: ['cloth', 'paper', 'leather'] },
    weight: { type: 'number', exclusiveMinimum: 0 },
  },
}
const book = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'string' }, ...draft.properties },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': { post: { ...sent(draft), ...answer(201, book) } },
    '/books/{id}': {
      ...at('id'),
      get: answer(200, book),
      patch: { ...sent({ ...draft, required: [] }), ...answer(200, book) },
    },
  },
}

type Book = Readonly<Record<string, unknown>>
type Keep = (change: Book, before: Book | undefined) => Book

const isChange = (value: unknown): value is Book =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(
    ([name, value]) => (name in draft.properties && typeof value !== 'object') || value === null,
  )

/** What is found at the edges of a service that keeps what it is sent in that way, and answers a write with what it was sent. */
async function findingsOf(keep: Keep): Promise<readonly string[]> {
  const books = new Map<string, Book>()
  let count = 0
  const { findings } = await runContract({
    document,
    phases: ['coverage'],
    async target(request: Request) {
      const isNew = request.method === 'POST'
      const id = isNew ? String((count += 1)) : (new URL(request.url).pathname.split('/')[2] ?? '')
      const before = books.get(id)
      if (!isNew && !before) return Response.json({ message: 'None' }, { status: 404 })
      if (request.method !== 'GET') {
        const change: unknown = await request.json().catch(() => undefined)
        if (!isChange(change)) return Response.json({ message: 'Refused' }, { status: 400 })
        books.set(id, { ...before, ...keep(change, before), id })
        return Response.json({ ...books.get(id), ...change }, { status: isNew ? 201 : 200 })
      }
      return Response.json(before)
    },
  })
  return findings
    .filter(({ check }) => check === 'created-readable' || check === 'update-visible')
    .map(({ operation, message }) => `${operation}: ${message}`)
}

it('has no finding if accepted boundary values are stored', async () => {
  expect(await findingsOf((change) => change)).toEqual([])
})

it('accepts that a number is stored with fewer digits', async () => {
  const rounded = ({ weight, ...rest }: Book): Book =>
    typeof weight === 'number' ? { ...rest, weight: Number(weight.toFixed(2)) } : { ...rest }
  expect(await findingsOf(rounded)).toEqual([])
})

it('reports a string of maximum length that is stored truncated', async () => {
  const findings = await findingsOf(({ title, ...rest }) =>
    typeof title === 'string' ? { ...rest, title: title.slice(0, 40) } : rest,
  )
  expect(findings).toContainEqual(
    expect.stringMatching(/^POST \/books: .*the longest: expected title = .* as sent/),
  )
})

it('reports an accepted null that changes nothing', async () => {
  const findings = await findingsOf((change, before) =>
    change['shelf'] === null ? { ...change, shelf: before?.['shelf'] } : change,
  )
  expect(findings).toContainEqual(
    expect.stringMatching(/PATCH .* accepts shelf = null.*expected shelf = null/),
  )
})
