import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'

/** An API that is sent forms, and answers with JSON. */

const text = { type: 'string' }
const problem = { type: 'object', required: ['error'], properties: { error: { type: 'object' } } }
const refused = {
  default: { description: 'Refused', content: { 'application/json': { schema: problem } } },
}
const answers = (schema: object): object => ({
  responses: { 200: { description: 'Fine', content: { 'application/json': { schema } } }, ...refused },
})
const form = (properties: object): object => ({
  requestBody: {
    content: {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', properties },
        encoding: { tags: { style: 'deepObject', explode: true } },
      },
    },
  },
})
const query = (name: string, schema: object, more: object = {}): object => ({
  name,
  in: 'query',
  schema,
  ...more,
})
const expand = query(
  'expand',
  { type: 'array', items: { ...text, maxLength: 5000 } },
  { style: 'deepObject', explode: true, description: 'Which fields in the answer are to be expanded.' },
)
const key = { name: 'Idempotency-Key', in: 'header', schema: text }
const id = { name: 'ticket', in: 'path', required: true, schema: text }
const ticket = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: text,
    status: { type: 'string', enum: ['open', 'closed'] },
    note: { ...text, nullable: true },
    desk: { ...text, nullable: true },
    row: { type: 'integer', nullable: true },
    tags: { type: 'array', items: text },
    venue: { anyOf: [{ type: 'object' }], nullable: true },
  },
}
const deleted = {
  type: 'object',
  required: ['id', 'deleted'],
  properties: { id: text, deleted: { type: 'boolean', enum: [true] } },
}
const list = {
  type: 'object',
  required: ['data', 'has_more'],
  properties: { data: { type: 'array', items: ticket }, has_more: { type: 'boolean' } },
}
const cursors = [query('starting_after', text), query('ending_before', text)]
const document = {
  openapi: '3.0.0',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/tickets': {
      get: {
        operationId: 'listTickets',
        parameters: [expand, query('limit', { type: 'integer' }), ...cursors],
        ...answers(list),
      },
      post: {
        operationId: 'createTicket',
        parameters: [key],
        ...form({
          note: text,
          desk: text,
          row: { type: 'integer', minimum: 1 },
          tags: { type: 'array', items: text },
        }),
        ...answers(ticket),
      },
    },
    '/tickets/{ticket}': {
      parameters: [id],
      get: {
        operationId: 'getTicket',
        parameters: [expand],
        ...answers({ anyOf: [ticket, deleted] }),
      },
      post: { operationId: 'updateTicket', parameters: [key], ...form({ note: text }), ...answers(ticket) },
      delete: { operationId: 'deleteTicket', ...answers(deleted) },
    },
    '/tickets/{ticket}/close': {
      parameters: [id],
      post: { operationId: 'closeTicket', parameters: [key], ...answers(ticket) },
    },
  },
}

interface Ticket {
  readonly id: string
  deleted?: true
  [name: string]: unknown
}

/** Empty texts unset what they are for, a ticket is for a desk or a row, what is closed cannot be closed. */
function tickets(): (request: Request) => Promise<Response> {
  let tickets: readonly Ticket[] = []
  const replays = new Map<string, readonly [sent: string, answer: object]>()
  const fail = (status = 400): Response => Response.json({ error: {} }, { status })
  const shown = (ticket: Ticket): object => (ticket.deleted ? { id: ticket.id, deleted: true } : ticket)
  const write = (sent: URLSearchParams): object | undefined => {
    const tags = sent.getAll('tags[]').filter((tag) => tag !== '')
    const isList = [...sent.keys()].every((name) => !/^tags(?!\[\]$)/.test(name))
    const row = sent.get('row')
    if (!isList || (row !== null && !/^[1-9]\d*$/.test(row))) return undefined
    const texts = ['note', 'desk'].flatMap((name) => (sent.has(name) ? [[name, sent.get(name) || null]] : []))
    return {
      ...Object.fromEntries(texts),
      ...(row !== null && { row: Number(row) }),
      ...(sent.has('tags[]') && { tags }),
    }
  }
  const page = (parameters: URLSearchParams): Response => {
    const limit = parameters.get('limit') ?? '10'
    const rows = tickets.filter((ticket) => !ticket.deleted)
    const [after, before] = ['starting_after', 'ending_before'].map((name) => parameters.get(name))
    const at = rows.findIndex((ticket) => ticket.id === (after ?? before))
    if (!/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) return fail()
    if ((after ?? before) && at < 0) return fail()
    const pageRows = before ? rows.slice(0, at).slice(-Number(limit)) : rows.slice(at + 1)
    const data = pageRows.slice(0, Number(limit))
    return Response.json({ data, has_more: pageRows.length > data.length })
  }
  const post = (path: string, sent: URLSearchParams): object | undefined => {
    const changes = write(sent)
    if (!changes) return undefined
    if (path === '/tickets') {
      if (sent.has('desk') === sent.has('row')) return undefined
      const ticket = {
        id: `t${String(tickets.length)}`,
        status: 'open',
        note: null,
        venue: null,
        tags: [],
        ...changes,
      }
      tickets = [ticket, ...tickets]
      return ticket
    }
    const ticket = tickets.find((candidate) => candidate.id === path.split('/')[2] && !candidate.deleted)
    if (!ticket || (path.endsWith('/close') && ticket['status'] === 'closed')) return undefined
    return Object.assign(ticket, path.endsWith('/close') ? { status: 'closed' } : changes)
  }
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (!/^(?:GET|POST|DELETE)$/.test(request.method)) return new Response(null, { status: 501 })
    const ticket = tickets.find((candidate) => candidate.id === pathname.split('/')[2])
    if ([...searchParams.keys()].some((name) => name.startsWith('expand'))) return fail()
    if (request.method === 'POST') {
      const body = await request.text()
      const used = request.headers.get('idempotency-key')
      const before = used === null ? undefined : replays.get(used)
      if (before) return before[0] === pathname + body ? Response.json(before[1]) : fail()
      const answer = post(pathname, new URLSearchParams(body))
      if (answer && used !== null) replays.set(used, [pathname + body, { ...answer }])
      return answer ? Response.json(answer) : fail(ticket || pathname === '/tickets' ? 400 : 404)
    }
    if (pathname === '/tickets' && request.method === 'GET') return page(searchParams)
    if (!ticket || pathname.split('/').length > 3) return fail(404)
    if (request.method === 'DELETE' && !ticket.deleted) ticket.deleted = true
    else if (request.method !== 'GET') return fail(404)
    return Response.json(shown(ticket))
  }
}

it('accepts what form encoding cannot express: empty values, arrays with one item, repeated keys', async () => {
  const { findings, summary } = await runContract({ document, target: tickets() })
  const errors = findings.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)).toEqual([])
  // The document itself says `nullable` where that has no effect.
  expect(new Set(findings.map(({ check }) => check))).toEqual(new Set(['response-body']))
  expect(summary.covered).toBe(summary.operations)
})
