import { expect, it } from 'vitest'
import type { PhaseName } from '../../../contracts/events.ts'
import { runContract } from '../../../contracts/index.ts'

/** Servers whose documents are made from their code say less than the code asks for. */

const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
const body = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } })
const answers = (status: number, schema: object): object => ({
  responses: {
    [status]: { description: 'Fine', ...json(schema) },
    ...Object.fromEntries([400, 401, 404].map((each) => [each, { description: 'Refused' }])),
  },
})
const documentOf = (paths: object): object => ({
  openapi: '3.0.0',
  info: { title: 'Help desk', version: '1' },
  paths,
})
const nothing = (status: number): Response => new Response(null, { status })

interface Heard {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly body: Readonly<Record<string, unknown>>
}

/** What is found in a server that answers so; and what it took, a line for each kind of request. */
async function checked(
  paths: object,
  answer: (heard: Heard) => Response,
  phases: readonly PhaseName[] = ['coverage'],
) {
  const taken = new Set<string>()
  const { findings } = await runContract({
    document: documentOf(paths),
    phases,
    workers: 1,
    async target(request: Request) {
      const { method } = request
      const { pathname: path, search: query } = new URL(request.url)
      const text = await request.text()
      let sent: unknown = {}
      try {
        sent = text === '' ? {} : JSON.parse(text)
      } catch {
        return nothing(400)
      }
      const isObject = typeof sent === 'object' && sent !== null
      const response = answer({ method, path, query, body: (isObject ? sent : {}) as Heard['body'] })
      if (response.ok) taken.add(`${method} ${path}`)
      return response
    },
  })
  return {
    findings: findings.map(({ check, message }) => `${check}: ${message}`),
    severities: findings.map(({ severity }) => severity),
    taken,
  }
}

const login = (email: object, password: object): object => ({
  '/login': {
    post: {
      ...body({ type: 'object', required: ['email', 'password'], properties: { email, password } }),
      ...answers(200, { type: 'object' }),
    },
  },
})
const text = { type: 'string' }

it('a login is tried with the e-mail address and password that the document gives, as they are', async () => {
  const paths = login({ ...text, example: 'agent@example.com' }, { ...text, example: 'changeme' })
  const { taken } = await checked(paths, ({ body: sent }) =>
    sent['email'] === 'agent@example.com' && sent['password'] === 'changeme'
      ? Response.json({ token: 'x' })
      : nothing(401),
  )
  expect([...taken]).toContain('POST /login')
})

it('texts are of the format that their names tell, where others are refused', async () => {
  const { taken } = await checked(login(text, text), ({ body: sent }) =>
    /^[^@ ]+@[^@ ]+\.\w+$/.test(String(sent['email'])) ? Response.json({}) : nothing(400),
  )
  expect([...taken]).toContain('POST /login')
})

it('a number is a whole one, where others are refused', async () => {
  const level = { type: 'number', minimum: 1, maximum: 5 }
  const schema = { type: 'object', required: ['level'], properties: { level } }
  const { taken } = await checked(
    { '/agents': { post: { ...body(schema), ...answers(201, { type: 'object' }) } } },
    ({ body: sent }) => (Number.isInteger(sent['level']) ? Response.json({}) : nothing(400)),
  )
  expect([...taken]).toContain('POST /agents')
})

const ticket = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer' }, title: text },
}
const draft = { ...ticket, required: ['title'], properties: { title: text } }
const ticketPaths = (id: object): object => ({
  '/tickets': { post: { ...body(draft), ...answers(201, ticket) } },
  '/tickets/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
    get: answers(200, ticket),
  },
})

/** Tickets whose ids are whole numbers. */
function tickets(): (heard: Heard) => Response {
  const all: object[] = []
  return ({ method, path, body: sent }) => {
    const [, , id] = path.split('/')
    if (method === 'POST' && id === undefined) {
      if (typeof sent['title'] !== 'string') return nothing(400)
      all.push({ ...sent, id: all.length + 1 })
      return Response.json(all.at(-1), { status: 201 })
    }
    if (id === undefined || !/^-?\d+$/.test(id)) return nothing(400)
    const found = all[Number(id) - 1]
    if (!found) return nothing(404)
    return /GET|HEAD/.test(method) ? Response.json(found) : nothing(405)
  }
}

