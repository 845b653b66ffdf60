import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startProxy } from '../../../contracts/proxy.ts'
import { type WorldRecords } from '../../../mock/engine/options/world.ts'
import { createMock, type Mock } from '../../../mock/index.ts'
import { parseJson } from '../../../spec/json.ts'
import { startStore } from '../../saboteurs/petstore/start.ts'
import { closing, serve, startWatched } from './running.ts'

let folder: string
let world: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'world-'))
  world = join(folder, 'world.json')
})
afterEach(() => rm(folder, { recursive: true }))

async function recorded(): Promise<WorldRecords> {
  const reading = parseJson(await readFile(world, 'utf8'))
  if (reading.kind === 'malformed') throw new Error(reading.message)
  return reading.value as unknown as WorldRecords
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>

/** Sends through a URL; the JSON of the answer, or its status when there is none. */
const sending =
  (fetch: (request: Request) => Promise<Response>, url: string): Send =>
  async (method, path, body) => {
    const content = body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(new Request(url + path, { method, ...content }))
    const text = await response.text()
    return response.ok && text !== '' ? (JSON.parse(text) as unknown) : response.status
  }
const asking = (mock: Mock): Send => sending(mock.fetch, 'http://mock.test')

describe('a recorded world', () => {
  it('is served by the mock as the real API did', async () => {
    const store = await startStore({})
    closing(() => store.close())
    const proxy = await startWatched({ upstream: store.url, world })
    const real = sending(fetch, proxy.url)
    await real('GET', '/categories')
    await real('GET', '/pets?limit=100')
    const { id } = (await real('POST', '/pets', { name: 'Zorro', categoryId: 1 })) as { id: number }
    await real('PATCH', `/pets/${id}`, { name: 'Zorro the second' })
    await real('GET', '/inventory')
    await real('GET', '/store/orders')
    await proxy.end()

    const mock = await createMock({ world: await recorded() })
    const stand = asking(mock)
    const direct = sending(fetch, store.url)
    for (const path of [
      `/pets?id=${id}`,
      '/pets?limit=100',
      '/categories',
      '/store/orders',
      `/inventory/${id}`,
    ]) {
      expect(await stand('GET', path)).toEqual(await direct('GET', path))
    }
    expect(await stand('POST', '/pets', { name: 'Luna', categoryId: 1 })).toMatchObject({ id: id + 1 })
  })

  it('has no deleted or missing records, and none from refused requests', async () => {
    const store = await startStore({})
    closing(() => store.close())
    const proxy = await startWatched({ upstream: store.url, world })
    const real = sending(fetch, proxy.url)
    const { id } = (await real('POST', '/pets', { name: 'Zorro', categoryId: 1 })) as { id: number }
    await real('GET', '/categories/1')
    await real('DELETE', `/pets/${id}`)
    await real('POST', '/pets', { name: '' })
    await real('GET', '/pets/999999')
    await proxy.end()
    const { '/categories': categories, ...others } = await recorded()
    expect(categories).toMatchObject([{ id: 1 }])
    expect(others).toEqual({})
  })

  it('distinguishes the collections of each scope', async () => {
    const shelves: Record<string, readonly object[]> = {
      1: [{ id: 5, title: 'Emma' }],
      2: [{ id: 5, title: 'Dune' }],
    }
    const upstream = await serve((request, response: ServerResponse) => {
      const [, shelf = '', id] = /^\/shelves\/(\d+)\/books(?:\/(\d+))?$/.exec(request.url ?? '') ?? []
      const books = shelves[shelf] ?? []
      response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify(id === undefined ? books : books[0]))
    })
    const proxy = await startWatched({ upstream, document: library, world })
    await sending(fetch, proxy.url)('GET', '/shelves/1/books')
    await sending(fetch, proxy.url)('GET', '/shelves/2/books/5')
    await proxy.end()
    const stand = asking(await createMock({ document: library, world: await recorded() }))
    expect(await stand('GET', '/shelves/1/books')).toEqual(shelves[1])
    expect(await stand('GET', '/shelves/2/books')).toEqual(shelves[2])
  })

  it('must be writable from the start', async () => {
    await expect(
      startProxy({ upstream: 'http://127.0.0.1:1', port: 0, world: '/no-such-folder/world.json' }),
    ).rejects.toMatchObject({ name: 'ProxyError', message: expect.stringContaining('ENOENT') })
  })
})

const book = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer' }, title: { type: 'string' } },
}
const parameter = (name: string): object => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'integer' },
})
const answer = (schema: object): object => ({
  200: { description: 'It.', content: { 'application/json': { schema } } },
})
const library = {
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1' },
  paths: {
    '/shelves/{shelfId}/books': {
      parameters: [parameter('shelfId')],
      get: { operationId: 'listBooks', responses: answer({ type: 'array', items: book }) },
      post: {
        operationId: 'addBook',
        requestBody: { content: { 'application/json': { schema: book } } },
        responses: answer(book),
      },
    },
    '/shelves/{shelfId}/books/{bookId}': {
      parameters: [parameter('shelfId'), parameter('bookId')],
      get: { operationId: 'getBook', responses: answer(book) },
    },
  },
}
