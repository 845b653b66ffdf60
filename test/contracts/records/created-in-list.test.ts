import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const object = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const name = { type: 'string', maxLength: 200 }
const ferry = object({ id: { type: 'integer' }, name })
const refused = { 400: { description: 'Refused' }, 404: { description: 'None' } }
const documentOf = (ids: object): object => ({
  openapi: '3.0.4',
  info: { title: 'Ferries', version: '1' },
  paths: {
    '/ferries': {
      get: { responses: { 200: { description: 'All', ...json({ type: 'array', items: ferry }) } } },
      post: {
        requestBody: {
          required: true,
          ...json({ type: 'object', required: ['name'], properties: { name, ...ids } }),
        },
        responses: {
          201: { description: 'Made', ...json(object({ message: { type: 'string' } })) },
          ...refused,
        },
      },
    },
    '/ferries/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: 'One', ...json(ferry) }, ...refused } },
      delete: { responses: { 204: { description: 'Gone' }, ...refused } },
    },
  },
})

interface Ferry {
  readonly id: number
  readonly name: string
}

interface Port {
  /** Takes a new one in. */
  readonly keep: (ferries: Map<number, Ferry>, ferry: Ferry) => void
  /** Lets one go. */
  readonly drop: (ferries: Map<number, Ferry>, id: number) => void
}

const healthy: Port = {
  keep: (ferries, ferry) => void ferries.set(ferry.id, ferry),
  drop: (ferries, id) => void ferries.delete(id),
}

/** What is found in ferries whose create answers with a message, and which ones there are at the end. */
async function checked(port: Partial<Port>, ids: object = {}) {
  const ferries = new Map([[1, { id: 1, name: 'Red Osprey' }]])
  const { keep, drop } = { ...healthy, ...port }
  let last = 1
  const { findings } = await runContract({
    document: documentOf(ids),
    phases: ['stateful'],
    async target(request: Request) {
      const id = Number(new URL(request.url).pathname.split('/')[2] ?? Number.NaN)
      const ferry = ferries.get(id)
      if (request.method === 'POST' && Number.isNaN(id)) {
        const sent = (await request.json().catch(() => undefined)) as Partial<Ferry> | undefined
        if (typeof sent?.name !== 'string' || sent.name.length > 200)
          return new Response(null, { status: 400 })
        last += 1
        keep(ferries, { id: last, name: sent.name })
        return Response.json({ message: 'It sails.' }, { status: 201 })
      }
      if (!/GET|HEAD|DELETE/.test(request.method)) return new Response(null, { status: 405 })
      if (Number.isNaN(id)) return Response.json([...ferries.values()])
      if (!ferry) return new Response(null, { status: 404 })
      if (request.method !== 'DELETE') return Response.json(ferry)
      drop(ferries, id)
      return new Response(null, { status: 204 })
    },
  })
  return { findings: findings.map(({ check, message }) => `${check}: ${message}`), left: [...ferries.keys()] }
}

it('finds a record whose creation does not return its id in the list', async () => {
  const { findings, left } = await checked({})
  expect(findings).toEqual([])
  expect(left).toContain(1)
})

it('does not take an id that was sent for the one that the server assigned', async () => {
  const ids = { id: { type: 'integer', minimum: 1, maximum: 1 } }
  expect((await checked({}, ids)).findings).toEqual([])
})

it('judges the deletion of such a record', async () => {
  const { findings } = await checked({ drop: () => undefined })
  expect(findings).toContainEqual(expect.stringMatching(/^deleted-gone: /))
})
