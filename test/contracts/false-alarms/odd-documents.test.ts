import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'
import {
  text,
  content,
  answer,
  note,
  sent,
  query,
  at,
  gone,
  listOf,
  notes,
  remark,
} from '../support/document-parts.ts'
import { serveFetch } from '../support/serve-fetch.ts'
import { changes } from './odd-documents/changes.ts'
import { lists } from './odd-documents/lists.ts'
import { names } from './odd-documents/names.ts'

const odd = { ...names, ...lists, ...changes }

it.each(Object.entries(odd))('reports nothing of the mock of a document %s', async (_, paths) => {
  const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths }
  const mock = await createMock({ document })
  const { findings, summary } = await runContract({ target: mock, document })
  expect(findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual([])
  expect(summary.requests).toBeGreaterThan(50)
})

it('accepts a PUT that changes only what it is sent, if no property is required', async () => {
  const open = { ...note, required: ['id'] }
  const paths = {
    '/notes': { post: { ...sent(open), ...answer(201, open) } },
    '/notes/{id}': { ...at('id'), get: answer(200, open), put: { ...sent(open), ...answer(200, open) } },
  }
  const records = new Map<string, object>()
  const { findings, summary } = await runContract({
    document: { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths },
    phases: ['stateful'],
    async target(request: Request) {
      const { method, url } = request
      const isNew = method === 'POST'
      const id = isNew ? `n${String(records.size)}` : decodeURIComponent(url.split('/').at(-1) ?? '')
      if (!isNew && !records.has(id)) return new Response(null, { status: 404 })
      if (isNew || method === 'PUT')
        records.set(id, { ...records.get(id), ...((await request.json()) as object), id })
      return Response.json(records.get(id), { status: isNew ? 201 : 200 })
    },
  })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.requests).toBeGreaterThan(10)
})

it('does not judge duplicate keys if the media type alone is refused', async () => {
  const title = { type: 'object', properties: { title: note.properties['title'] } }
  const patch = { ...sent(title, 'application/merge-patch+json'), ...answer(200, note) }
  const paths = { ...notes, '/notes/{id}': { ...notes['/notes/{id}'], patch } }
  const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths }
  const mock = await createMock({ document })
  const { findings } = await runContract({
    document,
    phases: ['coverage'],
    async target(request: Request) {
      const body = await request.text()
      // As many parsers do, it takes the last of the values.
      const once = /^\{"(.*?)":.*,"\1":/.test(body) ? JSON.stringify(JSON.parse(body)) : body
      const init = { method: request.method, headers: request.headers }
      return mock.fetch(new Request(request.url, body === '' ? init : { ...init, body: once }))
    },
  })
  expect(findings.map(({ message }) => message)).toEqual([])
})

it('accepts a list that ignores an empty filter', async () => {
  const place = { ...note, properties: { ...note.properties, place: { ...text, enum: ['desk', ''] } } }
  const paths = {
    '/notes': {
      get: { parameters: [query('place', text)], ...answer(200, { type: 'array', items: place }) },
      post: { ...sent(place), ...answer(201, place) },
    },
    '/notes/{id}': { ...at('id'), get: answer(200, place) },
  }
  const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths }
  const mock = await createMock({ document })
  const { findings, summary } = await runContract({
    document,
    phases: ['stateful'],
    target: async (request: Request) =>
      mock.fetch(new Request(request.url.replace(/\?place=$/, ''), request)),
  })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.requests).toBeGreaterThan(10)
})

it.each([404, 400])('accepts %s if the id in the path had to be generated', async (status) => {
  const get = { responses: { 200: { description: 'Fine' }, [status]: { description: 'Refused' } } }
  const { findings, summary } = await runContract({
    document: {
      openapi: '3.1.0',
      info: { title: 'Words', version: '1' },
      paths: { '/words/{word}/rhymes': { ...at('word'), get } },
    },
    target: ({ method }: Request) =>
      new Response(null, method === 'GET' ? { status } : { status: 405, headers: { allow: 'GET' } }),
  })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.requests).toBeGreaterThan(1)
})

it('accepts 404 to the read of a singleton that can be deleted', async () => {
  const note = {
    parameters: [query('of', text, { example: 'Emma' })],
    get: { responses: { 200: { description: 'Fine', content: content(remark) } } },
    delete: { responses: { 204: { description: 'Gone' } } },
  }
  const { findings, summary } = await runContract({
    document: { openapi: '3.1.0', info: { title: 'Note', version: '1' }, paths: { '/note': note } },
    phases: ['examples'],
    target({ method, url }: Request) {
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return url.endsWith('Emma') ? new Response(null, { status: 404 }) : Response.json({ text: 'A note' })
    },
  })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.requests).toBeGreaterThan(2)
})

