import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'

const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const id = { type: 'integer', minimum: 1, maximum: 9_999 }
const group = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id, name: { type: 'string' } },
}
const refused = { 400: { description: 'Refused' }, 404: { description: 'None' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Groups', version: '1' },
  paths: {
    '/groups': {
      get: { responses: { 200: { description: 'All', ...content({ type: 'array', items: group }) } } },
      post: {
        requestBody: { required: true, ...content(group) },
        responses: { 201: { description: 'Made', ...content(group) }, ...refused },
      },
    },
    '/groups/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
      get: { responses: { 200: { description: 'One', ...content(group) }, ...refused } },
    },
  },
}

interface Group {
  readonly id: number
  readonly name: string
}

/** What is found in groups whose ids clients choose, as far as `isFree` says that they can. */
async function findingsOf(isFree: (id: number, groups: ReadonlyMap<number, Group>) => boolean) {
  const groups = new Map([[1, { id: 1, name: 'The first' }]])
  let next = 5_000
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const idSegment = new URL(request.url).pathname.split('/')[2]
      const group = groups.get(Number(idSegment))
      if (request.method === 'POST') {
        const sent = (await request.json()) as Group
        if (typeof sent.name !== 'string') return new Response(null, { status: 400 })
        const created = { ...sent, id: isFree(sent.id, groups) ? sent.id : next++ }
        groups.set(created.id, created)
        return Response.json(created, { status: 201 })
      }
      if (!/GET|HEAD/.test(request.method)) return new Response(null, { status: 405 })
      if (idSegment !== undefined && !group) return new Response(null, { status: 404 })
      return Response.json(group ?? [...groups.values()])
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('accepts that a record whose id is taken gets another', async () => {
  expect(await findingsOf((id, groups) => !groups.has(id))).toEqual([])
})

it('reports an unused id that was replaced by another', async () => {
  const findings = await findingsOf(() => false)
  expect(findings).toEqual([expect.stringMatching(/^created-readable: .*expected id = \d+, as sent/)])
})

it('reports a new record that replaces the one with its id', async () => {
  expect(await findingsOf(() => true)).toContainEqual(
    expect.stringMatching(/^ids-unique: .* again, which replaced the record that had it/),
  )
})

it('sends a different id each time', async () => {
  const ids: unknown[] = []
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      if (request.method !== 'POST') return new Response(null, { status: 404 })
      const { id, name } = (await request.json()) as Group
      if (typeof name !== 'string') return new Response(null, { status: 400 })
      ids.push(id)
      return Response.json({ id, name }, { status: 201 })
    },
  })
  expect(findings.map(({ check }) => check)).not.toContain('server-error')
  expect(ids.length).toBeGreaterThan(10)
  // One request is sent a second time to see what comes of it.
  expect(new Set(ids).size).toBe(ids.length - 1)
})
