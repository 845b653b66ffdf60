import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

const own = { ...integer, readOnly: true }

async function vouchers(properties: object, sent: object): Promise<Send> {
  const voucher = object({ id: own, ...properties })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Vouchers', version: '1' },
    paths: {
      '/vouchers': {
        get: answer(200, list(voucher)),
        post: { requestBody: json(object(sent)), ...answer(201, voucher) },
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true }))
}

it.each([
  ['initialValue', 'balance'],
  ['opening_balance', 'current_balance'],
  ['initial_amount', 'remaining_amount'],
])('a record that begins with its %s has all of that as its %s', async (first, balance) => {
  const send = await vouchers({ [first]: integer, [balance]: own }, { [first]: integer })
  expect((await send('POST', '/vouchers', { [first]: 700 })).body).toMatchObject({ [balance]: 700 })
  const seeds = (await send('GET', '/vouchers')).body as unknown as readonly Record<string, number>[]
  for (const seed of seeds) expect(seed[balance] ?? 0).toBeLessThanOrEqual(seed[first] ?? 0)
})

it('a balance that is sent is left as it is, and one without a beginning is nothing', async () => {
  const both = { initialValue: integer, balance: integer }
  const sending = await vouchers(both, both)
  const { body } = await sending('POST', '/vouchers', { initialValue: 700, balance: 3 })
  expect(body).toMatchObject({ balance: 3 })
  const send = await vouchers({ name: text, balance: own }, { name: text })
  expect((await send('POST', '/vouchers', { name: 'Gift' })).body).toMatchObject({ balance: 0 })
})