const refusedIds = ({ findings }: Awaited<ReturnType<typeof checked>>): readonly string[] =>
  findings.filter((line) => /^valid-accepted: .*\bid value/.test(line))

it.each([['number'], ['string']])(
  'an id of type %s need not take any: it may be a whole number',
  async (type) => {
    const found = await checked(ticketPaths({ type }), tickets())
    expect(refusedIds(found)).toEqual([])
  },
)

it('an id of a form that the document tells is not refused for it', async () => {
  const id = { type: 'string', maxLength: 20 }
  const found = await checked(ticketPaths(id), tickets())
  expect(refusedIds(found)).not.toEqual([])
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
  const { findings } = await checked({ '/files/{id}': { parameters, get } }, () => nothing(status))
  return findings.filter((line) => line.startsWith('valid-accepted: '))
}

it('an id that is made up is refused with 400, where the document leaves its form open', async () => {
  expect(await refusedFiles(text)).toEqual([])
  expect(await refusedFiles({ type: 'string', format: 'uuid' })).not.toEqual([])
})

it('what the document gives an example of need not be there, where it says that there may be none', async () => {
  const given = { status: 404, example: 'a1' }
  expect(await refusedFiles(text, given)).toEqual([])
  const get = { responses: { 200: { description: 'Fine' } } }
  expect(await refusedFiles(text, { ...given, get })).not.toEqual([])
})

it.each([
  ['ids', false],
  ['seats', true],
] as const)(
  '404 to other %s in a body, where no 404 is declared, is a finding: %s',
  async (name, isFinding) => {
    const asked = { type: 'object', properties: { [name]: { type: 'array', items: { type: 'integer' } } } }
    const responses = { 204: { description: 'Fine' }, 400: { description: 'Refused' } }
    const { findings } = await checked(
      { '/closing': { post: { ...body(asked), responses } } },
      ({ body: sent }) => nothing([sent[name] ?? []].flat().length > 0 ? 404 : 204),
    )
    expect(findings.some((line) => line.startsWith('valid-accepted: '))).toBe(isFinding)
    expect(findings).toContainEqual(expect.stringMatching(/^status-declared: .*got 404/))
  },
)

/** Notes of which a list shows all, and which may be null where the document has text. */
function notes(show: (note: object) => object): (heard: Heard) => Response {
  const all: object[] = []
  return ({ method, path, body: sent }) => {
    if (path !== '/notes') return nothing(404)
    if (method !== 'POST') return /GET|HEAD/.test(method) ? Response.json(all.map(show)) : nothing(405)
    if (![null, 'string'].includes(sent['title'] === null ? null : typeof sent['title'])) return nothing(400)
    all.push({ ...sent, id: all.length + 1 })
    return Response.json(show(all.at(-1)!), { status: 201 })
  }
}

const notePaths = {
  '/notes': {
    post: { ...body(draft), ...answers(201, ticket) },
    get: answers(200, { type: 'array', items: ticket }),
  },
  '/notes/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: answers(200, ticket),
  },
}

const ofContent = ({ findings }: Awaited<ReturnType<typeof checked>>): readonly string[] =>
  findings.filter((line) => /^(?:invalid-refused.*null|response-body)/.test(line))

it('what was let in against the document is told where it came in, and not of each list that shows it', async () => {
  const found = ofContent(
    await checked(
      notePaths,
      notes((note) => note),
    ),
  )
  expect(found).toEqual([expect.stringMatching(/^invalid-refused: .*title = null/)])
})

it('what lists make of records themselves is told', async () => {
  const found = ofContent(
    await checked(
      notePaths,
      notes((note) => ({ ...note, title: 7 })),
    ),
  )
  expect(found).toContainEqual(expect.stringMatching(/^response-body: .*title/))
})

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
      if (!/GET|HEAD/.test(request.method)) return Promise.resolve(nothing(405))
      const one = { id: 1, title: 'Printer', agent: 2 }
      if (pathname === '/tickets/1') return Promise.resolve(Response.json(one))
      if (pathname !== '/tickets') return Promise.resolve(nothing(404))
      return Promise.resolve(refuses(searchParams) ? nothing(status) : Response.json({ results: [one] }))
    },
  })
  return findings.filter(({ check }) => check === 'valid-accepted').map(({ message }) => message)
}

