import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Send } from '../client.ts'
import { answer, integer, json, list, object, ref, text } from './document-parts.ts'

const nullable = { ...text, nullable: true } as const
const conflict = { description: 'The current state does not allow this' } as const
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: integer })),
})
const action = (summary: string, description?: string): object => ({
  post: {
    summary,
    ...(description !== undefined && { description }),
    responses: { 200: { description: 'Done', ...json(ref('Invoice')) }, 409: conflict },
  },
})
const line = { title: text, quantity: { ...integer, minimum: 1 }, unitPrice: integer } as const

const document = {
  openapi: '3.0.3',
  info: { title: 'Invoices', version: '1' },
  paths: {
    '/invoices': {
      get: answer(200, list(ref('Invoice'))),
      post: { description: 'Invoices start as drafts without lines.', ...answer(201, ref('Invoice')) },
    },
    '/invoices/{id}': { ...at('id'), get: answer(200, ref('Invoice')) },
    '/invoices/{id}/lines': {
      ...at('id'),
      post: {
        summary: 'Add a line to a draft invoice',
        requestBody: json(object(line)),
        responses: { 201: { description: 'Done', ...json(ref('Invoice')) }, 409: conflict },
      },
    },
    '/invoices/{id}/lines/{lineId}': {
      ...at('id', 'lineId'),
      delete: {
        summary: 'Remove a line from a draft invoice',
        responses: { 204: { description: 'Done' }, 409: conflict },
      },
    },
    '/invoices/{id}/finalize': {
      ...at('id'),
      ...action('Finalize a draft', 'Assigns the invoice number and opens the invoice for payment.'),
    },
    '/invoices/{id}/pay': { ...at('id'), ...action('Pay an open invoice') },
    '/invoices/{id}/coupon': {
      ...at('id'),
      post: {
        summary: 'Apply a coupon to a draft invoice',
        description: 'Expired coupons are refused.',
        requestBody: json(object({ code: text })),
        responses: {
          200: { description: 'Done', ...json(ref('Invoice')) },
          409: conflict,
          422: { description: 'There is no coupon with this code' },
        },
      },
    },
    '/coupons': { post: { requestBody: json(ref('Coupon')), ...answer(201, ref('Coupon')) } },
    '/coupons/{code}': {
      parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
      get: answer(200, ref('Coupon')),
    },
    '/invoices/{id}/void': {
      ...at('id'),
      ...action('Void an open invoice', 'Paid invoices cannot be voided.'),
    },
  },
  components: {
    schemas: {
      Line: object({ id: integer, ...line }),
      Invoice: object({
        id: integer,
        number: { ...nullable, readOnly: true, description: 'Assigned on finalization' },
        status: { ...text, enum: ['draft', 'open', 'paid', 'void'] },
        lines: list(ref('Line')),
        couponCode: { ...nullable, readOnly: true, description: 'The applied coupon' },
      }),
      Coupon: object({ code: text, expiresAt: { ...nullable, format: 'date-time' } }),
    },
  },
}

interface Invoice {
  readonly id: number
  readonly status: string
  readonly number: string | null
  readonly lines: readonly { readonly id: number }[]
}

let send: Send
let invoice: string

const bodyOf = async (method: string, path: string, body?: JsonObject): Promise<Invoice> =>
  (await send(method, path, body)).body as unknown as Invoice
const addLine = (): Promise<Invoice> =>
  bodyOf('POST', `${invoice}/lines`, { title: 'Seats', quantity: 3, unitPrice: 10 })

beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  invoice = `/invoices/${String((await bodyOf('POST', '/invoices')).id)}`
})

describe('an action that "opens the record" after something else', () => {
  it('leads to that state', async () => {
    expect(await bodyOf('POST', `${invoice}/finalize`)).toMatchObject({ status: 'open' })
  })

  it('gives it the number that it has not had before', async () => {
    expect(await bodyOf('GET', invoice)).toMatchObject({ number: null })
    expect((await bodyOf('POST', `${invoice}/finalize`)).number).toMatch(/./)
  })
})

describe('what is done to a record in a state', () => {
  it('is refused in others, even if the text names one of them', async () => {
    expect(await send('POST', `${invoice}/void`)).toMatchObject({ status: 409 })
    await send('POST', `${invoice}/finalize`)
    expect(await send('POST', `${invoice}/void`)).toMatchObject({ status: 200 })
  })

  it('is refused for what is added to it', async () => {
    expect(await addLine()).toMatchObject({ lines: [{ title: 'Seats' }] })
    await send('POST', `${invoice}/finalize`)
    expect(await addLine()).toMatchObject({ status: 409 })
  })

  it('is refused for what is removed from it', async () => {
    const [first, second] = [await addLine(), await addLine()].map(({ lines }) => lines.at(-1)?.id)
    expect(await send('DELETE', `${invoice}/lines/${String(first)}`)).toMatchObject({ status: 204 })
    await send('POST', `${invoice}/finalize`)
    expect(await send('DELETE', `${invoice}/lines/${String(second)}`)).toMatchObject({ status: 409 })
  })
})

describe('what an action applies by the code that it is sent', () => {
  const apply = (code: string): ReturnType<Send> => send('POST', `${invoice}/coupon`, { code })

  it('has to exist', async () => {
    expect(await apply('NONE')).toMatchObject({ status: 422 })
    await send('POST', '/coupons', { code: 'TEN', expiresAt: null })
    expect(await apply('TEN')).toMatchObject({ status: 200, body: { couponCode: 'TEN' } })
  })

  it('is refused once it has "expired"', async () => {
    await send('POST', '/coupons', { code: 'OLD', expiresAt: '2020-01-01T00:00:00Z' })
    await send('POST', '/coupons', { code: 'NEW', expiresAt: '2090-01-01T00:00:00Z' })
    expect(await apply('OLD')).toMatchObject({ status: 409 })
    expect(await apply('NEW')).toMatchObject({ status: 200 })
  })
})
