import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, at, gone, listOf, note, query, sent, text } from '../support/document-parts.ts'

type Mock = (request: Request) => Promise<Response>

/** The findings about a mock behind `behind`, which reads requests like a mapper of objects to tables. */
async function findingsOf(
  paths: object,
  behind: (mock: Mock, request: Request) => Promise<Response>,
): Promise<readonly string[]> {
  const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    target: async (request: Request) => behind(async (forwarded) => mock.fetch(forwarded), request),
  })
  return findings.map(({ check, message }) => `${check} ${message}`)
}

async function withBody(request: Request, change: (text: string) => string): Promise<Request> {
  if (!request.method.startsWith('P')) return request
  const body = await request.clone().text()
  const changed = change(body)
  return changed === body
    ? request
    : new Request(request.url, { method: request.method, headers: request.headers, body: changed })
}

const whole = { type: 'integer' }
const shelf = { ...note, properties: { ...note.properties, id: { ...whole, readOnly: true } } }
const book = {
  type: 'object',
  required: ['id', 'title', 'shelfId'],
  properties: { id: { ...whole, readOnly: true }, title: text, shelfId: whole },
}
const shelves = {
  '/shelves': { get: listOf(shelf), post: { ...sent(shelf), ...answer(201, shelf) } },
  '/shelves/{id}': { ...at('id'), get: answer(200, shelf), delete: gone },
  '/books': {
    get: { parameters: [query('shelfId', whole)], ...listOf(book) },
    post: { ...sent(book), ...answer(201, book) },
  },
  '/books/{id}': { ...at('id'), get: answer(200, book), delete: gone },
}

it.each([400, 404])('accepts that a filter by a record that does not exist answers %i', async (status) => {
  const findings = await findingsOf(shelves, async (mock, request) => {
    const { origin, searchParams } = new URL(request.url)
    const id = searchParams.get('shelfId')
    const isThere =
      id === null || !/^-?\d+$/.test(id) || (await mock(new Request(`${origin}/shelves/${id}`))).ok
    return isThere ? mock(request) : Response.json({ shelfId: ['Not one of the choices.'] }, { status })
  })
  expect(findings).toEqual([])
})

it('reports a filter by a record that refuses every value', async () => {
  const findings = await findingsOf(shelves, async (mock, request) =>
    new URL(request.url).searchParams.has('shelfId')
      ? Response.json({ shelfId: ['Unknown.'] }, { status: 400 })
      : mock(request),
  )
  expect(findings).not.toEqual([])
})

const priced = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { ...whole, readOnly: true },
    price: { type: ['string', 'null'], format: 'decimal', pattern: String.raw`^-?\d{0,5}(?:\.\d{0,2})?$` },
    zip: { type: 'string', pattern: String.raw`^\d{5}$` },
  },
}
const items = {
  '/items': { get: listOf(priced), post: { ...sent(priced), ...answer(201, priced) } },
  '/items/{id}': {
    ...at('id'),
    get: answer(200, priced),
    put: { ...sent(priced), ...answer(200, priced) },
    delete: gone,
  },
}
const decimal = /"price":"(-?\d+\.?\d*)"/

it('compares decimal numbers in texts by their value, and takes an empty text for none', async () => {
  const findings = await findingsOf(items, async (mock, request) =>
    mock(
      await withBody(request, (body) =>
        body
          .replace('"price":""', '"price":null')
          .replace(decimal, (_, price: string) => `"price":"${Number(price).toFixed(2)}"`),
      ),
    ),
  )
  expect(findings.filter((each) => !each.startsWith('invalid-refused'))).toEqual([])
})

it('reports a text of digits that loses its leading zeros', async () => {
  const findings = await findingsOf(items, async (mock, request) =>
    mock(
      await withBody(request, (body) =>
        body.replace(/"zip":"(\d+)"/, (_, zip: string) => `"zip":"9${zip.slice(1)}"`),
      ),
    ),
  )
  expect(findings).toContainEqual(expect.stringContaining('expected zip ='))
})

const tags = { type: 'array', items: text }
const tagged = { ...note, properties: { ...note.properties, tags, remark: { type: ['string', 'null'] } } }
const tagging = {
  type: 'object',
  properties: {
    title: text,
    tags: { anyOf: [tags, { type: 'null' }] },
    remark: { type: ['string', 'null'] },
  },
}
const taggedNotes = {
  '/notes': { get: listOf(tagged), post: { ...sent(tagged), ...answer(201, tagged) } },
  '/notes/{id}': {
    ...at('id'),
    get: answer(200, tagged),
    patch: { ...sent(tagging), ...answer(200, tagged) },
    delete: gone,
  },
}
const ignoring = (property: string) => async (mock: Mock, request: Request) =>
  mock(
    request.method === 'PATCH'
      ? await withBody(request, (body) =>
          body.replace(new RegExp(`"${property}":null,?`), '').replace(/,\}$/, '}'),
        )
      : request,
  )

it('accepts that null in a change means no change where the record cannot show null', async () => {
  expect(await findingsOf(taggedNotes, ignoring('tags'))).toEqual([])
})

it('reports that null changes nothing where the record can show null', async () => {
  expect(await findingsOf(taggedNotes, ignoring('remark'))).toContainEqual(
    expect.stringContaining('expected remark = null, as sent'),
  )
})

const edited = {
  type: 'object',
  required: ['id'],
  properties: { id: { ...whole, readOnly: true }, title: text, created_by: text, lastModifiedBy: text },
}
const articles = {
  '/articles': { get: listOf(edited), post: { ...sent(edited), ...answer(201, edited) } },
  '/articles/{id}': {
    ...at('id'),
    get: answer(200, edited),
    put: { ...sent(edited), ...answer(200, edited) },
    patch: { ...sent(edited), ...answer(200, edited) },
    delete: gone,
  },
}

it('accepts that the server sets who created and changed a record, whatever texts clients send', async () => {
  let edits = 0
  const findings = await findingsOf(articles, async (mock, request) => {
    edits += 1
    const editor = `user-${String(edits)}`
    return mock(
      await withBody(request, (body) =>
        body
          .replaceAll(/"created_by":"[^"\\]*"/g, '"created_by":"ann"')
          .replaceAll(/"lastModifiedBy":"[^"\\]*"/g, `"lastModifiedBy":"${editor}"`),
      ),
    )
  })
  expect(findings).toEqual([])
})