it('accepts 400 to the read of a singleton that can be deleted, if no 404 is declared', async () => {
  const fine = { 200: { description: 'Fine', content: content(remark) }, 400: { description: 'Refused' } }
  const note = { get: { responses: fine }, delete: { responses: { 204: { description: 'Gone' } } } }
  const { findings, summary } = await runContract({
    document: { openapi: '3.1.0', info: { title: 'Note', version: '1' }, paths: { '/note': note } },
    target: ({ method }: Request) => new Response(null, { status: method === 'DELETE' ? 204 : 400 }),
  })
  expect(findings.filter(({ check }) => check === 'valid-accepted')).toEqual([])
  expect(summary.requests).toBeGreaterThan(2)
})

it('accepts 404 to an operation below a singleton that can be deleted', async () => {
  const refused = async (isDeletable: boolean): Promise<readonly string[]> => {
    const note = {
      get: { responses: { 200: { description: 'Fine', content: content(remark) } } },
      ...(isDeletable && { delete: { responses: { 204: { description: 'Gone' } } } }),
    }
    const print = { post: { responses: { 204: { description: 'Printed' } } } }
    const { findings } = await runContract({
      document: {
        openapi: '3.1.0',
        info: { title: 'Note', version: '1' },
        paths: { '/note': note, '/note/print': print },
      },
      phases: ['coverage'],
      target({ method }: Request) {
        if (method === 'GET') return Response.json({ text: 'A note' })
        return new Response(null, { status: method === 'DELETE' ? 204 : 404 })
      },
    })
    return findings.filter(({ check }) => check === 'valid-accepted').map(({ message }) => message)
  }
  expect(await refused(true)).toEqual([])
  expect(await refused(false)).not.toEqual([])
})

it('does not call an operation that only upgrades to another protocol', async () => {
  const paths = {
    ...notes,
    '/live': { get: { operationId: 'live', responses: { 101: { description: 'Upgrade' } } } },
  }
  const requestedPaths: string[] = []
  await runContract({
    document: { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths },
    target({ url }: Request) {
      requestedPaths.push(new URL(url).pathname)
      return new Response(null, { status: 400 })
    },
  })
  expect(requestedPaths).toContain('/notes')
  expect(requestedPaths).not.toContain('/live')
})

it('accepts that an operation on the whole collection changes or deletes records', async () => {
  const done = { ...note, properties: { ...note.properties, isDone: { type: 'boolean' } } }
  const count = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } }
  const change = sent({ ...done, required: [] })
  const paths = {
    '/notes': {
      get: listOf(done),
      post: { ...sent(done), ...answer(201, done) },
      patch: { ...change, ...answer(200, count) },
      delete: gone,
    },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, done),
      patch: { ...change, ...answer(200, done) },
      delete: gone,
    },
    '/notes/finish': { post: { operationId: 'finish', ...answer(200, count) } },
  }
  const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths }
  const mock = await createMock({ document })
  const requests = new Set<string>()
  const { findings, summary } = await runContract({
    document,
    async target(request: Request) {
      const { method, url, headers } = request
      const isOfAll = url.endsWith('/notes')
        ? method === 'PATCH' || method === 'DELETE'
        : method === 'POST' && url.endsWith('finish')
      // As long as another request takes to come in between.
      await setTimeout(1)
      const answered = await mock.fetch(request.clone())
      if (!isOfAll || !answered.ok) return answered
      requests.add(`${method} ${new URL(url).pathname}`)
      const body = method === 'POST' ? '{"isDone":true}' : await request.text()
      const all = (await (await mock.fetch(new Request(new URL('/notes', url)))).json()) as { id: string }[]
      for (const { id } of all) {
        const init =
          method === 'DELETE'
            ? { method }
            : {
                method: 'PATCH',
                headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
                body,
              }
        await mock.fetch(new Request(new URL(`/notes/${id}`, url), init))
      }
      return answered
    },
  })
  expect([...requests].toSorted()).toEqual(['DELETE /notes', 'PATCH /notes', 'POST /notes/finish'])
  expect(findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual([])
  expect(summary.requests).toBeGreaterThan(50)
})

it('sends the actual length in a Content-Length header that the document declares with an example', async () => {
  const length = {
    name: 'Content-Length',
    in: 'header',
    required: true,
    schema: { type: 'integer' },
    example: 783,
  }
  const post = { parameters: [length], ...sent(note), ...answer(201, note) }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: { '/notes': { get: listOf(note), post } },
  }
  const server = await serveFetch((await createMock({ document })).fetch)
  const { findings, summary } = await runContract({
    document,
    target: server.url,
    phases: ['examples', 'coverage'],
  })
  await server.close()
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([])
  expect(summary.requests).toBeGreaterThan(20)
})

