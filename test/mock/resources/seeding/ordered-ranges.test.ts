import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { json, text } from '../document-parts.ts'

const number = { type: 'integer', minimum: 1, maximum: 500 }
const offer = {
  type: 'object',
  required: [
    'id',
    'minGuests',
    'maxGuests',
    'price_from',
    'price_to',
    'opened',
    'settled',
    'check_in',
    'check_out',
  ],
  properties: {
    id: { type: 'integer' },
    minGuests: number,
    maxGuests: number,
    price_from: number,
    price_to: number,
    opened: { ...text, format: 'date' },
    settled: { ...text, format: 'date', description: 'Must not be before `opened`.' },
    check_in: { ...text, format: 'date' },
    check_out: { ...text, format: 'date' },
  },
}

it('the ends of ranges in seeded records are in the order that names and descriptions tell', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Offers', version: '1' },
    paths: {
      '/offers': {
        get: { responses: { 200: { description: '', ...json({ type: 'array', items: offer }) } } },
        post: { requestBody: json(offer), responses: { 201: { description: '', ...json(offer) } } },
      },
    },
  }
  const { body } = await clientOf(await createMock({ document, selfCheck: true }))('GET', '/offers')
  const offers = body as unknown as readonly Record<keyof typeof offer.properties, number & string>[]
  expect(offers.length).toBeGreaterThan(5)
  for (const offer of offers) {
    expect(offer.minGuests).toBeLessThanOrEqual(offer.maxGuests)
    expect(offer.price_from).toBeLessThanOrEqual(offer.price_to)
    expect(offer.opened <= offer.settled).toBe(true)
    expect(offer.check_in <= offer.check_out).toBe(true)
  }
  expect(new Set(offers.map(({ maxGuests, minGuests }) => maxGuests - minGuests)).size).toBeGreaterThan(3)
})
