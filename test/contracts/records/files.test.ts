import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, gone, sent, text } from '../support/document-parts.ts'

const album = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { ...text, readOnly: true }, title: text },
}
const job = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    status: { ...text, enum: ['queued', 'done', 'failed'], readOnly: true },
    finishedAt: { ...text, readOnly: true },
    title: text,
  },
}
const file = (type: string): object => ({ [type]: { schema: { ...text, format: 'binary' } } })
const download = (type: string): object => ({
  responses: {
    200: { description: 'The file', content: file(type) },
    404: { description: 'None' },
    409: { description: 'Not ready' },
  },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Albums', version: '1' },
  paths: {
    '/albums': { post: { ...sent(album), ...answer(201, album) } },
    '/albums/{id}': { ...at('id'), get: answer(200, album) },
    '/albums/{id}/cover': {
      ...at('id'),
      put: { requestBody: { required: true, content: file('image/png') }, ...gone },
      get: download('image/png'),
      delete: gone,
    },
    '/exports': { post: { ...sent(job), ...answer(202, job) } },
    '/exports/{id}': { ...at('id'), get: answer(200, job) },
    '/exports/{id}/file': { ...at('id'), get: download('text/csv') },
  },
}

interface Stored {
  readonly id: string
  cover?: string
  looks: number
}

/** Albums without covers at first, and exports that are done once they have been looked at twice. */
function albums(): (request: Request) => Promise<Response> {
  const stored = new Map<string, Stored>()
  const shown = (record: Stored): object => ({
    ...record,
    cover: undefined,
    status: record.looks > 1 ? 'done' : 'queued',
  })
  const refuse = (status: number): Response => new Response(null, { status })
  return async (request) => {
    const [, collection, id, below] = new URL(request.url).pathname.split('/')
    if (id === undefined) {
      const sentRecord: unknown = await request.json().catch(() => undefined)
      if (typeof (sentRecord as { readonly title?: unknown } | undefined)?.title !== 'string')
        return refuse(400)
      const made = { ...(sentRecord as object), id: `r${String(stored.size)}`, looks: 0 }
      stored.set(made.id, made)
      return Response.json(shown(made), { status: collection === 'albums' ? 201 : 202 })
    }
    const record = stored.get(id)
    if (!record) return refuse(404)
    if (request.method === 'PUT') record.cover = await request.text()
    else if (below === 'cover' && record.cover === undefined) return refuse(404)
    if (request.method === 'DELETE') delete record.cover
    if (request.method !== 'GET') return refuse(204)
    if (below === 'cover') return new Response(record.cover, { headers: { 'content-type': 'image/png' } })
    if (below === 'file' && record.looks < 2) return refuse(409)
    if (below === 'file') return new Response('id', { headers: { 'content-type': 'text/csv' } })
    record.looks += 1
    return Response.json(shown(record))
  }
}

it('uploads a file of which only the type is described', async () => {
  const cover = { ...document.paths['/albums/{id}/cover'] }
  const put = { requestBody: { required: true, content: { 'image/png': {} } }, ...gone }
  const described = {
    ...document,
    paths: { ...document.paths, '/albums/{id}/cover': { ...cover, put } },
  }
  const { summary } = await runContract({ document: described, phases: ['coverage'], target: albums() })
  expect(summary.covered).toBe(8)
})

it('uploads a file before it is read or deleted, and waits until one is written', async () => {
  const { findings, summary } = await runContract({ document, phases: ['coverage'], target: albums() })
  expect(findings.map(({ check }) => check)).not.toContain('valid-accepted')
  expect(summary.covered).toBe(8)
})
