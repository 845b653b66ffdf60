import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, listOf, sent, text } from '../support/document-parts.ts'

const whole = { type: 'integer', minimum: 1, maximum: 50 }
const schemaOf = (properties: Record<string, object>) => ({
  type: 'object',
  required: ['id', ...Object.keys(properties)],
  properties: { id: { ...text, readOnly: true }, ...properties },
})
const concert = schemaOf({ title: text, status: { ...text, enum: ['draft', 'published'], readOnly: true } })
const fare = schemaOf({ concert_id: { ...text, readOnly: true }, name: text })
const item = {
  type: 'object',
  required: ['fare_id', 'quantity'],
  properties: { fare_id: text, quantity: whole },
}
const order = schemaOf({
  concert_id: text,
  items: { type: 'array', minItems: 1, items: item },
})
const hold = schemaOf({ fare_id: text })
const conflict = { 409: { description: 'Not in this state' }, 422: { description: 'Unknown record' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Concerts', version: '1' },
  paths: {
    '/concerts': { post: { ...sent(concert), ...answer(201, concert) } },
    '/concerts/{concertId}': { ...at('concertId'), get: answer(200, concert) },
    '/concerts/{concertId}/publish': {
      ...at('concertId'),
      post: {
        description: 'Publishes a draft. Only drafts can be published. The concert needs at least one fare.',
        ...answer(200, concert, conflict),
      },
    },
    '/concerts/{concertId}/fares': {
      ...at('concertId'),
      get: listOf(fare),
      post: { ...sent(fare), ...answer(201, fare, conflict) },
    },
    '/fares/{fareId}': { ...at('fareId'), get: answer(200, fare) },
    '/orders': { post: { ...sent(order), ...answer(201, order, conflict) } },
    '/orders/{orderId}': { ...at('orderId'), get: answer(200, order) },
    '/holds': { post: { ...sent(hold), ...answer(201, hold, conflict) } },
    '/holds/{holdId}': { ...at('holdId'), get: answer(200, hold) },
  },
}

interface Item {
  readonly fare_id: string
  readonly quantity: number
}
interface Stored {
  readonly id: string
  readonly concert_id?: string
  readonly fare_id?: string
  readonly items?: readonly Item[]
  status?: string
}

/** Concerts are published once they have a fare, and then sell at most two tickets of their own fares at a time. */
function concertService(isPublishedAgain = false): (request: Request) => Promise<Response> {
  const stored = new Map<string, Stored>()
  const problem = (status: number, title: string): Response => Response.json({ title }, { status })
  const fareIn = (concert: Stored): boolean =>
    [...stored.values()].some((each) => each.concert_id === concert.id && !each.items)
  const refusal = (sold: Stored): Response | undefined => {
    const fares = [sold.fare_id ?? '', ...(sold.items ?? []).map((each) => each.fare_id)]
      .filter((id) => id !== '')
      .map((id) => stored.get(id))
    const event = stored.get(sold.concert_id ?? fares[0]?.concert_id ?? '')
    if (!event || fares.some((each) => each?.concert_id !== event.id)) return problem(422, 'Unknown record')
    if (event.status !== 'published') return problem(409, 'Not published')
    return sold.items?.some(({ quantity }) => quantity > 2) ? problem(422, 'Too many') : undefined
  }
  return async (request) => {
    const [, collection, id, below] = new URL(request.url).pathname.split('/')
    const found = stored.get(id ?? '')
    if (id !== undefined && !found) return problem(404, 'Not found')
    if (request.method !== 'POST')
      return Response.json(
        below ? [...stored.values()].filter((each) => each.concert_id === id && !each.items) : found,
      )
    if (found && below === 'publish') {
      if ((found.status !== 'draft' && !isPublishedAgain) || !fareIn(found)) return problem(409, 'Not now')
      found.status = 'published'
      return Response.json(found)
    }
    const created: Stored = {
      ...((await request.json()) as object),
      ...(found && { concert_id: found.id }),
      ...(collection === 'concerts' && !found && { status: 'draft' }),
      id: `r${String(stored.size)}`,
    }
    const refused = collection === 'concerts' ? undefined : refusal(created)
    if (refused) return refused
    stored.set(created.id, created)
    return Response.json(created, { status: 201 })
  }
}

it('orders what belongs to a record only once that has parts and has been published', async () => {
  const { findings, summary } = await runContract({
    document,
    phases: ['examples'],
    target: concertService(),
  })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(summary.covered).toBe(10)
})

it('finds an action that is taken twice on a record that needed parts for it', async () => {
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    include: ['POST /concerts*'],
    target: concertService(true),
  })
  expect(findings.map(({ check }) => check)).toContain('states')
})
