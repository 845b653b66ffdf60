import { expect, it } from 'vitest'
import { answers, body, check, empty, text, type ReceivedRequest } from '../support/code-first-api.ts'

const profile = { type: 'object', required: ['id'], properties: { id: text, name: text } }
const user = { ...profile, properties: { ...profile.properties, email: text } }
const draft = { type: 'object', required: ['email', 'name'], properties: { email: text, name: text } }
const paths = {
  '/users': { post: { ...body(draft), ...answers(201, user) } },
  '/users/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: answers(200, profile),
  },
}

/** Users that are shown whole when they are created, and to everybody else by a public profile. */
function users(profileOf: (name: unknown) => object): (request: ReceivedRequest) => Response {
  const all = new Map<string, unknown>()
  return ({ method, path, body: sent }) => {
    const id = path.split('/')[2]
    if (method === 'POST' && id === undefined) {
      if (typeof sent['email'] !== 'string' || typeof sent['name'] !== 'string') return empty(400)
      const made = `u${String(all.size)}`
      all.set(made, sent['name'])
      return Response.json({ id: made, email: sent['email'], name: sent['name'] }, { status: 201 })
    }
    if (!/GET|HEAD/.test(method)) return empty(405)
    return id !== undefined && all.has(id) ? Response.json({ id, ...profileOf(all.get(id)) }) : empty(404)
  }
}

const lost = async (profileOf: (name: unknown) => object): Promise<readonly string[]> =>
  (await check(paths, users(profileOf), ['stateful'])).findings.filter((line) =>
    line.startsWith('created-readable: '),
  )

it('a read need not show what only the response to a creation has', async () => {
  expect(await lost((name) => ({ name }))).toEqual([])
})

it('a read shows what its own schema has of what was sent', async () => {
  expect(await lost(() => ({ name: 'Nobody' }))).toEqual([expect.stringContaining('name = ')])
})
