import { describe, expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { answer, at, gone, kept, listOf, sent, text } from '../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const amount = { type: 'integer', minimum: 1, maximum: 20 }
const conflict = { 409: { description: 'Conflict' } }
const show = {
  type: 'object',
  required: ['id', 'title', 'seats', 'freeSeats'],
  properties: { id, title: text, seats: amount, freeSeats: { type: 'integer', readOnly: true } },
}
const ticket = {
  type: 'object',
  required: ['id', 'showId', 'count', 'status'],
  properties: { id, showId: text, count: amount, status: { enum: ['sold', 'returned'], readOnly: true } },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Shows', version: '1' },
  paths: {
    '/shows': kept(show),
    '/shows/{id}': { ...at('id'), get: answer(200, show), delete: gone },
    '/tickets': {
      get: listOf(ticket),
      post: {
        description:
          'Sells tickets. The free seats of the show are reduced by `count`; 409 if fewer seats are free.',
        ...sent(ticket),
        ...answer(201, ticket, conflict),
      },
    },
    '/tickets/{id}': { ...at('id'), get: answer(200, ticket), delete: gone },
    '/tickets/{id}/return': {
      ...at('id'),
      post: { description: 'The seats become available again.', ...answer(200, ticket, conflict) },
    },
  },
}

interface Fault {
  /** What the sale of one seat takes. */
  readonly taken?: number
  readonly returned?: number
  readonly isOversold?: boolean
}

/** A box office with a fault. */
function officeWith({ taken = 1, returned = 1, isOversold = false }: Fault): typeof fetch {
  const records = new Map<string, Record<string, unknown>>()
  const respond = (status: number, body?: unknown): Response =>
    body === undefined ? new Response(null, { status }) : Response.json(body, { status })
  return async (input) => {
    const request = new Request(input)
    const [, collection = '', key, action] = new URL(request.url).pathname.split('/')
    const record = records.get(`${collection}/${key ?? ''}`)
    if (key === undefined && /GET|HEAD/.test(request.method))
      return respond(
        200,
        [...records].flatMap(([name, each]) => (name.startsWith(`${collection}/`) ? [each] : [])),
      )
    if (key === undefined) {
      const body = (await request.json().catch(() => undefined)) as Record<string, unknown> | undefined
      const count = Number(body?.[collection === 'shows' ? 'seats' : 'count'])
      if (request.method !== 'POST' || !Number.isInteger(count) || count < 1 || count > 20)
        return respond(400)
      const made = { ...body, id: `n${String(records.size)}` }
      const of = records.get(`shows/${String(body?.['showId'])}`)
      if (collection === 'tickets') {
        if (!of) return respond(400)
        if (Number(of['freeSeats']) < count && !isOversold) return respond(409)
        of['freeSeats'] = Number(of['freeSeats']) - count * taken
      } else if (typeof body?.['title'] !== 'string') return respond(400)
      const added = collection === 'shows' ? { ...made, freeSeats: count } : { ...made, status: 'sold' }
      records.set(`${collection}/${made.id}`, added)
      return respond(201, added)
    }
    if (!record) return respond(404)
    if (action === 'return') {
      if (record['status'] === 'returned') return respond(409)
      const of = records.get(`shows/${String(record['showId'])}`)
      if (of) of['freeSeats'] = Number(of['freeSeats']) + Number(record['count']) * returned
      record['status'] = 'returned'
      return respond(200, record)
    }
    if (request.method === 'DELETE') return (records.delete(`${collection}/${key}`), respond(204))
    return /GET|HEAD/.test(request.method) ? respond(200, record) : respond(405)
  }
}

async function findingsWith(fault: Fault): Promise<readonly string[]> {
  const { findings } = await runContract({
    document,
    only: 'stateful/tickets/amounts-POST-tickets',
    target: officeWith(fault),
  })
  return findings.map(({ check, message }) => `${check}: ${message}`)
}

describe('amounts of other records that a creation changes', () => {
  it('have no finding where they change as described', async () => {
    expect(await findingsWith({})).toEqual([])
  })

  it('are reported where they stay, or change by something else', async () => {
    const expected = [
      expect.stringMatching(/^aggregate: .*freeSeats of \/shows falls by the count after POST \/tickets/),
    ]
    expect(await findingsWith({ taken: 0 })).toEqual(expected)
    expect(await findingsWith({ taken: 2 })).toEqual(expected)
  })

  it('are reported where more is taken than there is', async () => {
    expect(await findingsWith({ isOversold: true })).toEqual([
      expect.stringMatching(/^invalid-refused: .*count = \d+, above freeSeats = \d+/),
    ])
  })

  it('are reported where an action does not give back what was taken', async () => {
    expect(await findingsWith({ returned: 0 })).toEqual([
      expect.stringMatching(
        /^aggregate: .*freeSeats of \/shows rises by the count after POST \/tickets\/\{id\}\/return/,
      ),
    ])
  })
})
