import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import { answer, content, gone, listOf, query, sent, text } from '../support/document-parts.ts'

const whole = { type: 'integer' }
const parameters = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: whole })),
})
const documentOf = (paths: object): object => ({
  openapi: '3.0.3',
  info: { title: 'Tables', version: '1' },
  paths,
})

/** Keys are numbers in requests, and strings of digits in responses. */
const author = {
  sent: { type: 'object', required: ['name'], properties: { id: whole, name: text } },
  shown: { type: 'object', properties: { id: { ...text, nullable: true }, name: text } },
}
const book = {
  sent: { type: 'object', required: ['title', 'authorId'], properties: { title: text, authorId: whole } },
  shown: { type: 'object', properties: { id: text, title: text, authorId: text } },
}
const mapped = documentOf({
  '/authors': { get: listOf(author.shown), post: { ...sent(author.sent), ...answer(200, author.shown) } },
  '/authors/{id}': {
    ...parameters('id'),
    get: answer(200, author.shown),
    put: { ...sent(author.sent), ...answer(200, author.shown) },
    delete: gone,
  },
  '/books': { get: listOf(book.shown), post: { ...sent(book.sent), ...answer(200, book.shown) } },
  '/books/{id}': { ...parameters('id'), get: answer(200, book.shown), delete: gone },
})

it('follows records whose ids are numbers in requests and strings of digits in responses', async () => {
  const mock = await createMock({ document: mapped })
  const { findings, summary } = await runContract({ document: mapped, target: mock.fetch })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.covered).toBe(summary.operations)
})

const editor = {
  type: 'object',
  properties: { bookId: whole, editorId: whole, role: { ...text, nullable: true } },
}
const joined = documentOf({
  '/editors': { get: listOf(editor), post: { ...sent(editor), ...answer(200, editor) } },
  '/editors/book/{bookId}/author/{editorId}': {
    ...parameters('bookId', 'editorId'),
    get: answer(200, editor),
    delete: gone,
  },
})

it('works on records that several of their properties identify together', async () => {
  const rows = new Map<string, Readonly<Record<string, unknown>>>()
  const target = async (request: Request): Promise<Response> => {
    const [, , , bookId = '', , editorId = ''] = new URL(request.url).pathname.split('/')
    const key = `${bookId}/${editorId}`
    if (bookId !== '') {
      const row = rows.get(key)
      if (!row) return Response.json({ message: 'None.' }, { status: 404 })
      return request.method === 'DELETE' && rows.delete(key)
        ? new Response(null, { status: 204 })
        : Response.json(row)
    }
    if (request.method !== 'POST') return Response.json([...rows.values()])
    const row = JSON.parse(await request.text()) as Readonly<Record<string, unknown>>
    if (!Number.isInteger(row['bookId']) || !Number.isInteger(row['editorId']))
      return Response.json({ message: 'Refused.' }, { status: 400 })
    rows.set(`${String(row['bookId'])}/${String(row['editorId'])}`, row)
    return Response.json(row)
  }
  const { summary } = await runContract({ document: joined, target, phases: ['examples'] })
  expect(summary.covered).toBe(4)
  // Each record that was created has been deleted.
  expect([...rows.keys()]).toEqual([])
})

const tag = {
  type: 'object',
  required: ['type', 'value'],
  properties: { type: { ...text, minLength: 2 }, value: { ...text, minLength: 2 }, color: text },
}
const named = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})