it('a page after the last need not be there', async () => {
  expect(await refusedQueries(404, (query) => Number(query.get('page') ?? 1) > 1)).toEqual([])
  expect(await refusedQueries(404, (query) => Number(query.get('size') ?? 1) > 1)).not.toEqual([])
})

it('a filter of any text by what records have a number for may ask for one', async () => {
  const isText = (name: string) => (query: URLSearchParams) => /[^\d]/.test(query.get(name) ?? '1')
  expect(await refusedQueries(400, isText('agent'))).toEqual([])
  expect(await refusedQueries(400, isText('title'))).not.toEqual([])
})

/** Records by whole numbers below their paths, refused with 400 for what `reason` says of them. */
function kept(reason: (path: string, sent: Heard['body'], all: ReadonlyMap<string, object>) => unknown) {
  const all = new Map<string, Heard['body']>()
  let last = 0
  return ({ method, path, body: sent }: Heard): Response => {
    if (method === 'POST' && !all.has(path)) {
      if (reason(path, sent, all)) return nothing(400)
      const record = { ...sent, id: (last += 1) }
      all.set(`${path}/${String(last)}`, record)
      return Response.json(record, { status: 201 })
    }
    const found = all.get(path)
    if (!found) return nothing(404)
    if (method === 'DELETE') return all.delete(path) ? nothing(204) : nothing(404)
    return /GET|HEAD/.test(method) ? Response.json(found) : nothing(405)
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

it('what is unique is made new where 400 is all that a second one gets', async () => {
  const codes = new Set<unknown>()
  const isKnown = (_: string, { code }: Heard['body']): boolean =>
    typeof code !== 'string' || codes.has(code) || !codes.add(code)
  const code = { ...text, pattern: '^[a-z]{6}$' }
  await checked(recordPaths('/queues', { code }), kept(isKnown), ['examples', 'coverage'])
  expect(codes.size).toBeGreaterThan(8)
})

it('a number by the name of another record alone is the id of one that is there', async () => {
  const isLost = (
    path: string,
    { queue, agents }: Heard['body'],
    all: ReadonlyMap<string, object>,
  ): boolean =>
    path === '/calls' &&
    !(
      all.has(`/queues/${String(queue)}`) &&
      Array.isArray(agents) &&
      agents.every((each) => all.has(`/agents/${String(each)}`))
    )
  const number = { type: 'integer' }
  const paths = {
    ...recordPaths('/queues', { title: text }),
    ...recordPaths('/agents', { title: text }),
    ...recordPaths('/calls', { queue: number, agents: { type: 'array', items: number } }),
  }
  const { taken, findings } = await checked(paths, kept(isLost))
  expect([...taken]).toContain('POST /calls')
  expect(findings.filter((line) => line.startsWith('valid-accepted'))).toEqual([])
})

it('a body made anew has the ids of records that are there', async () => {
  const isLost = (path: string, { queueId }: Heard['body'], all: ReadonlyMap<string, object>): boolean =>
    path === '/calls' && !all.has(`/queues/${String(queueId)}`)
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
  const { taken, findings } = await checked(
    { ...recordPaths('/queues', { title: text }), ...calls },
    kept(isLost),
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
        if (!/^\{.*"title":"[^]*\}$/.test(given)) return nothing(400)
        const made = { ...(JSON.parse(given) as object), id: all.size + 1 }
        all.set(String(made.id), { record: made, isOpen: !('state' in made) })
        return Response.json(made, { status: 201 })
      }
      const found = all.get(id ?? '')
      if (!found) return nothing(404)
      if (action === undefined)
        return /GET|HEAD/.test(request.method) ? Response.json(found.record) : nothing(405)
      if (request.method !== 'POST') return nothing(405)
      if (refuses(given)) return nothing(400)
      if (!found.isOpen) return nothing(409)
      found.isOpen = false
      closings += 1
      return Response.json(found.record)
    },
  })
  const ofClosing = findings.filter(({ operation }) => operation.includes('/close'))
  return { closings, findings: ofClosing.map(({ check, message }) => `${check}: ${message}`) }
}

const isNoTicket = (sent: string): boolean => !/^\{.*"title":"[^]*\}$/.test(sent)

it('what is done to a record once is tried on a new one each time', async () => {
  const { closings, findings } = await closed({ note: text }, isNoTicket)
  expect(closings).toBeGreaterThan(3)
  expect(findings.join()).not.toContain('title')
})

it('what is done to records in their first state alone finds one made of less', async () => {
  const state = { type: 'string', enum: ['closed', 'open'] }
  expect((await closed({ state }, isNoTicket)).closings).toBeGreaterThan(0)
})

it('a body that is not read is told once', async () => {
  const { findings } = await closed({ note: text }, () => false)
  const told = findings.filter((line) => line.startsWith('invalid-refused'))
  expect(told).toEqual([expect.stringContaining('not JSON')])
})

it('a body that is read in part is told for what it is let have', async () => {
  const { findings } = await closed({ note: text }, (sent) => isNoTicket(sent) && sent !== '{"name": ')
  const told = findings.filter((line) => line.startsWith('invalid-refused'))
  expect(told).toContainEqual(expect.stringContaining('note'))
})

it.each([
  ['shelf-mark', false],
  ['password', true],
] as const)('400 to a text in a query of format %s is a finding: %s', async (format, isFinding) => {
  const parameters = [{ name: 'of', in: 'query', schema: { type: 'string', format } }]
  const responses = { 200: { description: 'Fine' }, 404: { description: 'None' } }
  const { findings } = await checked({ '/shelves': { parameters, get: { responses } } }, ({ query }) =>
    nothing(query === '' ? 200 : 400),
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

it('what a part lacks is told of that part alone, and not of all that may be in it', async () => {
  const { findings } = await checked(
    { '/alarms': { post: { ...body(alarm), ...answers(201, { type: 'object' }) } } },
    ({ body: sent }) =>
      !Array.isArray(sent) &&
      ((sent['conditions'] ?? []) as { values?: unknown[] }[]).every(({ values = [] }) => values.length > 2)
        ? Response.json({}, { status: 201 })
        : Response.json({ code: 'invalid' }, { status: 400 }),
  )
  const told = findings.filter((line) => line.startsWith('valid-accepted: '))
  expect(told.filter((line) => /inverted|field/.test(line.replace(/= .*/s, '')))).toEqual([])
  expect(told).toContainEqual(expect.stringMatching(/without optional properties/))
})

it.each([
  ['a map, whose names only the server knows', { type: 'object', additionalProperties: true }, false],
  ['all that it may be', { type: 'object', properties: { status: text } }, true],
] as const)('400 to the example of a change that is %s', async (_, data, isFinding) => {
  const schema = { type: 'object', required: ['data'], properties: { data } }
  const content = { 'application/json': { schema, example: { data: { status: 'done' } } } }
  const patch = { requestBody: { required: true, content }, ...answers(200, { type: 'object' }) }
  const { findings } = await checked({ '/row': { patch } }, () => nothing(400))
  expect(findings.some((line) => line.startsWith('valid-accepted: '))).toBe(isFinding)
})

it('ids in a path are those of records that their names tell, whatever else the path is', async () => {
  const shelf = { type: 'object', required: ['id'], properties: { id: text } }
  const parameters = ['shelf'].map((name) => ({ name, in: 'path', required: true, schema: text }))
  const paths = {
    '/shelves': { get: answers(200, { type: 'array', items: shelf }) },
    '/reports/{shelf}': { parameters, get: answers(200, { type: 'object' }) },
    '/reports/{shelf}/clear': { parameters, post: answers(200, { type: 'object' }) },
  }
  const { taken } = await checked(paths, ({ path }) => {
    if (path === '/shelves') return Response.json([{ id: 'north' }])
    return path.startsWith('/reports/north') ? Response.json({}) : nothing(404)
  })
  expect([...taken]).toContain('GET /reports/north')
  // What was there before is not used up.
  expect([...taken]).not.toContain('POST /reports/north/clear')
})

const uuid = {
  ...text,
  format: 'uuid',
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
}
const desk = { type: 'object', required: ['name'], properties: { name: text, floor: { type: 'integer' } } }
const desks = {
  '/desks': {
    post: { ...body(desk), ...answers(201, { ...desk, properties: { id: uuid, ...desk.properties } }) },
  },
  '/desks/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
    get: answers(200, { ...desk, properties: { id: uuid, ...desk.properties } }),
    put: { ...body(desk), ...answers(200, { ...desk, properties: { id: uuid, ...desk.properties } }) },
  },
}

/** Desks whose ids are words, which the document calls UUIDs. */
function desksWithWords(isLosing: boolean): (heard: Heard) => Response {
  const all = new Map<string, object>()
  return ({ method, path, body: sent }) => {
    const id = method === 'POST' ? `desk-${String(all.size)}` : path.slice('/desks/'.length)
    const before = method === 'POST' ? {} : all.get(id)
    if (!before) return nothing(404)
    if (method === 'HEAD' || method === 'OPTIONS') return nothing(405)
    if (method === 'GET') return Response.json(before)
    if (typeof sent['name'] !== 'string' || !['undefined', 'number'].includes(typeof sent['floor']))
      return nothing(400)
    all.set(id, { ...(isLosing ? { ...sent, ...before } : sent), id })
    return Response.json(all.get(id), { status: method === 'POST' ? 201 : 200 })
  }
}

it('a record whose id is against the document is read and changed all the same', async () => {
  const phases = ['stateful'] as const
  const well = await checked(desks, desksWithWords(false), phases)
  expect([...well.taken]).toEqual(expect.arrayContaining(['GET /desks/desk-0', 'PUT /desks/desk-0']))
  expect(well.findings.filter((each) => !each.startsWith('response-body'))).toEqual([])
  const losing = await checked(desks, desksWithWords(true), phases)
  expect(losing.findings.join('\n')).toMatch(/update-visible: .*name = /)
})

it('a text against both a format and the pattern that says the same is told once', async () => {
  const { findings } = await checked(desks, desksWithWords(false))
  const told = findings.filter((each) => each.startsWith('response-body: POST'))
  expect(told).toEqual([expect.stringContaining('must be a valid uuid')])
})

it('what is found beside what a case is about says where it came', async () => {
  const { findings } = await checked(desks, desksWithWords(false))
  expect(findings.join('\n')).toMatch(/^response-body: GET \/desks\/\{id\} as part of "[^"]+": expected/m)
})

it('what is sent in an envelope leaves out what is refused, and keeps the rest', async () => {
  const ticket = {
    type: 'object',
    required: ['title'],
    properties: { title: text, owner: uuid, note: text, watchers: { type: 'array', items: uuid } },
  }
  const shown = { ...ticket, properties: { id: { type: 'integer' }, title: text, note: text } }
  const wrapped = (schema: object): object => ({
    type: 'object',
    required: ['data'],
    properties: { data: schema },
  })
  const sentNotes = new Set<unknown>()
  const all: object[] = []
  const { taken, findings } = await checked(
    {
      '/tickets': { post: { ...body(wrapped(ticket)), ...answers(201, wrapped(shown)) } },
      '/tickets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(200, wrapped(shown)),
      },
    },
    ({ method, path, body: { data } }) => {
      if (method === 'GET') {
        const found = all[Number(path.split('/').at(-1))]
        return found ? Response.json({ data: found }) : nothing(404)
      }
      const sent = (data ?? {}) as Heard['body']
      const isKnown = sent['owner'] === undefined && sent['watchers'] === undefined
      if (method !== 'POST' || !isKnown || typeof sent['title'] !== 'string') return nothing(400)
      sentNotes.add(typeof sent['note'])
      // The note is lost.
      all.push({ id: all.length, title: sent['title'], note: 'none' })
      return Response.json({ data: all.at(-1) }, { status: 201 })
    },
    ['stateful'],
  )
  expect([...taken]).toContain('POST /tickets')
  expect([...sentNotes]).toContain('string')
  expect(findings.join('\n')).toMatch(/created-readable: .*note = .*, as sent; got "none"/)
})

it('a list without items need not be shown', async () => {
  const shelf = {
    type: 'object',
    properties: { id: { type: 'integer' }, books: { type: 'array', maxItems: 0 } },
  }
  const { findings } = await checked(
    {
      '/shelves': { post: { ...body({ ...shelf, required: ['books'] }), ...answers(201, shelf) } },
      '/shelves/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(200, shelf),
      },
    },
    ({ method }) =>
      method === 'POST' ? Response.json({ id: 1 }, { status: 201 }) : Response.json({ id: 1 }),
    ['stateful'],
  )
  expect(findings.filter((each) => each.startsWith('created-readable'))).toEqual([])
})

const filed = (sort: object): object => ({
  '/files': {
    parameters: [{ name: 'sort', in: 'query', schema: sort }],
    get: answers(200, { type: 'object' }),
  },
})
const sortedBy = (query: string): string => new URLSearchParams(query).get('sort') ?? ''

it.each([text, { ...text, enum: [] }, { anyOf: [text, { type: 'array', items: text }] }])(
  'a query of any text that takes names of columns alone is a warning for the document: %j',
  async (sort) => {
    const { findings, severities } = await checked(filed(sort), ({ query }) =>
      ['', 'title', 'size'].includes(sortedBy(query)) ? Response.json({}) : nothing(400),
    )
    expect(findings).toEqual([
      expect.stringMatching(/^valid-accepted: .*to be accepted, or the document to restrict sort/),
    ])
    expect(severities).toEqual(['warning'])
  },
)

it('names that the document lists are an error where the query does not take them', async () => {
  const columns = {
    type: 'object',
    propertyNames: { enum: ['title'] },
    additionalProperties: { enum: ['up', 'down'] },
  }
  const { severities } = await checked(filed(columns), ({ query }) =>
    query === '' ? Response.json({}) : nothing(400),
  )
  expect(severities).toContain('error')
})

it('a query of any text that takes some made-up ones and not others is an error', async () => {
  const { findings, severities } = await checked(filed(text), ({ query }) =>
    /^$|o/.test(sortedBy(query)) ? Response.json({}) : nothing(400),
  )
  expect(findings.join()).toContain('valid-accepted')
  expect(severities).toContain('error')
})

it('a number that may be a text of a format nobody knows is sent as a number', async () => {
  const number = {
    anyOf: [
      { type: 'string', format: 'numeral' },
      { type: 'integer', minimum: 1 },
    ],
  }
  const page = { type: 'object', required: ['pages'], properties: { pages: number } }
  const { findings, taken } = await checked(
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
        : nothing(400)
    },
  )
  expect([...taken]).toEqual(['POST /prints'])
  expect(findings.filter((each) => each.startsWith('valid-accepted'))).toEqual([])
})

it.each([
  { message: '"owner" must be a valid email' },
  { errors: [{ path: ['owner'], message: 'Invalid email' }] },
  { owner: ['Enter a valid e-mail address.'] },
])('a text is of the format that its refusal asks for: %j', async (refusal) => {
  const suitcase = { type: 'object', required: ['owner', 'note'], properties: { owner: text, note: text } }
  const { taken } = await checked(
    { '/cases': { post: { ...body(suitcase), ...answers(201, { type: 'object' }) } } },
    ({ body: { owner } }) =>
      /@/.test(String(owner)) ? Response.json({}, { status: 201 }) : Response.json(refusal, { status: 400 }),
  )
  expect([...taken]).toEqual(['POST /cases'])
})

it.each([
  ['in another order', (tags: readonly unknown[]) => tags.toReversed(), ['warning']],
  ['but for the last', (tags: readonly unknown[]) => tags.slice(0, -1), ['error']],
] as const)('a list that comes back %s is told', async (_, kept, severity) => {
  const label = { ...text, minLength: 1 }
  const parcel = {
    type: 'object',
    required: ['labels'],
    properties: { labels: { type: 'array', minItems: 2, items: label } },
  }
  const shown = { ...parcel, properties: { id: { type: 'integer' }, ...parcel.properties } }
  const all: object[] = []
  const { findings, severities } = await checked(
    {
      '/parcels': { post: { ...body(parcel), ...answers(201, shown) } },
      '/parcels/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(200, { ...shown, properties: { ...shown.properties, labels: { type: 'array' } } }),
      },
    },
    ({ method, path, body: { labels } }) => {
      if (method === 'POST') all.push({ id: all.length, labels: kept(labels as readonly unknown[]) })
      const found = method === 'POST' ? all.at(-1) : all[Number(path.split('/').at(-1))]
      return found ? Response.json(found, { status: method === 'POST' ? 201 : 200 }) : nothing(404)
    },
    ['stateful'],
  )
  const told = findings.map((each, index) => [each, severities[index]] as const)
  const differing = told.filter(([each]) => each.startsWith('created-readable'))
  expect(differing.map(([, each]) => each)).toEqual(severity)
})

it('parts of which nothing is said but that they are there may become what the server makes of them', async () => {
  const step = { type: 'object', properties: { id: { ...text, readOnly: true } } }
  const parts = { type: 'array', minItems: 2, items: step }
  const plan = {
    type: 'object',
    required: ['title', 'steps'],
    properties: { title: text, steps: parts, owners: parts },
  }
  const owners = { type: 'array', items: step }
  const shown = { ...plan, properties: { id: { type: 'integer' }, ...plan.properties, owners } }
  const all: object[] = []
  let steps = 0
  const { findings } = await checked(
    {
      '/plans': { post: { ...body(plan), ...answers(201, shown) } },
      '/plans/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(200, shown),
        put: { ...body(plan), ...answers(200, shown) },
      },
    },
    ({ method, path, body: sent }) => {
      const id = method === 'POST' ? all.length : Number(path.split('/').at(-1))
      if (method !== 'POST' && !all[id]) return nothing(404)
      if (method === 'GET') return Response.json(all[id])
      if (!Array.isArray(sent['steps']) || typeof sent['title'] !== 'string') return nothing(400)
      const made = sent['steps'].map(() => ({ id: String((steps += 1)) }))
      all[id] = { id, title: sent['title'], steps: made, owners: [{ id: 'a' }] }
      return Response.json(all[id], { status: method === 'POST' ? 201 : 200 })
    },
    ['stateful'],
  )
  expect(findings.filter((each) => /^(?:created-readable|repeat-put|update-visible)/.test(each))).toEqual([])
})

