import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const flag = { type: 'boolean' }
const mode = { ...text, enum: ['automatic', 'manual'], default: 'automatic' }
const states = ['requires_card', 'requires_confirmation', 'requires_capture', 'canceled', 'succeeded']
const optional = (properties: object): object => ({ type: 'object', properties })
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] }
const step = { ...at, post: { requestBody: json(optional({ card: text })), ...answer(200, ref('Charge')) } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Charges', version: '1' },
  paths: {
    '/charges': {
      get: answer(200, list(ref('Charge'))),
      post: {
        requestBody: json({
          ...optional({ amount: integer, capture_mode: mode, card: text, confirm: flag }),
          required: ['amount'],
        }),
        ...answer(201, ref('Charge')),
      },
    },
    '/charges/{id}': { ...at, get: answer(200, ref('Charge')) },
    '/charges/{id}/confirm': step,
    '/charges/{id}/capture': step,
    '/charges/{id}/cancel': { ...at, post: answer(200, ref('Charge')) },
  },
  components: {
    schemas: {
      Charge: object({
        id: text,
        amount: integer,
        amount_received: integer,
        amount_capturable: integer,
        capture_mode: mode,
        card: { type: ['string', 'null'] },
        status: { ...text, enum: states },
        created: integer,
        canceled_at: { type: ['integer', 'null'] },
      }),
    },
  },
}

describe('states that name what they wait for', () => {
  let send: Send
  const create = async (sent: object = {}): Promise<Record<string, unknown>> =>
    (await send('POST', '/charges', { amount: 500, ...sent })).body as Record<string, unknown>
  const act = async (
    action: string,
    charge: Record<string, unknown>,
    sent?: Record<string, string>,
  ): Promise<unknown> => (await send('POST', `/charges/${String(charge['id'])}/${action}`, sent)).body

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true, now: new Date('2030-01-01T00:00:00Z') }))
  })

  it('what was not sent is waited for first', async () => {
    expect(await create()).toMatchObject({ status: 'requires_card', amount_capturable: 0 })
    expect(await create({ card: 'c1' })).toMatchObject({ status: 'requires_confirmation' })
  })

  it('a new record waits for nothing that its creation has asked for', async () => {
    expect(await create({ card: 'c1', confirm: true })).toMatchObject({ status: 'succeeded' })
  })

  it('the action that is waited for leads to the end, and keeps what it was sent', async () => {
    expect(await act('confirm', await create(), { card: 'c1' })).toMatchObject({
      status: 'succeeded',
      card: 'c1',
      amount_received: 500,
      amount_capturable: 0,
    })
  })

  it('a step that is taken by hand is waited for', async () => {
    const charge = await create({ capture_mode: 'manual' })
    const confirmed = await act('confirm', charge, { card: 'c1' })
    expect(confirmed).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 500,
      amount_received: 0,
    })
    expect(await act('capture', charge, {})).toMatchObject({ status: 'succeeded', amount_received: 500 })
  })

  it('times that only their names tell to be such are seconds', async () => {
    const charge = await create()
    expect(charge).toMatchObject({ created: 1_893_456_000, canceled_at: null })
    expect(await act('cancel', charge)).toMatchObject({ status: 'canceled', canceled_at: 1_893_456_000 })
  })
})