it('expects no unique value of a property that only a part of the key is', async () => {
  const document = documentOf({
    '/tags': { get: listOf(tag), post: { ...sent(tag), ...answer(201, tag) } },
    '/tags/{type}': { ...named('type'), get: listOf(tag) },
    '/tags/{type}/{value}': { ...named('type', 'value'), get: answer(200, tag), delete: gone },
  })
  const rows: { readonly type: string; readonly value: string }[] = [{ type: 'simple', value: 'first' }]
  const isTag = (row: unknown): row is (typeof rows)[number] =>
    typeof row === 'object' &&
    row !== null &&
    ['type', 'value'].every((name) => {
      const value = Object.entries(row).find(([each]) => each === name)?.[1] as unknown
      return typeof value === 'string' && value.length > 1
    })
  const target = async (request: Request): Promise<Response> => {
    const [, , type, value] = new URL(request.url).pathname.split('/').map(decodeURIComponent)
    const at = rows.findIndex((row) => row.type === type && row.value === value)
    if (request.method === 'POST') {
      const row = JSON.parse((await request.text()) || 'null') as unknown
      if (!isTag(row)) return Response.json({ message: 'Refused.' }, { status: 400 })
      // Only one type exists.
      const kept = { ...row, type: 'simple' }
      rows.push(kept)
      return Response.json(kept, { status: 201 })
    }
    if (value === undefined)
      return Response.json(type === undefined ? rows : rows.filter((row) => row.type === type))
    if (at < 0) return Response.json({ message: 'None.' }, { status: 404 })
    if (request.method !== 'DELETE') return Response.json(rows[at])
    rows.splice(at, 1)
    return new Response(null, { status: 204 })
  }
  const { findings } = await runContract({ document, target, phases: ['stateful'] })
  expect(findings.filter(({ check }) => check === 'ids-unique' || check === 'created-listed')).toEqual([])
})

it('accepts that rows without a key show their own lists in another order on each page', async () => {
  const right = { type: 'object', properties: { table: text, rights: { type: 'array', items: text } } }
  const size = query('limit', { ...whole, minimum: 1 })
  const start = query('offset', { ...whole, minimum: 0 })
  const document = documentOf({ '/rights': { get: { parameters: [size, start], ...listOf(right) } } })
  const tables = ['pets', 'orders', 'users', 'stocks', 'shops']
  const target = (request: Request): Response => {
    const { searchParams } = new URL(request.url)
    const [limit, offset] = [
      Number(searchParams.get('limit') ?? 100),
      Number(searchParams.get('offset') ?? 0),
    ]
    const rights = limit < 100 ? ['read', 'write'] : ['write', 'read']
    return Response.json(tables.slice(offset, offset + limit).map((table) => ({ table, rights })))
  }
  const { findings } = await runContract({ document, target, phases: ['stateful'] })
  expect(findings.map(({ message }) => message)).toEqual([])
})

it('reads a list again whose items become more while its pages are read', async () => {
  const row = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...text, readOnly: true }, name: text },
  }
  const size = query('limit', { ...whole, minimum: 1, default: 50 })
  const start = query('offset', { ...whole, minimum: 0, default: 0 })
  const document = documentOf({
    '/rows': {
      get: { parameters: [size, start], ...listOf(row) },
      post: { ...sent(row), ...answer(201, row) },
    },
    '/rows/{id}': { ...named('id'), get: answer(200, row) },
  })
  const ids = ['m1', 'm2', 'm3', 'm4', 'm5']
  let left = 1
  const target = async (request: Request): Promise<Response> => {
    const { searchParams, pathname } = new URL(request.url)
    const id = pathname.split('/')[2]
    if (id !== undefined)
      return ids.includes(id) ? Response.json({ id }) : Response.json({ message: 'None.' }, { status: 404 })
    if (request.method === 'POST') {
      await request.text()
      ids.push(`n${String(ids.length)}`)
      return Response.json({ id: ids.at(-1) }, { status: 201 })
    }
    const [limit, offset] = [Number(searchParams.get('limit') ?? 50), Number(searchParams.get('offset') ?? 0)]
    const page = ids.slice(offset, offset + limit).map((each) => ({ id: each }))
    // Somebody else adds a row at the front.
    if (limit === 2 && offset === 0 && left > 0) {
      left -= 1
      ids.unshift(`a${String(left)}`)
    }
    return Response.json(page)
  }
  const { findings } = await runContract({ document, target, phases: ['stateful'] })
  expect(left).toBe(0)
  expect(findings.filter(({ check }) => check === 'list-offset')).toEqual([])
})

