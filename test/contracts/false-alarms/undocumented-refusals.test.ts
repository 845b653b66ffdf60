import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import {
  answers,
  body,
  check,
  documentOf,
  draft,
  empty,
  text,
  ticket,
  type CheckResult,
  type ReceivedRequest,
} from '../support/code-first-api.ts'

const ticketPaths = (id: object): object => ({
  '/tickets': { post: { ...body(draft), ...answers(201, ticket) } },
  '/tickets/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
    get: answers(200, ticket),
  },
})

/** Tickets whose ids are whole numbers. */
function tickets(): (request: ReceivedRequest) => Response {
  const all: object[] = []
  return ({ method, path, body: sent }) => {
    const [, , id] = path.split('/')
    if (method === 'POST' && id === undefined) {
      if (typeof sent['title'] !== 'string') return empty(400)
      all.push({ ...sent, id: all.length + 1 })
      return Response.json(all.at(-1), { status: 201 })
    }
    if (id === undefined || !/^-?\d+$/.test(id)) return empty(400)
    const record = all[Number(id) - 1]
    if (!record) return empty(404)
    return /GET|HEAD/.test(method) ? Response.json(record) : empty(405)
  }
}

const refusedIds = ({ findings }: CheckResult): readonly string[] =>
  findings.filter((line) => /^valid-accepted: .*\bid value/.test(line))

it.each([['number'], ['string']])(
  'accepts that an id of type %s is refused unless it is an integer',
  async (type) => {
    const result = await check(ticketPaths({ type }), tickets())
    expect(refusedIds(result)).toEqual([])
  },
)

it('reports that an id is refused which satisfies a documented constraint', async () => {
  const id = { type: 'string', maxLength: 20 }
  const result = await check(ticketPaths(id), tickets())
  expect(refusedIds(result)).not.toEqual([])
})

/** What is found in files of which nothing tells the ids, and none of which is there. */
async function refusedFiles(
  id: object,
  {
    status = 400,
    example,
    get = answers(200, text),
  }: { readonly status?: number; readonly example?: string; readonly get?: object } = {},
): Promise<readonly string[]> {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: id, ...(example && { example }) }]
  const { findings } = await check({ '/files/{id}': { parameters, get } }, () => empty(status))
  return findings.filter((line) => line.startsWith('valid-accepted: '))
}

it('accepts 400 to a made-up id unless the document describes its format', async () => {
  expect(await refusedFiles(text)).toEqual([])
  expect(await refusedFiles({ type: 'string', format: 'uuid' })).not.toEqual([])
})

it('accepts 400 to a made-up id that is sent in place of the example, so that no record of others is deleted', async () => {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text, example: 'a1' }]
  const removal = { responses: { 204: { description: 'Deleted' } } }
  const paths = {
    '/tickets': { get: answers(200, { type: 'array', items: ticket }) },
    '/tickets/{id}': { parameters, get: answers(200, ticket), delete: removal },
  }
  const { findings } = await check(paths, ({ path }) =>
    path === '/tickets' ? Response.json([]) : empty(400),
  )
  expect(findings.filter((line) => line.startsWith('valid-accepted: DELETE'))).toEqual([])
})

it.each([['404'], ['4XX'], ['default']])(
  'accepts 404 to the example of an id if the document declares %s',
  async (declared) => {
    const responses = { 200: { description: 'Fine' }, [declared]: { description: 'Refused' } }
    const given = { status: 404, example: 'a1' }
    expect(await refusedFiles(text, { ...given, get: { responses } })).toEqual([])
    const { [declared]: _, ...undeclared } = responses
    expect(await refusedFiles(text, { ...given, get: { responses: undeclared } })).not.toEqual([])
  },
)

it.each([
  ['ids', false],
  ['seats', true],
] as const)(
  'reports an undeclared 404 to made-up %s in a body as a refusal of valid values: %s',
  async (name, isFinding) => {
    const schema = { type: 'object', properties: { [name]: { type: 'array', items: { type: 'integer' } } } }
    const responses = { 204: { description: 'Fine' }, 400: { description: 'Refused' } }
    const { findings } = await check(
      { '/closing': { post: { ...body(schema), responses } } },
      ({ body: sent }) => empty([sent[name] ?? []].flat().length > 0 ? 404 : 204),
    )
    expect(findings.some((line) => line.startsWith('valid-accepted: '))).toBe(isFinding)
    expect(findings).toContainEqual(expect.stringMatching(/^status-declared: .*got 404/))
  },
)

const listing = (record: object, ...query: readonly (readonly [name: string, schema: object])[]): object => ({
  get: {
    parameters: query.map(([name, schema]) => ({ name, in: 'query', schema })),
    ...answers(200, { type: 'object', properties: { results: { type: 'array', items: record } } }),
  },
})

