import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, gone, listOf, sent, text } from '../support/document-parts.ts'

/** A service as a generator of scaffolds writes it: an album with notes and a cover. */

const note = { type: 'object', required: ['id', 'title'], properties: { id: text, title: text } }
const plain = { ...note, properties: { ...note.properties, body: text, albumId: text } }
const draft = { ...plain, required: ['title'], properties: { title: text, body: text, albumId: text } }
const album = { ...note, properties: { ...note.properties, notes: { type: 'array', items: plain } } }
const newAlbum = { type: 'object', required: ['title'], properties: { title: text } }
const cover = { type: 'object', required: ['id', 'url'], properties: { id: text, url: text, albumId: text } }
const newCover = { type: 'object', required: ['url'], properties: { url: text } }
const withAlbum = { ...plain, properties: { ...plain.properties, album } }
const document = {
  openapi: '3.0.0',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/albums': { get: listOf(album), post: { ...sent(newAlbum), ...answer(200, album) } },
    '/albums/{id}': { ...at('id'), get: answer(200, album), delete: gone },
    '/albums/{id}/notes': {
      ...at('id'),
      get: listOf({ $ref: '#/components/schemas/Note' }),
      post: { ...sent(draft), ...answer(200, { $ref: '#/components/schemas/Note' }) },
    },
    '/albums/{id}/cover': {
      ...at('id'),
      get: answer(200, cover),
      post: { ...sent(newCover), ...answer(200, cover) },
    },
    '/notes': {
      get: listOf({ $ref: '#/components/schemas/NoteWithAlbum' }),
      post: { ...sent(draft), ...answer(200, { $ref: '#/components/schemas/Note' }) },
    },
    '/notes/{id}': {
      ...at('id'),
      get: answer(200, { $ref: '#/components/schemas/NoteWithAlbum' }),
      delete: gone,
    },
  },
  components: { schemas: { Note: plain, NoteWithAlbum: withAlbum } },
}

type Body = Record<string, unknown>

function createServer(): (request: Request) => Promise<Response> {
  const albums = new Map<string, Body>()
  const notes = new Map<string, Body>()
  const covers: Body[] = []
  let last = 0
  const fail = (status: number): Response => new Response(null, { status })
  const add = (records: Map<string, Body>, body: Body): Response => {
    if (typeof body['title'] !== 'string' || Object.values(body).some((each) => typeof each !== 'string'))
      return fail(400)
    const record = { ...body, id: String((last += 1)) }
    records.set(record.id, record)
    return Response.json(record)
  }
  const bodyOf = async (request: Request): Promise<Body> => {
    const body: unknown = await request.json().catch(() => undefined)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : { title: 0 }
  }
  return async (request) => {
    const [collection, id, below] = new URL(request.url).pathname.split('/').slice(1)
    const records = collection === 'albums' ? albums : notes
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (id === undefined)
      return isRead ? Response.json([...records.values()]) : add(records, await bodyOf(request))
    const found = records.get(id)
    if (!found) return fail(404)
    if (request.method === 'DELETE') return records.delete(id) ? fail(204) : fail(404)
    if (below === undefined)
      return isRead
        ? Response.json(found)
        : new Response(null, { status: 405, headers: { Allow: 'GET, HEAD, POST, DELETE' } })
    if (below === 'notes')
      return isRead
        ? Response.json([...notes.values()].filter(({ albumId }) => albumId === id))
        : add(notes, { albumId: id, ...(await bodyOf(request)) })
    const first = covers.find(({ albumId }) => albumId === id)
    if (isRead) return first ? Response.json(first) : fail(404)
    const { url } = await bodyOf(request)
    if (typeof url !== 'string') return fail(400)
    const made = { id: String((last += 1)), url, albumId: id }
    covers.push(made)
    return Response.json(made)
  }
}

it('follows records that are shown with their relations, and singletons that have to be created by POST', async () => {
  const { findings, summary } = await runContract({ document, target: createServer() })
  expect(findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
  expect(summary.covered).toBe(summary.operations)
})