it('reproduces a finding about a deleted record by deleting it', async () => {
  const change = {
    ...sent(note),
    responses: { 200: { description: 'Changed' }, 409: { description: 'Kept' } },
  }
  const paths = {
    ...notes,
    '/notes/{id}': { ...notes['/notes/{id}'], patch: { operationId: 'change', ...change } },
  }
  const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths }
  const mock = await createMock({ document })
  const { findings } = await runContract({ target: mock, document, phases: ['stateful'] })
  const curl = findings.find(({ check }) => check === 'status-declared')?.curl.split('\n')
  expect(curl?.map((line) => /POST|DELETE|PATCH/.exec(line)?.[0])).toEqual(['POST', 'DELETE', 'PATCH'])
})

it('sends the id of the parent in the path in the body as well', async () => {
  const remarked = {
    ...note,
    required: ['id', 'title', 'noteId'],
    properties: { ...note.properties, noteId: text },
  }
  const paths = {
    '/notes': notes['/notes'],
    '/notes/{noteId}': { ...notes['/notes/{id}'], ...at('noteId') },
    '/notes/{noteId}/remarks': { ...at('noteId'), post: { ...sent(remarked), ...answer(201, remarked) } },
    '/notes/{noteId}/remarks/{id}': {
      ...at('noteId', 'id'),
      get: answer(200, remarked),
      put: { ...sent(remarked), ...answer(200, remarked) },
    },
  }
  const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths }
  const mock = await createMock({ document })
  const deleted = new Set<string>()
  const others: string[] = []
  await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const { method, url } = request
      const [, noteId = ''] = /notes\/([^/]+)/.exec(url) ?? []
      const [, named] = /"noteId":"([^"]*)"/.exec(await request.clone().text()) ?? []
      const response = await mock.fetch(request)
      if (method === 'DELETE') deleted.add(noteId)
      // References to nothing are tried on purpose.
      const isOther = named !== undefined && named !== noteId && !deleted.has(named)
      if (isOther && response.ok) others.push(named)
      return response
    },
  })
  expect(others).toEqual([])
})

const times = { begins_at: { ...text, format: 'date-time' }, ends_at: { ...text, format: 'date-time' } }
const page = { type: 'object', properties: { data: { type: 'array', items: note }, next_cursor: text } }

it.each([
  {
    refusing: 'a page by a made-up cursor in the body',
    paths: {
      '/notes/search': {
        post: {
          ...sent({ type: 'object', properties: { ...note.properties, cursor: { ...text, minLength: 1 } } }),
          ...answer(200, page),
        },
      },
    },
    isRefused: (body: Record<string, string>) => body['cursor'] !== undefined,
  },
  {
    refusing: 'a record that ends before it begins',
    paths: {
      '/visits': {
        post: {
          ...sent({ type: 'object', required: ['begins_at', 'ends_at'], properties: times }),
          ...answer(201, { ...note, required: ['id'], properties: { id: text, ...times } }),
        },
      },
    },
    isRefused: (body: Record<string, string>) =>
      Date.parse(body['ends_at'] ?? '') <= Date.parse(body['begins_at'] ?? ''),
  },
  {
    refusing: 'an update that would make a record end before it begins',
    paths: {
      '/visits/{id}': {
        ...at('id'),
        patch: { ...sent({ type: 'object', properties: times }), ...answer(200, { ...note, required: [] }) },
      },
    },
    isRefused: (body: Record<string, string>) => body['ends_at'] !== undefined && !body['begins_at'],
  },
])('accepts that a service refuses $refusing', async ({ paths, isRefused }) => {
  const document = { openapi: '3.1.0', info: { title: 'Notes', version: '1' }, paths }
  const { findings, summary } = await runContract({
    document,
    phases: ['coverage', 'fuzz'],
    async target(request: Request) {
      const body = (await request.json().catch(() => [])) as Record<string, string>
      const isOdd =
        Array.isArray(body) || Object.entries(body).some(([name, value]) => isInvalid(name, value))
      return isOdd || isRefused(body)
        ? Response.json({ code: 'invalid', message: 'It is not valid.' }, { status: 400 })
        : Response.json(request.url.endsWith('search') ? { data: [] } : { ...body, id: '1', title: 'One' }, {
            status: request.url.endsWith('visits') ? 201 : 200,
          })
    },
  })
  expect(findings.filter(({ check }) => check === 'valid-accepted').map(({ message }) => message)).toEqual([])
  expect(summary.requests).toBeGreaterThan(10)
})

const isInvalid = (name: string, value: unknown): boolean =>
  typeof value !== 'string' || value === '' || (name.endsWith('_at') && Number.isNaN(Date.parse(value)))
