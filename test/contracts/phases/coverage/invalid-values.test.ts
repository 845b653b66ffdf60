import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock } from '../../../../mock/index.ts'
import { answer, query, sent } from '../../support/document-parts.ts'

const api = (paths: object): object => ({ openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths })
const text = { type: 'string', minLength: 1, maxLength: 40 }
const object = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

async function findingsOf(
  document: object,
  target: (request: Request) => Promise<Response>,
): Promise<readonly string[]> {
  const { findings } = await runContract({ document, phases: ['coverage'], target })
  return findings.map(({ operation, message }) => `${operation}: ${message}`)
}

it('accepts that a server replaces bytes that are not UTF-8 and refuses the result by a pattern', async () => {
  const [note, tag] = [object({ text }), object({ key: { type: 'string', pattern: '^[a-z]{2,9}$' } })]
  const document = api({
    '/notes': { post: { operationId: 'note', ...sent(note), ...answer(201, note) } },
    '/tags': { post: { operationId: 'tag', ...sent(tag), ...answer(201, tag) } },
  })
  const mock = await createMock({ document })
  const lenient = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request
    const body = method === 'POST' ? await request.text() : null
    headers.delete('content-length')
    return mock.fetch(new Request(url, { method, headers, body }))
  }
  expect(await findingsOf(document, lenient)).toEqual([])
})

it('does not report a refused integer beyond int64 that refers to no record', async () => {
  const id = { type: 'integer', format: 'int64', minimum: 1 }
  const author = object({ id, name: text })
  const note = object({ id, authorId: id })
  const list = (record: object): object => answer(200, { type: 'array', items: record })
  const document = api({
    '/authors': {
      get: { operationId: 'authors', ...list(author) },
      post: { operationId: 'addAuthor', ...sent(object({ name: text })), ...answer(201, author) },
    },
    '/authors/{id}': {
      get: {
        operationId: 'author',
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        ...answer(200, author),
      },
    },
    '/notes': {
      get: { operationId: 'notes', parameters: [query('authorId', id)], ...list(note) },
      post: { operationId: 'addNote', ...sent(object({ authorId: id })), ...answer(201, note) },
    },
  })
  const authors = new Map<number, object>()
  const findings = await findingsOf(document, async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'POST') {
      const author = authors.get(Number(pathname.split('/')[2]))
      return pathname.split('/')[2] === undefined
        ? Response.json([])
        : Response.json(author, { status: author ? 200 : 404 })
    }
    const sentNote = (await request.json()) as { readonly authorId?: number }
    if (pathname === '/notes' && !authors.has(sentNote.authorId ?? 0))
      return new Response(null, { status: 400 })
    const record = { ...sentNote, id: authors.size + 1 }
    authors.set(record.id, record)
    return Response.json(record, { status: 201 })
  })
  expect(findings.filter((finding) => /beyond int64/.test(finding))).toEqual([])
})

it('does not send values that the style of a parameter cannot express', async () => {
  const filter = {
    type: 'object',
    properties: {
      done: { type: 'boolean' },
      id: { type: 'object', properties: { $in: { type: 'array', items: { type: 'integer' } } } },
    },
  }
  const queries: string[] = []
  await findingsOf(
    api({ '/notes': { get: { parameters: [query('filter', filter)], ...answer(200, {}) } } }),
    async ({ url }) => {
      queries.push(decodeURIComponent(new URL(url).search))
      return Response.json({})
    },
  )
  expect(queries).toContain('?done=true')
  expect(queries.filter((search) => search.includes('$in'))).toEqual([])
})
