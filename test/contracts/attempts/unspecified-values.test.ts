import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import {
  answers,
  body,
  check,
  documentOf,
  empty,
  text,
  ticket,
  type ReceivedRequest,
} from '../support/code-first-api.ts'

const login = (email: object, password: object): object => ({
  '/login': {
    post: {
      ...body({ type: 'object', required: ['email', 'password'], properties: { email, password } }),
      ...answers(200, { type: 'object' }),
    },
  },
})

it('sends the example of one property unchanged if only that names what exists', async () => {
  const shelf = { ...text, example: 'fiction' }
  const book = { type: 'object', required: ['shelf'], properties: { title: text, shelf } }
  const paths = { '/books': { post: { ...body(book), ...answers(201, book) } } }
  const titles = new Set<unknown>()
  const { taken } = await check(paths, ({ body: sent }) => {
    if (sent['shelf'] !== 'fiction' || titles.has(sent['title'])) return empty(400)
    titles.add(sent['title'])
    return Response.json(sent, { status: 201 })
  })
  expect([...taken]).toContain('POST /books')
  expect(titles.size).toBeGreaterThan(1)
})

it('sends the email address and password given as examples unchanged to a login', async () => {
  const paths = login({ ...text, example: 'agent@example.com' }, { ...text, example: 'changeme' })
  const { taken } = await check(paths, ({ body: sent }) =>
    sent['email'] === 'agent@example.com' && sent['password'] === 'changeme'
      ? Response.json({ token: 'x' })
      : empty(401),
  )
  expect([...taken]).toContain('POST /login')
})

it('sends an email address in a property named email if other strings are refused', async () => {
  const { taken } = await check(login(text, text), ({ body: sent }) =>
    /^[^@ ]+@[^@ ]+\.\w+$/.test(String(sent['email'])) ? Response.json({}) : empty(400),
  )
  expect([...taken]).toContain('POST /login')
})

it('sends an integer for type number if fractions are refused', async () => {
  const level = { type: 'number', minimum: 1, maximum: 5 }
  const schema = { type: 'object', required: ['level'], properties: { level } }
  const { taken } = await check(
    { '/agents': { post: { ...body(schema), ...answers(201, { type: 'object' }) } } },
    ({ body: sent }) => (Number.isInteger(sent['level']) ? Response.json({}) : empty(400)),
  )
  expect([...taken]).toContain('POST /agents')
})

it('sends a small number where the document sets no bounds, if others are refused', async () => {
  const schema = { type: 'object', required: ['rating'], properties: { rating: { type: 'integer' } } }
  const { taken } = await check(
    { '/reviews': { post: { ...body(schema), ...answers(201, { type: 'object' }) } } },
    ({ body: { rating } }) => (Number(rating) >= 1 && Number(rating) <= 5 ? Response.json({}) : empty(400)),
  )
  expect([...taken]).toContain('POST /reviews')
})

/** Records by whole numbers below their paths, refused with 400 for what `reason` says of them. */
function recordService(
  reason: (path: string, sent: ReceivedRequest['body'], all: ReadonlyMap<string, object>) => unknown,
) {
  const all = new Map<string, ReceivedRequest['body']>()
  let last = 0
  return ({ method, path, body: sent }: ReceivedRequest): Response => {
    if (method === 'POST' && !all.has(path)) {
      if (reason(path, sent, all)) return empty(400)
      const record = { ...sent, id: (last += 1) }
      all.set(`${path}/${String(last)}`, record)
      return Response.json(record, { status: 201 })
    }
    const stored = all.get(path)
    if (!stored) return empty(404)
    if (method === 'DELETE') return all.delete(path) ? empty(204) : empty(404)
    return /GET|HEAD/.test(method) ? Response.json(stored) : empty(405)
  }
}

