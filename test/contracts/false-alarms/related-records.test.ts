import { expect, it } from 'vitest'
import { answers, body, check, empty, text, type ReceivedRequest } from '../support/code-first-api.ts'

const job: object = {
  type: 'object',
  required: ['id', 'worker'],
  properties: { id: { type: 'string' }, worker: text, note: text },
}
const draft: object = { type: 'object', required: ['worker'], properties: { worker: text, note: text } }
const id = { name: 'id', in: 'path', required: true, schema: text }
const paths: object = {
  '/jobs': {
    post: { ...body(draft), ...answers(201, job) },
    get: answers(200, { type: 'array', items: job }),
  },
  '/jobs/{id}': {
    parameters: [id],
    get: answers(200, job),
    patch: { ...body({ type: 'object', properties: { note: text } }), ...answers(200, job) },
    delete: { responses: { 204: { description: 'Gone' }, 404: { description: 'None' } } },
  },
}

interface Job {
  readonly id: string
}

/** Jobs of which a change, or a deletion, ends all others. */
function jobs(endsOthers: (method: string) => boolean): (request: ReceivedRequest) => Response {
  let all: readonly Job[] = []
  let count = 0
  return ({ method, path, body: sent }) => {
    const [, , id] = path.split('/')
    if (id === undefined && method === 'GET') return Response.json(all)
    if (id === undefined && method === 'POST') {
      if (['worker', 'note'].some((name) => typeof (sent[name] ?? '') !== 'string') || !('worker' in sent))
        return empty(400)
      count += 1
      const created = { ...sent, id: `j${String(count)}` }
      all = [...all, created]
      return Response.json(created, { status: 201 })
    }
    const found = all.find((each) => each.id === id)
    if (!found) return empty(404)
    if (endsOthers(method)) all = [found]
    if (method === 'DELETE') {
      all = all.filter((each) => each !== found)
      return empty(204)
    }
    if (method !== 'PATCH') return /GET|HEAD/.test(method) ? Response.json(found) : empty(405)
    if (typeof (sent['note'] ?? '') !== 'string') return empty(400)
    const changed = { ...found, ...sent, id: found.id }
    all = all.map((each) => (each === found ? changed : each))
    return Response.json(changed)
  }
}

const deletions = async (endsOthers: (method: string) => boolean): Promise<readonly string[]> => {
  const { findings } = await check(paths, jobs(endsOthers), ['stateful'])
  return findings.filter((line) => line.startsWith('deleted-gone: '))
}

it('does not take the end of a record for a consequence of a deletion that came later', async () => {
  expect(await deletions((method) => method === 'PATCH')).toEqual([])
})

it('reports that a deletion ends another record', async () => {
  expect(await deletions((method) => method === 'DELETE')).toEqual([
    expect.stringContaining('404 for a record that was not deleted'),
  ])
})
