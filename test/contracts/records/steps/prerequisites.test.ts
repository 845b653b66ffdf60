import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { createMock, ok, refuse, type Behaviour } from '../../../../mock/index.ts'
import { answer, at, gone, listOf, sent, text } from '../../support/document-parts.ts'

const integer = { type: 'integer', minimum: 0, maximum: 1000 }
const record = (properties: object): object => ({
  type: 'object',
  required: ['id', ...Object.keys(properties)],
  properties: { id: { ...text, readOnly: true }, ...properties },
})
const hall = record({ name: text, seats: { ...integer, minimum: 1, maximum: 6 } })
const lamp = record({ hall_id: text, brand: text })
const event = record({ hall_id: text, adults: { ...integer, minimum: 1 }, children: integer, note: text })
const refused = { 409: { description: 'Refused' }, 422: { description: 'Too many' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Halls', version: '1' },
  paths: {
    '/halls': { get: listOf(hall), post: { ...sent(hall), ...answer(201, hall) } },
    '/halls/{id}': { ...at('id'), get: answer(200, hall) },
    '/lamps': { get: listOf(lamp), post: { ...sent(lamp), ...answer(201, lamp) } },
    '/lamps/{id}': { ...at('id'), get: answer(200, lamp), delete: gone },
    '/events': {
      get: listOf(event),
      post: {
        operationId: 'createEvent',
        description:
          'The guests (`adults` plus `children`) must not exceed the `seats` of the hall (422). 409 if the hall has no lamp.',
        ...sent(event),
        ...answer(201, event, refused),
      },
    },
    '/events/{id}': { ...at('id'), get: answer(200, event), delete: gone },
  },
}

/** Takes events only in halls that have lamps, and with one lamp too few everywhere if there have to be more. */
const litHalls =
  (lamps: number): Behaviour =>
  async ({ request, store, next }) => {
    const { hall_id: id } = request.body as { readonly hall_id: string }
    const { items } = await store.collection('/lamps').list({})
    const own = items.filter((each) => each['hall_id'] === id)
    return own.length >= lamps ? next() : refuse(409, 'dark', 'The hall has no lamp.')
  }

async function run(createEvent: Behaviour) {
  const { findings, summary } = await runContract({
    document,
    phases: ['coverage', 'stateful'],
    target: await createMock({ document, world: 'empty', behaviours: { createEvent } }),
  })
  return { checks: findings.map(({ check }) => check), ...summary }
}

it('covers a creation that needs another record of the same owner, within the limit that the owner sets', async () => {
  const { checks, covered } = await run(litHalls(1))
  expect(checks).toEqual([])
  expect(covered).toBe(11)
})

it('reports a defect of records that need others', async () => {
  const { checks } = await run(async (context) => {
    const outcome = await litHalls(1)(context)
    return outcome.kind === 'refused'
      ? outcome
      : ok(201, { ...(outcome.body as object), note: 'lost', id: 'x' })
  })
  expect(checks).toContain('created-readable')
})

it('stops searching at length for a request that is never accepted', async () => {
  const { checks, requests } = await run(litHalls(99))
  expect(checks).toEqual([])
  expect(requests).toBeLessThan(1500)
})

const order = record({ title: text, total: integer, balance: { ...integer, readOnly: true } })
const payment = record({ order_id: text, amount: { ...integer, minimum: 1 } })
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: listOf(order),
      post: { operationId: 'createOrder', ...sent(order), ...answer(201, order) },
    },
    '/orders/{id}': { ...at('id'), get: answer(200, order) },
    '/orders/{id}/close': {
      ...at('id'),
      post: {
        operationId: 'closeOrder',
        description: 'Only if nothing of the balance is left; 409 otherwise.',
        ...answer(200, order, refused),
      },
    },
    '/orders/{id}/payments': {
      ...at('id'),
      get: listOf(payment),
      post: {
        operationId: 'pay',
        description: 'Takes the amount off the balance. The amount may not exceed the balance (422).',
        ...sent(payment),
        ...answer(201, payment, refused),
      },
    },
  },
}

it('covers an action that is accepted once the whole balance was paid', async () => {
  const balances = new Map<unknown, number>()
  const createOrder: Behaviour = async (context) => {
    const outcome = await context.next()
    if (outcome.kind === 'refused') return outcome
    const body = outcome.body as { readonly id: string; readonly total: number }
    balances.set(body.id, body.total)
    const stored = { ...body, balance: body.total }
    await context.store.collection('/orders').put(body.id, stored)
    return ok(201, stored)
  }
  const pay: Behaviour = async ({ request, next, store }) => {
    const { amount } = request.body as { readonly amount: number }
    const id = request.path['id'] as string
    const left = (balances.get(id) ?? 0) - amount
    if (left < 0) return refuse(422, 'too_much', 'That is more than is left.')
    balances.set(id, left)
    const [outcome, before] = [await next(), await store.collection('/orders').get(id)]
    await store.collection('/orders').put(id, { ...before, id, balance: left })
    return outcome
  }
  const closeOrder: Behaviour = ({ request, next }) =>
    balances.get(request.path['id']) === 0 ? next() : refuse(409, 'open', 'The account is open.')
  const { findings, summary } = await runContract({
    document: shop,
    phases: ['coverage'],
    target: await createMock({
      document: shop,
      world: 'empty',
      behaviours: { createOrder, pay, closeOrder },
    }),
  })
  expect(findings.map(({ message }) => message)).toEqual([])
  expect(summary.covered).toBe(6)
})

it('creates records that refer to records below them before there are any', async () => {
  const revision = record({ notes: text })
  const [best, cover] = ['revisions/{revision}', 'pages/{page}'].map((path) => ({
    ...text,
    description: `Format: plans/{plan}/${path}`,
  }))
  const described = { ...record({ title: text, best, cover }), required: ['id', 'title'] }
  const { findings, summary } = await check({
    '/plans': { get: listOf(described), post: { ...sent(described), ...answer(201, described) } },
    '/plans/{plan}': { ...at('plan'), get: answer(200, described), delete: gone },
    '/plans/{plan}/revisions': { ...at('plan'), post: { ...sent(revision), ...answer(201, revision) } },
    '/plans/{plan}/revisions/{revision}': { ...at('plan', 'revision'), get: answer(200, revision) },
    '/plans/{plan}/pages': { ...at('plan'), post: { ...sent(revision), ...answer(201, revision) } },
    '/plans/{plan}/pages/{page}': { ...at('plan', 'page'), get: answer(200, revision) },
  })
  expect(findings).toEqual([])
  expect(summary.covered).toBe(summary.operations)
})

async function check(paths: object) {
  const plans = { ...document, paths }
  return runContract({
    document: plans,
    phases: ['coverage', 'stateful'],
    target: await createMock({ document: plans, world: 'empty' }),
  })
}
