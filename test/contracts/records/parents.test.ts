import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'

const list = (properties: object): object => ({
  '200': {
    description: 'ok',
    content: { 'application/json': { schema: { type: 'array', items: { type: 'object', properties } } } },
  },
})
const document = {
  openapi: '3.0.4',
  info: { title: 'Trips', version: '1' },
  paths: {
    '/trips': {
      get: {
        operationId: 'listTrips',
        responses: list({ id: { type: 'string' }, name: { type: 'string' } }),
      },
    },
    '/trips/{tripId}/stops': {
      get: {
        operationId: 'listStops',
        parameters: [{ name: 'tripId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: list({ name: { type: 'string' } }),
      },
    },
  },
}

it('reads a list below records that can only be listed', async () => {
  const methods: string[] = []
  const target = (request: Request): Response => {
    const { pathname } = new URL(request.url)
    if (pathname === '/trips') return Response.json([{ id: 'north', name: 'To the north' }])
    if (pathname !== '/trips/north/stops') return Response.json({ message: 'no such trip' }, { status: 404 })
    methods.push(request.method)
    return Response.json([{ name: 'Narvik' }])
  }
  const { findings, summary } = await runContract({ target, document })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(summary.covered).toBe(2)
  expect(methods).toContain('GET')
})

it('does not follow a Location to an operation with required query parameters', async () => {
  const key = { name: 'key', in: 'query', required: true, schema: { type: 'string', minLength: 1 } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  const note = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', readOnly: true }, text: { type: 'string' } },
  }
  const content = { 'application/json': { schema: note } }
  const refused = { description: 'refused' }
  const notes = new Map<string, object>()
  const target = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.method === 'POST') {
      const note = { ...((await request.json()) as object), id: `n${String(notes.size + 1)}` }
      notes.set(note.id, note)
      return Response.json(note, { status: 201, headers: { location: `/notes/${note.id}` } })
    }
    if (!searchParams.has('key')) return Response.json({}, { status: 400 })
    const note = notes.get(pathname.slice('/notes/'.length))
    return note ? Response.json(note) : Response.json({}, { status: 404 })
  }
  const { findings, summary } = await runContract({
    target,
    phases: ['stateful'],
    document: {
      openapi: '3.0.4',
      info: { title: 'Notes', version: '1' },
      paths: {
        '/notes': {
          post: {
            operationId: 'create',
            requestBody: { content },
            responses: { '201': { description: 'made', content } },
          },
        },
        '/notes/{id}': {
          get: {
            operationId: 'read',
            parameters: [id, key],
            responses: { '200': { description: 'ok', content }, '400': refused, '404': refused },
          },
        },
      },
    },
  })
  expect(findings).toEqual([])
  expect(summary.covered).toBe(2)
})

it('creates records below a parent that clients cannot create', async () => {
  const text = { type: 'string' }
  const stop = {
    type: 'object',
    required: ['name'],
    properties: { id: { ...text, readOnly: true }, name: { ...text, minLength: 1 } },
  }
  const stops = new Map<string, object>()
  let count = 0
  const content = { 'application/json': { schema: stop } }
  const parameter = (name: string): object => ({ name, in: 'path', required: true, schema: text })
  const errors = { '400': { description: 'refused' }, '404': { description: 'none' } }
  const paths = {
    '/trips': document.paths['/trips'],
    '/trips/{tripId}/stops': {
      parameters: [parameter('tripId')],
      get: { responses: list(stop.properties) },
      post: {
        operationId: 'addStop',
        requestBody: { required: true, content },
        responses: { '201': { description: 'made', content }, ...errors },
      },
    },
    '/trips/{tripId}/stops/{stopId}': {
      parameters: [parameter('tripId'), parameter('stopId')],
      get: { operationId: 'getStop', responses: { '200': { description: 'ok', content }, ...errors } },
      delete: { operationId: 'deleteStop', responses: { '204': { description: 'gone' }, ...errors } },
    },
    '/trips/{tripId}/pause': {
      parameters: [parameter('tripId')],
      post: { operationId: 'pauseTrip', responses: { '204': { description: 'paused' }, ...errors } },
    },
  }
  const requests = new Set<string>()
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    requests.add(`${request.method} ${pathname.replace(/s\d+$/, 'stop')}`)
    const id = /^\/trips\/north\/stops\/(.+)$/.exec(pathname)?.[1]
    if (pathname === '/trips') return Response.json([{ id: 'north', name: 'To the north' }])
    if (id !== undefined && stops.has(id)) {
      if (request.method === 'GET') return Response.json(stops.get(id))
      stops.delete(id)
      return new Response(null, { status: 204 })
    }
    if (pathname !== '/trips/north/stops') return Response.json({ message: 'none' }, { status: 404 })
    if (request.method === 'GET') return Response.json([...stops.values()])
    const sent = (await request.json().catch(() => undefined)) as { name?: unknown } | undefined
    if (typeof sent?.name !== 'string' || sent.name === '') return new Response(null, { status: 400 })
    const stop = { name: sent.name, id: `s${String((count += 1))}` }
    stops.set(stop.id, stop)
    return Response.json(stop, { status: 201 })
  }
  const { summary } = await runContract({ target, document: { ...document, paths } })
  expect([...requests]).toContain('DELETE /trips/north/stops/stop')
  // What changes the trip itself is not tried on one that was there before.
  expect([...requests]).not.toContain('POST /trips/north/pause')
  expect(summary.covered).toBe(5)
})

const task = {
  type: 'object',
  required: ['title'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string' },
    listId: { type: 'integer' },
  },
}
const content = (schema: object): object => ({ 'application/json': { schema } })
const answer = (schema: object): object => ({
  responses: { 200: { description: 'ok', content: content(schema) } },
})
const sent = (schema: object): object => ({ requestBody: { required: true, content: content(schema) } })
const collection = (schema: object): object => ({
  get: answer({ type: 'array', items: schema }),
  post: { ...sent(schema), ...answer(schema) },
})
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }
const listOfTasks = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
}

it('expects the owner that the path names, whatever the body says', async () => {
  const below = {
    openapi: '3.0.4',
    info: { title: 'Tasks', version: '1' },
    paths: {
      '/lists': collection(listOfTasks),
      '/lists/{id}': { ...at, get: answer(listOfTasks) },
      '/lists/{id}/tasks': { ...at, ...collection(task) },
      '/tasks': { get: answer({ type: 'array', items: task }) },
      '/tasks/{id}': { ...at, get: answer(task) },
    },
  }
  const tasks: { id: number; title: string; listId: number }[] = []
  const lists: { id: number; title: string }[] = []
  const { findings } = await runContract({
    document: below,
    only: 'stateful/**',
    async target(request: Request) {
      const [, name = '', id, inner] = new URL(request.url).pathname.split('/')
      const owner = lists.find((each) => String(each.id) === id)
      const missing = Response.json({ message: 'none' }, { status: 404 })
      if (name === 'lists' && id !== undefined && !owner) return missing
      const all: { id: number }[] = name === 'tasks' || inner ? tasks : lists
      if (request.method === 'POST') {
        const body = (await request.json()) as { title: string }
        const made = { ...body, id: all.length + 1, ...(owner && { listId: owner.id }) }
        all.push(made)
        return Response.json(made)
      }
      if (inner) return Response.json(tasks.filter(({ listId }) => String(listId) === id))
      if (id === undefined) return Response.json(all)
      const found = all.find((each) => String(each.id) === id)
      return found ? Response.json(found) : missing
    },
  })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})
