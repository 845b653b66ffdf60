import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const id = { type: 'string' }
const name = { type: 'string', maxLength: 200 }
const ferry = { type: 'object', required: ['id', 'name'], properties: { id, name } }
const draft = { type: 'object', required: ['name'], properties: { name } }
const refused = { 400: { description: 'Refused' }, 404: { description: 'None' } }
const documentOf = (answer: object): object => ({
  openapi: '3.0.4',
  info: { title: 'Ferries', version: '1' },
  paths: {
    '/ferries': {
      post: {
        requestBody: { required: true, ...json(draft) },
        responses: { 200: { description: 'Its id', ...json(answer) }, ...refused },
      },
    },
    '/ferries/{ferryId}': {
      parameters: [{ name: 'ferryId', in: 'path', required: true, schema: id }],
      get: { responses: { 200: { description: 'One', ...json(ferry) }, ...refused } },
    },
  },
})

interface Ferry {
  readonly id: string
  readonly name: string
}

/** What is found in ferries that are kept so, and whose create answers so. */
async function findingsOf(
  answer: (id: string) => unknown,
  keep = (ferry: Ferry): Ferry => ferry,
  schema: object = id,
) {
  const ferries = new Map<string, Ferry>()
  const { findings } = await runContract({
    document: documentOf(schema),
    phases: ['stateful'],
    async target(request: Request) {
      const id = new URL(request.url).pathname.split('/')[2]
      if (request.method === 'POST') {
        const sent = (await request.json()) as Partial<Ferry>
        if (typeof sent.name !== 'string') return new Response(null, { status: 400 })
        const ferry = { id: `f-${String(ferries.size + 1)}`, name: sent.name }
        ferries.set(ferry.id, keep(ferry))
        return Response.json(answer(ferry.id))
      }
      if (!/GET|HEAD/.test(request.method)) return new Response(null, { status: 405 })
      const ferry = ferries.get(id ?? '')
      return ferry ? Response.json(ferry) : new Response(null, { status: 404 })
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('takes a response that is only an id for the id of the created record', async () => {
  expect(await findingsOf((id) => id)).toEqual([])
  const findings = await findingsOf(
    (id) => id,
    (ferry) => ({ ...ferry, name: 'Another' }),
  )
  expect(findings).toEqual([expect.stringMatching(/^created-readable: .*expected name = /)])
})

it.each(['created', 'Ferry 5 was created', ''])('does not take %j for an id', async (answer) => {
  expect(await findingsOf(() => answer)).toEqual([])
})

it('takes the id from a property named like the path parameter', async () => {
  const schema = { type: 'object', properties: { ferryId: id } }
  expect(await findingsOf((ferryId) => ({ ferryId }), undefined, schema)).toEqual([])
  const other = (ferry: Ferry): Ferry => ({ ...ferry, name: 'Another' })
  expect(await findingsOf((ferryId) => ({ ferryId }), other, schema)).toEqual([
    expect.stringMatching(/^created-readable: .*expected name = /),
  ])
})