it('expects no other cursors to be accepted than the server issues, whatever the parameter is called', async () => {
  const from = query(
    'startAfter',
    { ...text, format: 'byte' },
    { description: 'Cursor for forward pagination.' },
  )
  const document = documentOf({
    '/rows': { get: { parameters: [from], ...listOf({ type: 'object', properties: { name: text } }) } },
  })
  const target = (request: Request): Response =>
    new URL(request.url).searchParams.has('startAfter')
      ? Response.json({ message: 'Unable to parse the cursor.' }, { status: 400 })
      : Response.json([{ name: 'pets' }])
  const { findings } = await runContract({ document, target, phases: ['coverage'] })
  expect(findings.filter(({ check }) => check === 'valid-accepted')).toEqual([])
})

it('compares a change with one property of a record that is itself a list of operations by what was sent', async () => {
  const operation = {
    type: 'object',
    required: ['op', 'path'],
    properties: { op: { ...text, enum: ['add', 'remove', 'replace'] }, path: text, value: text },
  }
  const role = { name: { ...text, minLength: 1 }, limit: { type: 'integer' }, until: text }
  const change = { type: 'object', properties: { ...role, config: { type: 'array', items: operation } } }
  const shown = {
    type: 'object',
    required: ['id'],
    properties: { id: { ...whole, readOnly: true }, ...role },
  }
  const document = documentOf({
    '/roles': {
      get: listOf(shown),
      post: { ...sent({ ...shown, required: ['name'] }), ...answer(201, shown) },
    },
    '/roles/{id}': {
      ...parameters('id'),
      get: answer(200, shown),
      patch: { ...sent(change), ...answer(200, shown) },
    },
  })
  const plain = documentOf({
    ...(Reflect.get(document, 'paths') as object),
    '/roles/{id}': {
      ...parameters('id'),
      get: answer(200, shown),
      patch: {
        ...answer(200, shown),
        requestBody: { content: content({ type: 'object', properties: role }) },
      },
    },
  })
  const mock = await createMock({ document: plain })
  const { findings } = await runContract({ document, target: mock.fetch, phases: ['stateful'] })
  expect(findings.map(({ message }) => message)).toEqual([])
})

it('warns of an id sent as a string if the response may show it as one', async () => {
  const mock = await createMock({ document: mapped })
  const target = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return mock.fetch(request)
    const body = (await request.text()).replace(/"(id|authorId)":"(\d+)"/, '"$1":$2')
    const { url, method, headers } = request
    const response = await mock.fetch(new Request(url, { method, headers, body }))
    const shown = JSON.parse(await response.clone().text()) as Readonly<Record<string, unknown>>
    const id = /"id":(\d+)/.exec(body)?.[1]
    return response.ok && id !== undefined ? Response.json({ ...shown, id }) : response
  }
  const { findings } = await runContract({ document: mapped, target, phases: ['coverage'] })
  const found = findings.filter(({ message }) => /refuses (?:id|authorId) = "\d+", a string/.test(message))
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([])
})

it('sends each property with a value of its own after a refusal that quotes a value they shared', async () => {
  const person = { type: 'object', properties: { id: whole, nick: text, born: text } }
  const document = documentOf({
    '/people': { get: listOf(person), post: { ...sent(person), ...answer(200, person) } },
    '/people/{id}': { ...parameters('id'), get: answer(200, person), delete: gone },
  })
  const bodies: Readonly<Record<string, string>>[] = []
  const nicks = new Set<string>()
  const target = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return Response.json({ message: 'None.' }, { status: 404 })
    const body = JSON.parse(await request.text()) as Readonly<Record<string, string>>
    const { born, nick } = body
    if (born !== undefined && !/^\d{4}-\d\d-\d\d$/.test(born))
      return Response.json({ message: `invalid input syntax for type date: "${born}"` }, { status: 500 })
    if (nick !== undefined && (nicks.has(nick) || /^\d{4}-/.test(nick)))
      return Response.json({ message: 'duplicate key value' }, { status: 500 })
    if (nick !== undefined) nicks.add(nick)
    bodies.push(body)
    return Response.json({ id: bodies.length, ...body })
  }
  await runContract({ document, target, phases: ['stateful'] })
  expect(bodies.some(({ nick, born }) => nick !== undefined && born !== undefined)).toBe(true)
})
