import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object } from '../document-parts.ts'
import { rentalDocument } from './rental-document.ts'

/** A client and the id of a boat with four seats and a deposit of 100. */
async function boatUnder(rules: Parameters<typeof rentalDocument>[0]): Promise<readonly [Send, string]> {
  const send = clientOf(await createMock({ document: rentalDocument(rules), world: 'empty' }))
  const { body } = await send('POST', '/boats', { seats: 4, deposit: 100 })
  return [send, (body as { readonly id: string }).id]
}

describe('a number that must not exceed a property of another record', () => {
  it('is refused above that of a record that the body refers to', async () => {
    const [send, boat_id] = await boatUnder({
      rental: 'The `guests` cannot exceed the `seats` of the boat (422).',
    })
    const rent = async (guests: number): Promise<number> => {
      const period = { begins_on: '2031-05-12', ends_on: '2031-05-15' }
      return (await send('POST', '/rentals', { boat_id, ...period, guests, status: 'booked' })).status
    }
    expect([await rent(4), await rent(5)]).toEqual([201, 422])
  })

  it('is refused above that of the record in the path, naming both', async () => {
    const [send, id] = await boatUnder({
      deduction: 'The `amount` cannot exceed the `deposit` of the boat (409).',
    })
    expect(await send('POST', `/boats/${id}/deductions`, { amount: 100 })).toMatchObject({ status: 201 })
    expect(await send('POST', `/boats/${id}/deductions`, { amount: 100.5 })).toMatchObject({ status: 409 })
  })

  it('is refused above that of the record in the path whose others have paths of their own', async () => {
    const at = (name: string): object => ({
      parameters: [{ name, in: 'path', required: true, schema: integer }],
    })
    const sale = object({ id: integer, balance: integer })
    const payment = object({ id: integer, sale_id: integer, amount: integer })
    const document = {
      openapi: '3.1.0',
      info: { title: 'Sales', version: '1' },
      paths: {
        '/sales': {
          get: answer(200, list(sale)),
          post: { requestBody: json(object({ balance: integer })), ...answer(201, sale) },
        },
        '/sales/{sale_id}': { ...at('sale_id'), get: answer(200, sale) },
        '/sales/{sale_id}/payments': {
          ...at('sale_id'),
          get: answer(200, list(payment)),
          post: {
            description: 'The `amount` may not exceed the `balance` (422).',
            requestBody: json(object({ amount: integer })),
            responses: { 201: { description: 'Paid', ...json(payment) }, 422: { description: 'Refused' } },
          },
        },
        '/payments/{payment_id}': { ...at('payment_id'), get: answer(200, payment) },
      },
    }
    const send = clientOf(await createMock({ document, world: 'empty' }))
    const { body } = await send('POST', '/sales', { balance: 20 })
    const path = `/sales/${String((body as { readonly id: number }).id)}/payments`
    expect(await send('POST', path, { amount: 21 })).toMatchObject({ status: 422 })
    expect(await send('POST', path, { amount: 20 })).toMatchObject({ status: 201 })
  })

  it('is refused when the sum of all would be above it', async () => {
    const [send, id] = await boatUnder({
      deduction: 'The sum of all deductions cannot exceed the `deposit` of the boat (422).',
    })
    const deduct = async (amount: number): Promise<number> =>
      (await send('POST', `/boats/${id}/deductions`, { amount })).status
    expect([await deduct(99.7), await deduct(0.3), await deduct(0.1)]).toEqual([201, 201, 422])
  })

  it('is accepted where the description sets no limit', async () => {
    const [send, id] = await boatUnder({})
    expect(await send('POST', `/boats/${id}/deductions`, { amount: 500 })).toMatchObject({ status: 201 })
  })
})

describe('a record with others below it', () => {
  it('cannot be deleted if the description says so', async () => {
    const [send, id] = await boatUnder({ deletion: 'A boat with deductions cannot be deleted (409).' })
    await send('POST', `/boats/${id}/deductions`, { amount: 1 })
    expect(await send('DELETE', `/boats/${id}`)).toMatchObject({ status: 409 })
    expect(await send('GET', `/boats/${id}`)).toMatchObject({ status: 200 })
  })

  it('can be deleted without them', async () => {
    const [send, id] = await boatUnder({ deletion: 'A boat with deductions cannot be deleted (409).' })
    expect(await send('DELETE', `/boats/${id}`)).toMatchObject({ status: 204 })
  })
})

describe('a range of query parameters', () => {
  it('is refused if its order is forbidden, also by operations without records', async () => {
    const [send, id] = await boatUnder({ until: 'Must be later than `from`.' })
    const ask = async (from: string, until: string): Promise<number> =>
      (await send('GET', `/boats/${id}/calendar?from=${from}&until=${until}`)).status
    expect(await ask('2031-05-12', '2031-05-09')).toBe(422)
    expect(await ask('2031-05-12', '2031-05-12')).toBe(422)
    expect(await ask('2031-05-09', '2031-05-12')).toBe(200)
  })
})
