import { expect, it } from 'vitest'
import { recordContract } from '../../../contracts/index.ts'

const text = { type: 'string' }
const hall = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } }
const content = (schema: object): object => ({ 'application/json': { schema } })
const refused = { '404': { description: 'none' }, '422': { description: 'refused' } }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const document = {
  openapi: '3.0.4',
  info: { title: 'Halls', version: '1' },
  paths: {
    '/halls': {
      get: { responses: { '200': { description: 'ok', content: content({ type: 'array', items: hall }) } } },
    },
    '/halls/{id}': {
      ...at,
      get: { responses: { '200': { description: 'ok', content: content(hall) }, ...refused } },
    },
    '/halls/{id}/airing': {
      ...at,
      put: { operationId: 'airHall', responses: { '204': { description: 'aired' }, ...refused } },
    },
    '/concerts': {
      post: {
        operationId: 'addConcert',
        requestBody: { required: true, content: content({ type: 'object', properties: { key: text } }) },
        responses: { '201': { description: 'made' }, ...refused },
      },
    },
  },
}

const target = (request: Request): Response => {
  const { pathname } = new URL(request.url)
  const north = { id: 'north', name: 'North' }
  if (pathname === '/halls') return Response.json([north])
  if (pathname === '/halls/north') return Response.json(north)
  if (pathname === '/halls/north/airing') return new Response(null, { status: 204 })
  return pathname === '/concerts'
    ? Response.json({ errors: [{ message: 'There is no such key.' }] }, { status: 422 })
    : new Response(null, { status: 404 })
}

it('operations that accept no request are noted with the answer to the likeliest one', async () => {
  const { notes } = await recordContract({ target, document, phases: ['coverage'] })
  expect(notes).toEqual([
    'No request to addConcert was accepted: 422 (There is no such key.). Values that the document does not describe can be set in the configuration (operations).',
  ])
})

it('operations that answer 401 are noted with the options for credentials', async () => {
  const guarded = (request: Request): Response =>
    request.url.endsWith('/concerts')
      ? Response.json({ detail: 'Who are you?' }, { status: 401 })
      : target(request)
  const { notes } = await recordContract({ target: guarded, document, phases: ['coverage'] })
  expect(notes).toContainEqual(
    expect.stringMatching(
      /: 401 \(Who are you\?\)\. Give credentials that the API accepts with --auth-token, --auth or --header\.$/,
    ),
  )
})

it('operations that would change records from before the run are noted, unless one is named for them', async () => {
  const paths = {
    ...document.paths,
    '/halls/{id}/closing': {
      ...at,
      post: { operationId: 'closeHall', responses: { '204': { description: 'closed' }, ...refused } },
    },
  }
  const closed: string[] = []
  const run = async (operations: Record<string, { path: { id: string } }>): Promise<readonly string[]> => {
    const { notes } = await recordContract({
      target: async (request: Request) => {
        if (!request.url.endsWith('/closing')) return target(request)
        if (request.method === 'POST') closed.push(new URL(request.url).pathname)
        return new Response(null, { status: 204 })
      },
      document: { ...document, paths },
      phases: ['coverage'],
      exclude: ['addConcert'],
      operations,
    })
    return notes
  }
  expect(await run({})).toEqual([
    'closeHall would have changed records from before the run, as no other ones can be created. Records for that can be named in the configuration (operations).',
  ])
  expect(closed).toEqual([])
  expect(await run({ closeHall: { path: { id: 'north' } } })).toEqual([])
  expect(closed).toContain('/halls/north/closing')
})

it('records that are unchanged are not noted as restored', async () => {
  const { notes } = await recordContract({ target, document, include: ['airHall'] })
  expect(notes).toEqual([])
})

it('another base path in the document is noted when no request is accepted', async () => {
  const below = (request: Request): Response =>
    request.url.includes('/api/v1/')
      ? target(new Request(request.url.replace('/api/v1', '')))
      : new Response(null, { status: 404 })
  const served = { ...document, servers: [{ url: 'https://halls.example/api/v1/' }] }
  const { notes } = await recordContract({ target: below, document: served, phases: ['coverage'] })
  expect(notes).toEqual([
    'No request was accepted. According to the servers in the document, the API is at http://in-process.test/api/v1.',
  ])
})
