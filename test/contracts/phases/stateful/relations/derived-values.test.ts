import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const integer = { type: 'integer' }
const object = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const answers = (schema: object, status = 200): object => ({
  responses: { [status]: { description: 'Fine', ...json(schema) }, 404: { description: 'None' } },
})

type Row = Readonly<Record<string, unknown>>

/** What is found where ports are made, and nothing else: two of them are there. `others` are answers that stay. */
async function findingsOf(others: Readonly<Record<string, { schema: object; body: unknown }>>) {
  const port = object({ id: integer, name: { type: 'string' } })
  const stays = Object.entries(others).map(([path, { schema }]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: integer }))
    return [path, { parameters, get: answers(schema) }]
  })
  const document = {
    openapi: '3.0.4',
    info: { title: 'Ports', version: '1' },
    paths: {
      '/ports': {
        get: answers({ type: 'array', items: port }),
        post: {
          requestBody: { required: true, ...json(object({ name: { type: 'string' } })) },
          ...answers(port, 201),
        },
      },
      ...Object.fromEntries(stays),
    },
  }
  const ports: Row[] = [
    { id: 1, name: 'Cowes' },
    { id: 2, name: 'Ryde' },
  ]
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const { pathname } = new URL(request.url)
      const [, collection = '', id] = pathname.split('/')
      if (request.method === 'POST' && pathname === '/ports') {
        const { name } = (await request.json()) as Row
        if (typeof name !== 'string') return new Response(null, { status: 400 })
        ports.push({ id: ports.length + 1, name })
        return Response.json(ports.at(-1), { status: 201 })
      }
      const rows = collection === 'ports' ? ports : others[`/${collection}`]?.body
      const one = id === undefined ? rows : (rows as Row[]).find((row) => String(row['id']) === id)
      return one && /GET|HEAD/.test(request.method) ? Response.json(one) : new Response(null, { status: 404 })
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('reports a number named as a count of records that does not follow them', async () => {
  const findings = await findingsOf({
    '/summary': { schema: object({ portCount: integer }), body: { portCount: 2 } },
  })
  expect(findings).toEqual([
    expect.stringMatching(/^aggregate: .*portCount is the number of records of \/ports/),
  ])
})

it('does not take a number with an equal value for a count', async () => {
  const body = { portCountryId: 2 }
  expect(await findingsOf({ '/summary': { schema: object({ portCountryId: integer }), body } })).toEqual([])
})

it('does not expect a counterpart for each record if the list shows ids of its own', async () => {
  const crew = object({ id: integer, rank: { type: 'string' } })
  const body = [
    { id: 1, rank: 'Master' },
    { id: 2, rank: 'Mate' },
  ]
  const findings = await findingsOf({
    '/crews': { schema: { type: 'array', items: crew }, body },
    '/crews/{portId}': { schema: crew, body },
    '/berths': {
      schema: { type: 'array', items: object({ id: integer, portId: integer }) },
      body: [{ id: 7, portId: 1 }],
    },
  })
  expect(findings).toEqual([])
})