/** What is found in a list of tickets that refuses such queries with that status. */
async function refusedQueries(status: number, refuses: (query: URLSearchParams) => boolean) {
  const record = {
    ...ticket,
    properties: { ...ticket.properties, agent: { type: 'integer' } },
  }
  const number = { type: 'integer' }
  const { findings } = await runContract({
    document: documentOf({
      '/tickets': listing(record, ['page', number], ['size', number], ['agent', text], ['title', text]),
      '/tickets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
        get: answers(200, record),
      },
    }),
    phases: ['coverage'],
    target(request: Request) {
      const { pathname, searchParams } = new URL(request.url)
      if (!/GET|HEAD/.test(request.method)) return Promise.resolve(empty(405))
      const one = { id: 1, title: 'Printer', agent: 2 }
      if (pathname === '/tickets/1') return Promise.resolve(Response.json(one))
      if (pathname !== '/tickets') return Promise.resolve(empty(404))
      return Promise.resolve(refuses(searchParams) ? empty(status) : Response.json({ results: [one] }))
    },
  })
  return findings.filter(({ check }) => check === 'valid-accepted').map(({ message }) => message)
}

it('accepts 404 to a page after the last', async () => {
  expect(await refusedQueries(404, (query) => Number(query.get('page') ?? 1) > 1)).toEqual([])
  expect(await refusedQueries(404, (query) => Number(query.get('size') ?? 1) > 1)).not.toEqual([])
})

it('accepts that a string filter on an integer property refuses other strings', async () => {
  const isText = (name: string) => (query: URLSearchParams) => /[^\d]/.test(query.get(name) ?? '1')
  expect(await refusedQueries(400, isText('agent'))).toEqual([])
  expect(await refusedQueries(400, isText('title'))).not.toEqual([])
})

it.each([
  ['shelf-mark', false],
  ['password', true],
] as const)('reports 400 to a query parameter of format %s: %s', async (format, isFinding) => {
  const parameters = [{ name: 'of', in: 'query', schema: { type: 'string', format } }]
  const responses = { 200: { description: 'Fine' }, 404: { description: 'None' } }
  const { findings } = await check({ '/shelves': { parameters, get: { responses } } }, ({ query }) =>
    empty(query === '' ? 200 : 400),
  )
  expect(findings.some((line) => line.startsWith('valid-accepted: '))).toBe(isFinding)
  expect(findings.some((line) => line.startsWith('status-declared: '))).toBe(isFinding)
})

/** Alarms with conditions, of which each has to have values though the document does not say so. */
const alarm = {
  type: 'object',
  properties: {
    conditions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field'],
        properties: {
          field: { type: 'string', maxLength: 20 },
          inverted: { type: 'boolean' },
          values: { type: 'array', items: { type: 'integer' } },
        },
      },
    },
  },
}

it('reports a missing optional property once for the object that lacks it, not for each of its other properties', async () => {
  const { findings } = await check(
    { '/alarms': { post: { ...body(alarm), ...answers(201, { type: 'object' }) } } },
    ({ body: sent }) =>
      !Array.isArray(sent) &&
      ((sent['conditions'] ?? []) as { values?: unknown[] }[]).every(({ values = [] }) => values.length > 2)
        ? Response.json({}, { status: 201 })
        : Response.json({ code: 'invalid' }, { status: 400 }),
  )
  const ofValidValues = findings.filter((line) => line.startsWith('valid-accepted: '))
  expect(ofValidValues.filter((line) => /inverted|field/.test(line.replace(/= .*/s, '')))).toEqual([])
  expect(ofValidValues).toContainEqual(expect.stringMatching(/without optional properties/))
})

it.each([
  ['a map, whose names only the server knows', { type: 'object', additionalProperties: true }, false],
  ['all that it may be', { type: 'object', properties: { status: text } }, true],
] as const)('judges 400 to the example of a change that is %s', async (_, data, isFinding) => {
  const schema = { type: 'object', required: ['data'], properties: { data } }
  const content = { 'application/json': { schema, example: { data: { status: 'done' } } } }
  const patch = { requestBody: { required: true, content }, ...answers(200, { type: 'object' }) }
  const { findings } = await check({ '/row': { patch } }, () => empty(400))
  expect(findings.some((line) => line.startsWith('valid-accepted: '))).toBe(isFinding)
})

const filed = (sort: object): object => ({
  '/files': {
    parameters: [{ name: 'sort', in: 'query', schema: sort }],
    get: answers(200, { type: 'object' }),
  },
})
const sortedBy = (query: string): string => new URLSearchParams(query).get('sort') ?? ''

it.each([text, { ...text, enum: [] }, { anyOf: [text, { type: 'array', items: text }] }])(
  'warns that the document does not restrict a string parameter that takes only column names: %j',
  async (sort) => {
    const { findings, severities } = await check(filed(sort), ({ query }) =>
      ['', 'title', 'size'].includes(sortedBy(query)) ? Response.json({}) : empty(400),
    )
    expect(findings).toEqual([
      expect.stringMatching(/^valid-accepted: .*to be accepted, or the document to restrict sort/),
    ])
    expect(severities).toEqual(['warning'])
  },
)

