import { expect, it } from 'vitest'
import { recordContract, type Recording } from '../../contracts/index.ts'

const content = (schema: object): object => ({ 'application/json': { schema } })

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Checks a target that answers every request with `answer`, or 400 if its body is not JSON. */
function run(document: object, answer: unknown, maxRequests: number): Promise<Recording> {
  return recordContract({
    target: async (request: Request) => {
      const text = await request.text()
      if (text !== '' && !isJson(text)) return Response.json({}, { status: 400 })
      return request.method === 'HEAD' ? new Response(null) : Response.json(answer)
    },
    document,
    maxRequests,
    phases: ['examples', 'coverage', 'stateful'],
  })
}

const verdicts = ({ cases }: Recording): ReadonlySet<string> =>
  new Set(cases.map(({ verdict }) => verdict.kind))

/** A document with an operation whose request body has a property of this schema. */
function taking(property: object, schemas: object = {}): object {
  const thing = { type: 'object', required: ['property'], properties: { property } }
  const responses = { 200: { description: 'ok' }, 400: { description: 'refused' } }
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things/check': {
        post: { operationId: 'check', requestBody: { required: true, content: content(thing) }, responses },
      },
    },
    components: { schemas },
  }
}

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

it.each<[name: string, property: object, schemas: object]>([
  [
    'an enum of 20,000 objects',
    { enum: Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: `n${String(index)}` })) },
    {},
  ],
  [
    'schemas that each apply the next one twice',
    to('L30'),
    Object.fromEntries(
      Array.from({ length: 31 }, (_, level) => {
        const next = to(`L${String(level - 1)}`)
        return [`L${String(level)}`, level === 0 ? { type: 'string', minLength: 2 } : { allOf: [next, next] }]
      }),
    ) as object,
  ],
  ['a recursive schema', to('It'), { It: { type: 'object', properties: { it: to('It') } } }],
  [
    'properties named __proto__ and constructor',
    to('__proto__'),
    JSON.parse(
      '{"__proto__":{"type":"object","required":["__proto__","constructor"],"properties":{"__proto__":{"type":"integer","minimum":1},"constructor":{"type":"string"}}}}',
    ) as object,
  ],
])(
  'tests an API with %s: sends valid requests and reports accepted invalid ones',
  async (_, property, schemas) => {
    const recording = await run(taking(property, schemas), {}, 300)
    expect([...new Set(recording.findings.map(({ check }) => check))]).toContain('invalid-refused')
    expect(recording.findings.filter(({ check }) => check === 'valid-accepted')).toEqual([])
    expect(({} as Record<string, unknown>)['minimum']).toBeUndefined()
  },
)

it('stops at maxRequests with far more operations than that, and reports where', async () => {
  const operation = (id: string): object => ({
    operationId: id,
    responses: { 200: { description: 'ok', content: content({ type: 'object' }) } },
  })
  const paths = Array.from({ length: 400 }, (_, index) => [
    `/sums${String(index)}`,
    { get: operation(`sum${String(index)}`) },
  ])
  const recording = await run(
    { openapi: '3.1.0', info: { title: 'Sums', version: '1' }, paths: Object.fromEntries(paths) as object },
    { sum: 1 },
    100,
  )
  expect(recording.stopped?.reason).toBe('max-requests')
  expect(recording.finished?.requests).toBe(100)
  expect(verdicts(recording)).toContain('passed')
  expect(recording.findings).toEqual([])
})

it.each<[name: string, of: (next: object) => object]>([
  [
    'objects that each require three of the next level',
    (next) => ({ type: 'object', required: ['a', 'b', 'c'], properties: { a: next, b: next, c: next } }),
  ],
  ['arrays of at least three of the next level', (next) => ({ type: 'array', items: next, minItems: 3 })],
  ['tuples of the next level', (next) => ({ type: 'array', prefixItems: [next, next, next], minItems: 3 })],
])('reports that no value could be generated for %s, twenty levels deep', async (_, of) => {
  const levels = Array.from({ length: 21 }, (_each, level) => [
    `L${String(level)}`,
    level === 0 ? { type: 'string' } : of(to(`L${String(level - 1)}`)),
  ])
  const recording = await run(taking(to('L20'), Object.fromEntries(levels) as object), {}, 100)
  const reasons = recording.cases.map(({ verdict }) => ('reason' in verdict ? verdict.reason : ''))
  expect(reasons).toContain('No request to check was accepted.')
  expect(recording.findings.filter(({ check }) => check !== 'response-body')).toEqual([])
})

it.each<[name: string, of: (next: object) => object]>([
  ['oneOf a schema and its negation', (next) => ({ oneOf: [next, { not: next }] })],
  ['a double negation', (next) => ({ not: { not: next } })],
])('ends and notes what was not tried for %s, thirty levels deep', async (_, of) => {
  const levels = Array.from({ length: 31 }, (_each, level) => [
    `L${String(level)}`,
    level === 0 ? { type: 'string', minLength: 2 } : of(to(`L${String(level - 1)}`)),
  ])
  const recording = await run(taking(to('L30'), Object.fromEntries(levels) as object), {}, 100)
  const where = '#/paths/~1things~1check/post/requestBody/content/application~1json/schema'
  expect(recording.notes).toEqual([expect.stringContaining(`${where} was tested only in part`)])
  expect([...new Set(recording.findings.map(({ check }) => check))]).toContain('invalid-refused')
})

it('generates no value for two identical oneOf branches, as it would match both', async () => {
  const recording = await run(taking({ oneOf: [to('It'), to('It')] }, { It: { type: 'string' } }), {}, 100)
  const reasons = recording.cases.map(({ verdict }) => ('reason' in verdict ? verdict.reason : ''))
  expect(reasons).toContain('No request to check was accepted.')
})

it('leaves out each of the first properties in turn where hundreds are required', async () => {
  const names = Array.from({ length: 400 }, (_, index) => `of${String(index)}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 1 }]))
  const recording = await run(taking({ type: 'object', required: names, properties }), {}, 100)
  const accepted = recording.findings.filter(({ check }) => check === 'invalid-refused')
  expect(accepted.map(({ message }) => message).join()).toContain('of0 missing, though required')
})
