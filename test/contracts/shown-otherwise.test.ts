import { expect, it } from 'vitest'
import { runContract } from '../../contracts/index.ts'

const text = { type: 'string', minLength: 1, maxLength: 40 }
const content = (schema: object): object => ({ 'application/json': { schema } })
const refused = { '4XX': { description: 'Refused' } }

/** A server is asked for by the names of things, and shows the things. */
const record = {
  type: 'object',
  required: ['id', 'name', 'location', 'region'],
  additionalProperties: false,
  properties: {
    id: { type: 'integer' },
    name: text,
    location: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    region: { type: 'string', enum: ['eu', 'us'] },
    size: { type: 'string', enum: ['small', 'large'] },
  },
}
const request = {
  type: 'object',
  required: ['name', 'location'],
  additionalProperties: false,
  properties: {
    name: text,
    location: text,
    labels: { type: 'object', maxProperties: 5 },
    region: { type: ['string', 'null'], enum: ['eu', 'us', null] },
    size: { type: 'string', enum: ['small', 'large', 'best'] },
  },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Servers', version: '1' },
  paths: {
    '/servers': {
      post: {
        requestBody: { required: true, content: content(request) },
        responses: { '201': { description: 'Made', content: content(record) }, ...refused },
      },
    },
    '/servers/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { '200': { description: 'Fine', content: content(record) }, ...refused } },
    },
  },
}

type Sent = Readonly<Record<'name' | 'location' | 'region' | 'size', string>> & {
  readonly labels?: Readonly<Record<string, unknown>>
}

const shownOf = ({ name, location, labels, region, size }: Sent): object => ({
  name,
  location: { city: `Near ${location}` },
  region: region ?? 'eu',
  ...(labels && {
    labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)])),
  }),
  ...(size && { size: size === 'best' ? 'large' : size }),
})

async function findingsOf(shown: (sent: Sent) => object): Promise<readonly string[]> {
  const servers: object[] = []
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(asked: Request) {
      if (asked.method === 'POST') {
        servers.push({ ...shown((await asked.json()) as Sent), id: servers.length + 1 })
        return Response.json(servers.at(-1), { status: 201 })
      }
      const found = servers[Number(new URL(asked.url).pathname.split('/').at(-1)) - 1]
      return found && /GET|HEAD/.test(asked.method)
        ? Response.json(found)
        : new Response(null, { status: 404 })
    },
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

it('what a record has no room for as it was sent need not come back so', async () => {
  expect(await findingsOf(shownOf)).toEqual([])
})

it.each(['name', 'region', 'size'] as const)('a %s that the record has room for must', async (property) => {
  const findings = await findingsOf((sent) => ({
    ...shownOf(sent),
    [property]: property === 'name' ? 'other' : property === 'region' ? 'us' : 'small',
  }))
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatch(new RegExp(`^created-readable: .*expected ${property} = `))
})