const recordPaths = (path: string, properties: object): object => {
  const record = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, ...properties } }
  const sent = { type: 'object', required: Object.keys(properties), properties }
  return {
    [path]: { post: { ...body(sent), ...answers(201, record) } },
    [`${path}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: answers(200, record),
      delete: { responses: { 204: { description: 'Gone' }, 404: { description: 'Not there' } } },
    },
  }
}

it('sends a new value each time if a repeated one is refused with 400 only', async () => {
  const codes = new Set<unknown>()
  const isKnown = (_: string, { code }: ReceivedRequest['body']): boolean =>
    typeof code !== 'string' || codes.has(code) || !codes.add(code)
  const code = { ...text, pattern: '^[a-z]{6}$' }
  await check(recordPaths('/queues', { code }), recordService(isKnown), ['examples', 'coverage'])
  expect(codes.size).toBeGreaterThan(8)
})

it('sends ids of existing records in integers and arrays named after a resource', async () => {
  const isLost = (
    path: string,
    { queue, agents }: ReceivedRequest['body'],
    all: ReadonlyMap<string, object>,
  ): boolean =>
    path === '/calls' &&
    !(
      all.has(`/queues/${String(queue)}`) &&
      Array.isArray(agents) &&
      agents.every((agent) => all.has(`/agents/${String(agent)}`))
    )
  const number = { type: 'integer' }
  const paths = {
    ...recordPaths('/queues', { title: text }),
    ...recordPaths('/agents', { title: text }),
    ...recordPaths('/calls', { queue: number, agents: { type: 'array', items: number } }),
  }
  const { taken, findings } = await check(paths, recordService(isLost))
  expect([...taken]).toContain('POST /calls')
  expect(findings.filter((line) => line.startsWith('valid-accepted'))).toEqual([])
})

it('sends ids of existing records in generated bodies', async () => {
  const isLost = (
    path: string,
    { queueId }: ReceivedRequest['body'],
    all: ReadonlyMap<string, object>,
  ): boolean => path === '/calls' && !all.has(`/queues/${String(queueId)}`)
  const calls = recordPaths('/calls', { queueId: { type: 'integer' } }) as {
    '/calls': { post: { requestBody: object; responses: object } }
  }
  const lines = { type: 'array', minItems: 1, items: { type: 'object', properties: { text } } }
  const sent = {
    type: 'object',
    required: ['queueId', 'lines'],
    properties: { queueId: { type: 'integer' }, lines, kind: { type: 'string', enum: ['in', 'out'] } },
  }
  Object.assign(calls['/calls'].post, body(sent))
  Object.assign(calls['/calls'].post.responses, { 422: { description: 'Not valid' } })
  const { taken, findings } = await check(
    { ...recordPaths('/queues', { title: text }), ...calls },
    recordService(isLost),
  )
  expect([...taken]).toContain('POST /calls')
  expect(findings.filter((line) => line.startsWith('valid-accepted'))).toEqual([])
})

/** Tickets that are closed once; what the closing has against a body, and how many were closed. */
async function closed(properties: object, refuses: (sent: string) => boolean) {
  const all = new Map<string, { readonly record: object; isOpen: boolean }>()
  let closings = 0
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }]
  const record = { ...ticket, properties: { ...ticket.properties, ...properties } }
  const sent = body({ ...record, required: ['title'], properties: { title: text, ...properties } })
  const paths = {
    '/tickets': { post: { ...sent, ...answers(201, record) } },
    '/tickets/{id}': { parameters, get: answers(200, record) },
    '/tickets/{id}/close': { parameters, post: { ...sent, ...answers(200, record) } },
  }
  const { findings } = await runContract({
    document: documentOf(paths),
    phases: ['coverage'],
    workers: 1,
    async target(request: Request) {
      const [, , id, action] = new URL(request.url).pathname.split('/')
      const given = await request.text()
      if (request.method === 'POST' && id === undefined) {
        if (!/^\{.*"title":"[^]*\}$/.test(given)) return empty(400)
        const created = { ...(JSON.parse(given) as object), id: all.size + 1 }
        all.set(String(created.id), { record: created, isOpen: !('state' in created) })
        return Response.json(created, { status: 201 })
      }
      const record = all.get(id ?? '')
      if (!record) return empty(404)
      if (action === undefined)
        return /GET|HEAD/.test(request.method) ? Response.json(record.record) : empty(405)
      if (request.method !== 'POST') return empty(405)
      if (refuses(given)) return empty(400)
      if (!record.isOpen) return empty(409)
      record.isOpen = false
      closings += 1
      return Response.json(record.record)
    },
  })
  const ofClosing = findings.filter(({ operation }) => operation.includes('/close'))
  return { closings, findings: ofClosing.map(({ check, message }) => `${check}: ${message}`) }
}

const isNoTicket = (sent: string): boolean => !/^\{.*"title":"[^]*\}$/.test(sent)

it('calls an action that succeeds only once on a new record each time', async () => {
  const { closings, findings } = await closed({ note: text }, isNoTicket)
  expect(closings).toBeGreaterThan(3)
  expect(findings.join()).not.toContain('title')
})

it('creates a record without optional properties if only its initial state allows an action', async () => {
  const state = { type: 'string', enum: ['closed', 'open'] }
  expect((await closed({ state }, isNoTicket)).closings).toBeGreaterThan(0)
})

it('reports an ignored body once', async () => {
  const { findings } = await closed({ note: text }, () => false)
  const findingsOfBody = findings.filter((line) => line.startsWith('invalid-refused'))
  expect(findingsOfBody).toEqual([expect.stringContaining('not JSON')])
})

it('reports an accepted invalid property of a body that is otherwise validated', async () => {
  const { findings } = await closed({ note: text }, (sent) => isNoTicket(sent) && sent !== '{"name": ')
  const findingsOfBody = findings.filter((line) => line.startsWith('invalid-refused'))
  expect(findingsOfBody).toContainEqual(expect.stringContaining('note'))
})

it('sends the id of an existing record in a path parameter named after its resource', async () => {
  const shelf = { type: 'object', required: ['id'], properties: { id: text } }
  const parameters = ['shelf'].map((name) => ({ name, in: 'path', required: true, schema: text }))
  const paths = {
    '/shelves': { get: answers(200, { type: 'array', items: shelf }) },
    '/reports/{shelf}': { parameters, get: answers(200, { type: 'object' }) },
    '/reports/{shelf}/clear': { parameters, post: answers(200, { type: 'object' }) },
  }
  const { taken } = await check(paths, ({ path }) => {
    if (path === '/shelves') return Response.json([{ id: 'north' }])
    return path.startsWith('/reports/north') ? Response.json({}) : empty(404)
  })
  expect([...taken]).toContain('GET /reports/north')
  // What was there before is not used up.
  expect([...taken]).not.toContain('POST /reports/north/clear')
})

it('sends an integer rather than a string of an unknown format if the schema allows both', async () => {
  const number = {
    anyOf: [
      { type: 'string', format: 'numeral' },
      { type: 'integer', minimum: 1 },
    ],
  }
  const page = { type: 'object', required: ['pages'], properties: { pages: number } }
  const { findings, taken } = await check(
    {
      '/prints': {
        parameters: [{ name: 'copies', in: 'query', schema: number }],
        post: { ...body(page), ...answers(201, { type: 'object' }) },
      },
    },
    ({ query, body: { pages } }) => {
      const copies = new URLSearchParams(query).get('copies') ?? '1'
      return typeof pages === 'number' && pages >= 1 && /^[1-9]\d*$/.test(copies)
        ? Response.json({}, { status: 201 })
        : empty(400)
    },
  )
  expect([...taken]).toEqual(['POST /prints'])
  expect(findings.filter((finding) => finding.startsWith('valid-accepted'))).toEqual([])
})

it.each([
  { message: '"owner" must be a valid email' },
  { errors: [{ path: ['owner'], message: 'Invalid email' }] },
  { owner: ['Enter a valid e-mail address.'] },
])('sends a string of the format that the refusal demands: %j', async (refusal) => {
  const suitcase = { type: 'object', required: ['owner', 'note'], properties: { owner: text, note: text } }
  const { taken } = await check(
    { '/cases': { post: { ...body(suitcase), ...answers(201, { type: 'object' }) } } },
    ({ body: { owner } }) =>
      /@/.test(String(owner)) ? Response.json({}, { status: 201 }) : Response.json(refusal, { status: 400 }),
  )
  expect([...taken]).toEqual(['POST /cases'])
})

it('sends strings of the formats that the errors of a database ask for', async () => {
  const properties = { title: text, price: text, arrived: text }
  const goods = { type: 'object', required: ['title', 'price', 'arrived'], properties }
  const failure = (type: string, value: unknown): Response =>
    Response.json({ error: `invalid input syntax for type ${type}: "${String(value)}"` }, { status: 500 })
  const { taken } = await check(
    { '/goods': { post: { ...body(goods), ...answers(201, { type: 'object' }) } } },
    ({ body: { price, arrived } }) => {
      if (!/^\d+\.\d+$/.test(String(price))) return failure('numeric', price)
      return /^\d{4}-\d\d-\d\d$/.test(String(arrived))
        ? Response.json({}, { status: 201 })
        : failure('date', arrived)
    },
  )
  expect([...taken]).toEqual(['POST /goods'])
})

it('sends the id of a record in a property named after its resource that may also be a string', async () => {
  const team = { type: 'object', required: ['title'], properties: { title: text } }
  const player = { type: 'object', properties: { nick: text, team: { anyOf: [{ type: 'number' }, text] } } }
  const withId = (schema: typeof team | typeof player): object => ({
    ...schema,
    properties: { id: { type: 'number' }, ...schema.properties },
  })
  const id = [{ name: 'id', in: 'path', required: true, schema: text }]
  const { taken } = await check(
    {
      '/teams': { post: { ...body(team), ...answers(201, withId(team)) } },
      '/teams/{id}': { parameters: id, get: answers(200, withId(team)) },
      '/players': { post: { ...body(player), ...answers(201, withId(player)) } },
    },
    ({ method, path, body: sent }) => {
      if (method === 'GET') return path === '/teams/77' ? Response.json({ id: 77 }) : empty(404)
      return path === '/teams' || sent['team'] === 77
        ? Response.json({ ...sent, id: 77 }, { status: 201 })
        : empty(400)
    },
  )
  expect([...taken]).toContain('POST /players')
})
