import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const conflict = {
  409: { description: 'Conflict', content: { 'application/json': { schema: object({ message: text }) } } },
}
const action = (summary: string, refusals: object = conflict): object => ({
  post: {
    summary,
    parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
    responses: { 200: { description: 'Done', ...json(ref('Subscription')) }, ...refusals },
  },
})

const document = {
  openapi: '3.1.0',
  info: { title: 'Subscriptions', version: '1' },
  paths: {
    '/subscriptions': {
      get: answer(200, list(ref('Subscription'))),
      post: { requestBody: json(object({ plan: text })), ...answer(201, ref('Subscription')) },
    },
    '/subscriptions/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
        ...answer(200, ref('Subscription')),
      },
    },
    '/subscriptions/{id}/pause': action('Pause an active subscription'),
    '/subscriptions/{id}/resume': action('Resume a paused subscription'),
    '/subscriptions/{id}/cancel': action('Cancel a subscription'),
    '/subscriptions/{id}/expire': action('Expire a subscription', {}),
    '/subscriptions/{id}/mark-read': action('Marks all messages as read', {}),
  },
  components: {
    schemas: {
      Subscription: object({
        id: integer,
        plan: text,
        status: { type: 'string', enum: ['trialing', 'active', 'paused', 'canceled', 'expired'] },
        paused_at: { type: ['string', 'null'], format: 'date-time' },
        unread_count: integer,
      }),
    },
  },
}

async function subscribed() {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  await send('POST', '/subscriptions', { plan: 'Pro' })
  return (name: string) => send('POST', `/subscriptions/1/${name}`)
}

it('an action is refused in other states than that in its summary', async () => {
  const act = await subscribed()
  expect((await act('resume')).status).toBe(409)
  expect((await act('pause')).body).toMatchObject({
    status: 'paused',
    paused_at: expect.any(String) as string,
  })
  expect((await act('pause')).status).toBe(409)
})

it('what is resumed is active again', async () => {
  const act = await subscribed()
  await act('pause')
  expect((await act('resume')).body).toMatchObject({ status: 'active', paused_at: null })
})

it('an action that declares a conflict is refused where it leads', async () => {
  const act = await subscribed()
  expect((await act('cancel')).body).toMatchObject({ status: 'canceled' })
  expect((await act('cancel')).status).toBe(409)
})

it('an action that declares no conflict may be repeated', async () => {
  const act = await subscribed()
  await act('expire')
  expect((await act('expire')).status).toBe(200)
})

it('what is read has nothing unread left', async () => {
  const send = clientOf(await createMock({ document, selfCheck: true }))
  expect((await send('POST', '/subscriptions/2/mark-read')).body).toMatchObject({ unread_count: 0 })
})

it('what was not paid is not refunded', async () => {
  const named = { name: 'id', in: 'path', required: true, schema: integer }
  const acting = (summary: string): object => ({
    post: { summary, parameters: [named], ...answer(200, ref('Order')) },
  })
  const refund = acting('Refund order') as { readonly post: { readonly responses: object } }
  const orders = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders': {
        get: answer(200, list(ref('Order'))),
        post: { requestBody: json(object({ item: text })), ...answer(201, ref('Order')) },
      },
      '/orders/{id}/pay': acting('Pay order'),
      '/orders/{id}/refund': {
        post: { ...refund.post, responses: { ...refund.post.responses, 409: { description: 'Conflict' } } },
      },
    },
    components: {
      schemas: {
        Order: object({
          id: { ...integer, readOnly: true },
          item: text,
          status: { ...text, enum: ['PENDING', 'PAID', 'REFUNDED'], readOnly: true },
        }),
      },
    },
  }
  const send = clientOf(await createMock({ document: orders, world: 'empty', selfCheck: true }))
  await send('POST', '/orders', { item: 'Lamp' })
  expect((await send('POST', '/orders/1/refund')).status).toBe(409)
  await send('POST', '/orders/1/pay')
  expect((await send('POST', '/orders/1/refund')).body).toMatchObject({ status: 'REFUNDED' })
})
