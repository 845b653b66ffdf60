import { expect, it } from 'vitest'
import { answers, body, check, empty, text, type ReceivedRequest } from '../support/code-first-api.ts'

const state = { type: 'string', enum: ['pending', 'active', 'expired'] }
const silence: object = {
  type: 'object',
  required: ['id', 'status', 'comment'],
  properties: {
    id: { type: 'string', readOnly: true },
    status: { type: 'object', readOnly: true, required: ['state'], properties: { state } },
    comment: text,
  },
}
const id = { name: 'id', in: 'path', required: true, schema: text }
const paths: object = {
  '/silences': {
    get: answers(200, { type: 'array', items: silence }),
    post: { ...body(silence), ...answers(201, silence) },
  },
  '/silences/{id}': {
    parameters: [id],
    get: answers(200, silence),
    delete: { responses: { 200: { description: 'Deleted' }, 404: { description: 'None' } } },
  },
}

/** Silences that are in another state after their deletion. */
function silences(after: string): (request: ReceivedRequest) => Response {
  const all = new Map<string, object>()
  return ({ method, path, body: sent }) => {
    const [, , id] = path.split('/')
    if (id === undefined && method === 'POST') {
      if (typeof sent['comment'] !== 'string') return empty(400)
      const created = { comment: sent['comment'], id: `s${String(all.size)}`, status: { state: 'active' } }
      all.set(created.id, created)
      return Response.json(created, { status: 201 })
    }
    const found = all.get(id ?? '')
    if (id !== undefined && !found) return empty(404)
    if (id === undefined) return /GET|HEAD/.test(method) ? Response.json([...all.values()]) : empty(405)
    if (method === 'DELETE') {
      all.set(id, { ...found, status: { state: after } })
      return empty(200)
    }
    return /GET|HEAD/.test(method) ? Response.json(found) : empty(405)
  }
}

const deletions = async (after: string): Promise<readonly string[]> =>
  (await check(paths, silences(after), ['stateful'])).findings.filter((line) =>
    /^(?:deleted-gone|repeat-delete): /.test(line),
  )

it('accepts that a deletion leaves the record in a state that ends it', async () => {
  expect(await deletions('expired')).toEqual([])
})

it.each(['active', 'pending'])('reports that a deletion leaves the record %s', async (after) => {
  expect(await deletions(after)).not.toEqual([])
})
