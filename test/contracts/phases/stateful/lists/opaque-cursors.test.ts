import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'

const text = { type: 'string' }
const leaf = { type: 'object', required: ['id'], properties: { id: text, shade: text } }
const content = (schema: object): object => ({ content: { 'application/json': { schema } } })
const inObject = { next: { type: 'object', properties: { place: text } } }
const documentWith = (pageProperties: object, description = ''): object => ({
  openapi: '3.1.0',
  info: { title: 'Leaves', version: '1' },
  paths: {
    '/leaves': {
      get: {
        operationId: 'listLeaves',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 3 } },
          { name: 'cursor', in: 'query', description, schema: text },
        ],
        responses: {
          200: {
            description: 'Some leaves, and where the rest begins',
            ...content({
              type: 'object',
              required: ['leaves'],
              properties: {
                leaves: { type: 'array', items: leaf },
                ...pageProperties,
              },
            }),
          },
          400: { description: 'No such place' },
        },
      },
    },
    '/leaves/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'getLeaf',
        responses: { 200: { description: 'A leaf', ...content(leaf) }, 404: { description: 'None' } },
      },
    },
  },
})

const leaves = Array.from({ length: 8 }, (_, at) => ({ id: `leaf-${String(at)}`, shade: 'green' }))

/** Says where the next page begins in a way that the document leaves to be guessed, or by a field that it does not tell of. */
async function service(request: Request, isInField = false): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (request.method === 'HEAD') {
    const { status, headers } = await service(new Request(request.url))
    return new Response(null, { status, headers })
  }
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  if (pathname !== '/leaves') {
    const leaf = leaves.find(({ id }) => pathname === `/leaves/${id}`)
    return leaf ? Response.json(leaf) : new Response(null, { status: 404 })
  }
  const limit = searchParams.get('limit') ?? '3'
  const cursor = searchParams.get('cursor') ?? 'p0'
  if (!/^[1-3]$/.test(limit) || !/^p\d$/.test(cursor)) return new Response(null, { status: 400 })
  const [from, to] = [Number(cursor.slice(1)), Number(cursor.slice(1)) + Number(limit)]
  const place = to < leaves.length ? `p${String(to)}` : undefined
  return Response.json(
    { leaves: leaves.slice(from, to), ...(place !== undefined && !isInField && { next: { place } }) },
    { headers: place !== undefined && isInField ? { 'x-rest': place } : {} },
  )
}

it.each([
  ['in an object', inObject, false],
  ['in a header field', {}, true],
])(
  'has no finding if the next page cannot be followed: its cursor is %s',
  async (_, pageProperties, isInField) => {
    const target = async (request: Request): Promise<Response> => service(request, isInField)
    const { findings } = await runContract({ target, document: documentWith(pageProperties) })
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([])
  },
)

it.each([
  ['The place of the page before. Anything else is 400.', true],
  ['Where the page begins, or something else.', false],
])('judges whether a made-up cursor is refused, as described: %s', async (description, isTold) => {
  const { findings } = await runContract({
    document: documentWith(inObject, description),
    phases: ['stateful'],
    async target(request: Request) {
      return service(new Request(request.url.replace(/[?&]cursor=(?!p\d)[^&]*/, ''), request))
    },
  })
  expect(findings.map(({ check }) => check)).toEqual(isTold ? ['invalid-refused'] : [])
})
