import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'

const text = { type: 'string' }
const hero = {
  type: 'object',
  required: ['name'],
  properties: { name: text, origin: text, motto: text },
}
const kept = { ...hero, required: ['id', 'name'], properties: { id: text, ...hero.properties } }
const content = (schema: object): object => ({ 'application/json': { schema } })
const shown = (status: string): object => ({
  [status]: { description: 'ok', content: content(kept) },
  '400': { description: 'refused' },
  '404': { description: 'none' },
})
const document = {
  openapi: '3.0.4',
  info: { title: 'Heroes', version: '1' },
  paths: {
    '/heroes': {
      post: { requestBody: { required: true, content: content(hero) }, responses: shown('201') },
    },
    '/heroes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: shown('200') },
      patch: {
        requestBody: { required: true, content: content({ ...hero, required: [] }) },
        responses: shown('200'),
      },
    },
  },
}

const empty = { name: null, origin: null, motto: null, rank: null }

/** Heroes with null for what they do not have, and for a rank that nobody speaks of; a change may be of the whole. */
function heroes(isWhole: boolean): (request: Request) => Promise<Response> {
  const all = new Map<string, object>()
  return async (request) => {
    const { pathname } = new URL(request.url)
    const isNew = request.method === 'POST'
    const id = isNew ? `h${String(all.size)}` : pathname.slice('/heroes/'.length)
    const before = isNew ? empty : all.get(id)
    if (!before) return new Response(null, { status: 404 })
    if (request.method === 'HEAD') return new Response(null, { status: 405 })
    if (request.method !== 'GET') {
      const sent = (await request.json()) as object
      const { name } = { ...before, ...sent } as typeof empty
      all.set(id, { ...(isWhole ? empty : before), name, ...sent, id })
    }
    return Response.json(all.get(id), { status: isNew ? 201 : 200 })
  }
}

it('reports properties that an update removes although it did not include them, even if they are shown as null', async () => {
  const messages = async (isWhole: boolean): Promise<readonly string[]> => {
    const { findings } = await runContract({ target: heroes(isWhole), document, phases: ['stateful'] })
    return findings.filter(({ check }) => check !== 'response-body').map(({ message }) => message)
  }
  expect((await messages(true)).join('\n')).toMatch(/origin = .*, which the update did not include; got null/)
  expect(await messages(false)).toEqual([])
})
