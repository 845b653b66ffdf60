import { expect, it } from 'vitest'
import { describedSum, describedSumOf } from '../../../../spec/inference/numbers/described-sums.ts'
import { loadDocument } from '../../../../spec/load.ts'

const number = { type: 'number' }

/** The number of entries whose sum a balance is, by its description. */
async function summedBy(description: string, more: object = {}): Promise<string | undefined> {
  const record = { type: 'object', properties: { id: { type: 'integer' }, amount: number, ...more } }
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const balance = { schema: { ...number, description }, pointer: '#/balance' }
  return describedSum(document, balance, 'entry', { schema: record, pointer: '#/entry' })
}

it.each([
  'Sum of the amounts of all entries.',
  "The sum of its entries' amounts",
  'Total of all entry amounts, in cents.',
  'Always the sum of the `amount` of its entries',
  'Sum of `amount` over its entries.',
  'The sum of the amounts on all entries.',
  'Sum of the amounts of the entries. 0 if there are none.',
])('"%s" is the sum of a number of other records', async (description) => {
  expect(await summedBy(description, { fee: number })).toBe('amount')
})

it('the sum of records is that of their only number', async () => {
  expect(await summedBy('The sum of all entries.')).toBe('amount')
  expect(await summedBy('The sum of all entries.', { fee: number })).toBeUndefined()
})

it('the sum of records is that of the number whose name all others qualify', async () => {
  expect(await summedBy('Sum of the entries.', { refundedAmount: number })).toBe('amount')
})

it.each([
  'The balance.',
  'Sum of the amounts of all booked entries.',
  'Sum of the amounts of all entries, less those that are cancelled.',
  'Sum of the amounts of all entries. Updated daily.',
  'Sum of the amounts of all payments.',
])('"%s" is no such sum', async (description) => {
  expect(await summedBy(description)).toBeUndefined()
})

it.each([
  ['The sum of the amounts of all entries that are not cancelled.', 'cancelled', true],
  ['Sum of the amounts of the entries which are booked.', 'booked', false],
  ['Average of the amounts of its booked entries; null if none is booked.', 'booked', false],
])('"%s" is the sum of those in a state', async (description, state, isNot) => {
  const record = { type: 'object', properties: { amount: number } }
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const node = { schema: { ...number, description }, pointer: '#/balance' }
  const found = describedSumOf(document, node, 'entry', { schema: record, pointer: '#/entry' })
  expect(found).toMatchObject({ summed: 'amount', state, isNot })
  expect(await summedBy(description)).toBeUndefined()
})

it.each([
  ['Mean of the amounts of its entries, rounded to one decimal. Null without any.', true, 1],
  ['The average of the amounts of all entries.', true, undefined],
  ['Sum of the amounts of the entries of the account.', false, undefined],
])('"%s" is about all records of their owner', async (description, isMean, decimals) => {
  const record = { type: 'object', properties: { amount: number } }
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} })
  const node = { schema: { ...number, description }, pointer: '#/balance' }
  const found = describedSumOf(document, node, 'entry', { schema: record, pointer: '#/entry' }, 'account')
  expect(found).toMatchObject({ summed: 'amount', isMean, decimals, state: undefined })
})
