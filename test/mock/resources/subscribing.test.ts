import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Answer, type Send } from '../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from './document-parts.ts'

const time = { ...text, format: 'date-time', nullable: true, readOnly: true } as const
const conflict = { 409: { description: 'The current state does not allow this' } } as const
const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const plan = { price: { type: 'number' }, trialDays: { ...integer, default: 0 } } as const

const document = {
  openapi: '3.0.3',
  info: { title: 'Subscriptions', version: '1' },
  paths: {
    '/clients': collection('Client', object({ name: text })),
    '/clients/{id}': { ...at('id'), get: answer(200, ref('Client')) },
    '/plans': collection('Plan', { ...object(plan), required: ['price'] }),
    '/plans/{id}': {
      ...at('id'),
      get: answer(200, ref('Plan')),
      delete: {
        description: 'A plan can only be deleted if it has no subscriptions.',
        responses: { 204: { description: 'Done' }, ...conflict },
      },
    },
    '/subscriptions': {
      get: answer(200, list(ref('Subscription'))),
      post: {
        description:
          'A subscription to a plan with trial days starts in status `trial`, any other in status `active`. ' +
          'A client can have only one active subscription to the same plan.',
        requestBody: json({
          ...object({ clientId: integer, planId: integer, quantity: { ...integer, default: 1 } }),
          required: ['clientId', 'planId'],
        }),
        responses: { 201: { description: 'Done', ...json(ref('Subscription')) }, ...conflict },
      },
    },
    '/subscriptions/{id}': { ...at('id'), get: answer(200, ref('Subscription')) },
    '/subscriptions/{id}/activate': { ...at('id'), post: answer(200, ref('Subscription')) },
  },
  components: {
    schemas: {
      Client: object({
        id: integer,
        name: text,
        lastJoinedAt: { ...time, description: 'When the last subscription of the client was activated' },
      }),
      Plan: object({
        id: integer,
        ...plan,
        subscriptionCount: {
          ...integer,
          readOnly: true,
          description: 'Number of subscriptions to this plan. Trial subscriptions are not counted.',
        },
      }),
      Subscription: object({
        id: integer,
        clientId: integer,
        planId: integer,
        quantity: integer,
        status: { ...text, enum: ['trial', 'active', 'cancelled'], readOnly: true },
        amount: { type: 'number', readOnly: true, description: 'Price of the plan times quantity' },
        activatedAt: time,
      }),
    },
  },
}

let send: Send
let [clientId, basic, tried] = [0, 0, 0]

const created = async (path: string, body: JsonObject): Promise<number> =>
  ((await send('POST', path, body)).body as { readonly id: number }).id
const subscribe = (planId: number, more: JsonObject = {}): Promise<Answer> =>
  send('POST', '/subscriptions', { clientId, planId, ...more })

beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  clientId = await created('/clients', { name: 'Noor' })
  basic = await created('/plans', { price: 10 })
  tried = await created('/plans', { price: 2.5, trialDays: 14 })
})

it('the first state depends on a number of what a record refers to: "a plan with trial days"', async () => {
  expect(await subscribe(basic)).toMatchObject({ body: { status: 'active' } })
  expect(await subscribe(tried)).toMatchObject({ body: { status: 'trial', activatedAt: null } })
})

it('a number is one of another record "times" one of its own', async () => {
  expect(await subscribe(basic, { quantity: 3 })).toMatchObject({ body: { amount: 30 } })
  expect(await subscribe(tried)).toMatchObject({ body: { quantity: 1, amount: 2.5 } })
})

it('there is "only one active" record to the same other', async () => {
  const statuses = [
    await subscribe(basic),
    await subscribe(basic),
    await subscribe(tried),
    await subscribe(tried),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([201, 409, 201, 201])
})

it('what "can only be deleted if it has no" others is not deleted while it has', async () => {
  await subscribe(basic)
  expect(await send('DELETE', `/plans/${String(basic)}`)).toMatchObject({ status: 409 })
  expect(await send('DELETE', `/plans/${String(tried)}`)).toMatchObject({ status: 204 })
})

describe('what becomes active', () => {
  it('has the time of that, and is counted from then on', async () => {
    const id = ((await subscribe(tried)).body as { readonly id: number }).id
    const count = async (): Promise<unknown> =>
      ((await send('GET', `/plans/${String(tried)}`)).body as JsonObject)['subscriptionCount']
    expect(await count()).toBe(0)
    const { body } = await send('POST', `/subscriptions/${String(id)}/activate`)
    const { activatedAt } = body as JsonObject
    expect(activatedAt).toMatch(/^\d{4}-/)
    expect(await count()).toBe(1)
    const client = await send('GET', `/clients/${String(clientId)}`)
    expect(client.body).toMatchObject({ lastJoinedAt: activatedAt })
  })
})
