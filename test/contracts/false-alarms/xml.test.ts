import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { createMock } from '../../../mock/index.ts'

const content = (schema: object): object => ({ 'application/xml': { schema } })
const pet = { $ref: '#/components/schemas/Pet' }
const fault = { description: 'fault', content: content({ $ref: '#/components/schemas/Fault' }) }

const document = {
  openapi: '3.0.3',
  info: { title: 'Pets in XML', version: '1' },
  paths: {
    '/pets': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } }],
        responses: {
          200: { description: 'ok', content: content({ type: 'array', items: pet, xml: { name: 'pets' } }) },
          default: fault,
        },
      },
      post: {
        requestBody: { required: true, content: content(pet) },
        responses: { 201: { description: 'made', content: content(pet) }, default: fault },
      },
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { responses: { 200: { description: 'ok', content: content(pet) }, default: fault } },
      put: {
        requestBody: { required: true, content: content(pet) },
        responses: { 200: { description: 'ok', content: content(pet) }, default: fault },
      },
      delete: { responses: { 204: { description: 'gone' }, default: fault } },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name', 'age'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer', readOnly: true, xml: { attribute: true } },
          name: { type: 'string', minLength: 1, maxLength: 20 },
          age: { type: 'integer', minimum: 0, maximum: 40 },
          chipped: { type: 'boolean' },
          tags: {
            type: 'array',
            maxItems: 3,
            items: { type: 'string', enum: ['good', 'loud'], xml: { name: 'tag' } },
            xml: { wrapped: true },
          },
        },
        xml: { name: 'pet' },
      },
      Fault: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
        xml: { name: 'fault' },
      },
    },
  },
}

it('finds nothing in a mock of an XML API', async () => {
  const mock = await createMock({ document })
  const report = await runContract({ target: mock.fetch, document })
  expect(report.findings).toEqual([])
  expect(report.summary).toMatchObject({ operations: 5, covered: 5 })
})

it('reports an invalid value in an XML response', async () => {
  const mock = await createMock({ document })
  const target = async (request: Request): Promise<Response> => {
    const answer = await mock.fetch(request)
    const text = await answer.text()
    const broken = text.replaceAll(/<age>\d+<\/age>/g, '<age>old</age>')
    return new Response(text === '' ? null : broken, {
      status: answer.status,
      headers: withoutLength(answer.headers),
    })
  }
  const { findings } = await runContract({ target, document, phases: ['examples', 'coverage'] })
  expect(findings.map(({ check }) => check)).toContain('response-body')
})

it('reports that invalid XML is accepted', async () => {
  const mock = await createMock({ document })
  const target = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return mock.fetch(request)
    const answer = await mock.fetch(
      new Request(request, { method: 'POST', body: '<pet><name>Any</name><age>1</age></pet>' }),
    )
    return answer
  }
  const { findings } = await runContract({ target, document, include: ['POST /pets'], phases: ['coverage'] })
  const refused = findings.filter(({ check }) => check === 'invalid-refused').map(({ title }) => title)
  expect(refused.length).toBeGreaterThan(5)
})

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers)
  copy.delete('content-length')
  return copy
}