it('a number by the name of another record is its id, whatever else it may be instead', async () => {
  const team = { type: 'object', required: ['title'], properties: { title: text } }
  const player = { type: 'object', properties: { nick: text, team: { anyOf: [{ type: 'number' }, text] } } }
  const withId = (schema: typeof team | typeof player): object => ({
    ...schema,
    properties: { id: { type: 'number' }, ...schema.properties },
  })
  const id = [{ name: 'id', in: 'path', required: true, schema: text }]
  const { taken } = await checked(
    {
      '/teams': { post: { ...body(team), ...answers(201, withId(team)) } },
      '/teams/{id}': { parameters: id, get: answers(200, withId(team)) },
      '/players': { post: { ...body(player), ...answers(201, withId(player)) } },
    },
    ({ method, path, body: sent }) => {
      if (method === 'GET') return path === '/teams/77' ? Response.json({ id: 77 }) : nothing(404)
      return path === '/teams' || sent['team'] === 77
        ? Response.json({ ...sent, id: 77 }, { status: 201 })
        : nothing(400)
    },
  )
  expect([...taken]).toContain('POST /players')
})

it.each([
  ['expand', false],
  ['lang', true],
])(
  'a record named by another that is not shown is told where ?%s can be asked: %s',
  async (query, isTold) => {
    const owner = { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name: text } }
    const boat = {
      type: 'object',
      required: ['name', 'owner'],
      properties: { name: text, owner: { type: 'integer' } },
    }
    const shown = { ...boat, required: ['name'], properties: { id: { type: 'integer' }, ...boat.properties } }
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
    const { findings } = await checked(
      {
        '/owners': { post: { ...body(owner), ...answers(201, owner) } },
        '/owners/{id}': { parameters: [id], get: answers(200, owner) },
        '/boats': { post: { ...body(boat), ...answers(201, shown) } },
        '/boats/{id}': {
          parameters: [id],
          get: { parameters: [{ name: query, in: 'query', schema: text }], ...answers(200, shown) },
        },
      },
      ({ method, body: { name } }) =>
        Response.json({ id: 1, name }, { status: method === 'POST' ? 201 : 200 }),
      ['stateful'],
    )
    expect(findings.some((each) => /owner = 1, as sent; got nothing/.test(each))).toBe(isTold)
  },
)

it.each([
  ['that of the whole record', true, 'warning'],
  ['its own', false, 'error'],
])('a part that PATCH takes, though its schema asks for more, and is %s', async (_, isShared, severity) => {
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
      return typeof sent !== 'object' || sent === null || isLacking ? nothing(400) : Response.json({})
    },
  })
  const told = findings.filter(({ message }) => message.includes('title missing, though required'))
  expect(told.map((each) => `${each.operation} ${each.severity}`)).toEqual([`PATCH /sheet ${severity}`])
})