it('reports documented values that a parameter does not take as errors', async () => {
  const columns = {
    type: 'object',
    propertyNames: { enum: ['title'] },
    additionalProperties: { enum: ['up', 'down'] },
  }
  const { severities } = await check(filed(columns), ({ query }) =>
    query === '' ? Response.json({}) : empty(400),
  )
  expect(severities).toContain('error')
})

it('reports a string parameter that refuses only some of the made-up values as an error', async () => {
  const { findings, severities } = await check(filed(text), ({ query }) =>
    /^$|o/.test(sortedBy(query)) ? Response.json({}) : empty(400),
  )
  expect(findings.join()).toContain('valid-accepted')
  expect(severities).toContain('error')
})

it.each([
  ['that of the whole record', true, 'warning'],
  ['its own', false, 'error'],
])(
  'reports a PATCH that accepts a body without a required property, if its schema is %s',
  async (_, isShared, severity) => {
    const whole = { type: 'object', required: ['title'], properties: { title: text } }
    const document = {
      openapi: '3.0.4',
      info: { title: 'Sheets', version: '1' },
      paths: {
        '/sheet': {
          put: { ...body({ $ref: '#/components/schemas/Sheet' }), ...answers(200, { type: 'object' }) },
          patch: {
            ...body(isShared ? { $ref: '#/components/schemas/Sheet' } : whole),
            ...answers(200, { type: 'object' }),
          },
        },
      },
      components: { schemas: { Sheet: whole } },
    }
    const { findings } = await runContract({
      document,
      phases: ['coverage'],
      async target(request: Request) {
        const sent = (await request.json().catch(() => null)) as { title?: unknown } | null
        const isLacking = request.method === 'PUT' && sent?.title === undefined
        return typeof sent !== 'object' || sent === null || isLacking ? empty(400) : Response.json({})
      },
    })
    const missingTitles = findings.filter(({ message }) => message.includes('title missing, though required'))
    expect(missingTitles.map((finding) => `${finding.operation} ${finding.severity}`)).toEqual([
      `PATCH /sheet ${severity}`,
    ])
  },
)

it('does not take a refusal for whatever reason for one of a duplicate name', async () => {
  const boxes = { ...body(draft), ...answers(201, ticket) }
  let left = 5
  const { findings } = await check(
    { '/boxes': { post: boxes }, '/bags': { post: boxes } },
    ({ path, body: sent }) => {
      if (typeof sent['title'] !== 'string') return empty(400)
      if (path === '/boxes' && left === 0) return empty(400)
      if (path === '/boxes') left -= 1
      return Response.json({ ...sent, id: 1 }, { status: 201 })
    },
  )
  expect(findings.filter((line) => line.startsWith('duplicate-keys'))).toEqual([])
})

it('accepts that an id with a character that no id has is refused in a way the document leaves open', async () => {
  const document = {
    ...documentOf({
      '/tickets': { post: { ...body(draft), ...answers(201, ticket) } },
      '/tickets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: 'Fine' }, 404: { description: 'None' } } },
      },
    }),
  }
  const service = tickets()
  const { findings } = await runContract({
    document,
    phases: ['coverage'],
    async target(request: Request) {
      const { method } = request
      const { pathname: path, search: query } = new URL(request.url)
      const sent = method === 'POST' ? await request.json().catch(() => ({})) : {}
      const response = service({ method, path, query, body: sent as ReceivedRequest['body'] })
      const isBadId = response.status === 400 && path.startsWith('/tickets/')
      return isBadId ? Response.json({ message: 'No id' }, { status: 422 }) : response
    },
  })
  expect(findings.filter(({ check }) => check === 'status-declared')).toEqual([])
})

/** What a run finds of measurements that are answered with 404 where a parameter selects none, which the document may declare. */
async function refusedSelections(...declared: readonly (number | string)[]): Promise<readonly string[]> {
  const responses = Object.fromEntries(declared.map((status) => [status, { description: 'None' }]))
  const parameter = (name: string, schema: object): object => ({ name, in: 'query', schema })
  const paths = {
    '/measurement': {
      get: {
        parameters: [
          parameter('before', { type: 'number' }),
          parameter('limit', { type: 'integer', minimum: 1 }),
        ],
        responses: { 200: { description: 'Fine' }, ...responses },
      },
    },
  }
  const { findings } = await check(paths, ({ query }) =>
    query.includes('before') ? empty(404) : Response.json({ mean: 1 }),
  )
  return findings.filter((line) => line.startsWith('valid-accepted'))
}

it('a parameter may select nothing where 404 is declared, but not where it is not', async () => {
  expect(await refusedSelections(404)).toEqual([])
  expect(await refusedSelections('default')).toEqual([])
  expect(await refusedSelections()).toEqual([expect.stringContaining('before')])
})
