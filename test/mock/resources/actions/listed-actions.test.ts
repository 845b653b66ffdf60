import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }
const time = { type: 'string', format: 'date-time' }
const states = (...values: string[]): object => ({ ...text, enum: values })
const at = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] })
const refusal = (status: number, description: string): object => ({ [status]: { description } })
const sends = (properties: object): object => ({ requestBody: json(object(properties)) })
const roles = states('admin', 'editor')
const acting = (schema: string, status: number, description: string, more: object = {}): object => ({
  ...more,
  description,
  responses: {
    [status]: { description: 'Done', ...json(ref(schema)) },
    ...refusal(404, 'Unknown'),
    ...refusal(409, 'Not possible in this state.'),
  },
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Team', version: '1' },
  paths: {
    '/invitations': {
      get: answer(200, list(ref('Invitation'))),
      post: { ...sends({ email: text, role: roles }), ...answer(201, ref('Invitation')) },
    },
    '/invitations/{invitationId}/accept': {
      ...at('invitationId'),
      post: acting('Member', 201, 'Only pending invitations can be accepted.', sends({ name: text })),
    },
    '/invitations/{invitationId}/revoke': {
      ...at('invitationId'),
      post: acting('Invitation', 200, 'Allowed while the invitation is `pending`.'),
    },
    '/members': { get: answer(200, list(ref('Member'))) },
    '/orders': { get: answer(200, list(ref('Order'))) },
    '/orders/{orderId}': { ...at('orderId'), get: answer(200, ref('Order')) },
    '/orders/{orderId}/returns': {
      ...at('orderId'),
      post: { ...sends({ reason: text }), ...answer(201, ref('Return')) },
    },
    '/returns': {
      parameters: [{ name: 'orderId', in: 'query', schema: integer }],
      get: answer(200, list(ref('Return'))),
    },
    '/returns/{returnId}/receive': {
      ...at('returnId'),
      post: acting('Return', 200, 'Only a `requested` return can be received.'),
    },
  },
  components: {
    schemas: {
      Invitation: object({
        id: own,
        email: text,
        role: roles,
        status: states('pending', 'accepted', 'revoked'),
        acceptedAt: { ...time, type: ['string', 'null'] },
      }),
      Member: object({ id: own, name: text, email: text, role: roles }),
      Order: object({ id: own, total: integer }),
      Return: object({ id: own, orderId: integer, reason: text, status: states('requested', 'received') }),
    },
  },
}

describe('records that only a list shows', () => {
  let send: Send
  const listOf = async (path: string): Promise<readonly object[]> =>
    (await send('GET', path)).body as unknown as readonly object[]
  const invite = async (): Promise<string> => {
    const { body } = await send('POST', '/invitations', { email: 'ada@example.com', role: 'editor' })
    return `/invitations/${String((body as { id: number }).id)}`
  }

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  it('change by their actions, each only in the state that the document names', async () => {
    const path = await invite()
    expect((await send('POST', `${path}/revoke`)).body).toMatchObject({ status: 'revoked' })
    expect((await send('POST', `${path}/revoke`)).status).toBe(409)
    expect((await listOf('/invitations')).at(-1)).toMatchObject({ status: 'revoked', acceptedAt: null })
  })

  it('become other records: an invitation a member, once', async () => {
    const path = await invite()
    const member = { name: 'Ada', email: 'ada@example.com', role: 'editor' }
    expect(await send('POST', `${path}/accept`, { name: 'Ada' })).toMatchObject({ status: 201, body: member })
    expect((await listOf('/members')).at(-1)).toMatchObject(member)
    expect((await listOf('/invitations')).at(-1)).toMatchObject({
      status: 'accepted',
      acceptedAt: expect.any(String) as string,
    })
    expect((await send('POST', `${path}/accept`, { name: 'Ada' })).status).toBe(409)
    expect((await send('POST', '/invitations/999/accept', { name: 'Ada' })).status).toBe(404)
  })

  it('are created below the record that they refer to', async () => {
    const before = await listOf('/returns?orderId=4')
    const { status, body } = await send('POST', '/orders/4/returns', { reason: 'broken' })
    expect([status, body]).toMatchObject([201, { orderId: 4, status: 'requested' }])
    expect(await listOf('/returns?orderId=4')).toEqual([...before, body])
    const { id } = body as { id: number }
    expect((await send('POST', `/returns/${String(id)}/receive`)).body).toMatchObject({ status: 'received' })
  })
})
