import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../mock/index.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { clientOf, type Answer, type Send } from '../client.ts'
import { answer, collection, integer, json, list, object, ref, text } from './document-parts.ts'

const refused = (descriptions: Readonly<Record<number, string>>): object =>
  Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      { description, ...json(object({})) },
    ]),
  )
const at = (name: string): object => ({
  parameters: [{ name, in: 'path', required: true, schema: integer }],
})
const action = (summary: string, description = ''): object => ({
  post: {
    summary,
    description,
    responses: { 200: { description: 'Done', ...json(ref('Lot')) }, ...refused({ 409: 'Conflict' }) },
  },
})
const told = (schema: object, description: string): object => ({ ...schema, readOnly: true, description })
const nullable = { nullable: true } as const

const document = {
  openapi: '3.0.3',
  info: { title: 'Auctions', version: '1' },
  paths: {
    '/members': collection('Member', object({ name: text })),
    '/members/{id}': { ...at('id'), get: answer(200, ref('Member')) },
    '/members/{id}/deposits': {
      ...at('id'),
      post: { requestBody: json(object({ amount: integer })), ...answer(201, ref('Deposit')) },
      get: answer(200, list(ref('Deposit'))),
    },
    '/members/{id}/statistics': { ...at('id'), get: answer(200, ref('Statistics')) },
    '/lots': {
      get: {
        parameters: [{ name: 'sort', in: 'query', schema: { ...text, enum: ['price', '-price'] } }],
        ...answer(200, list(ref('Lot'))),
      },
      post: {
        requestBody: json(object({ sellerId: integer, startPrice: integer })),
        ...answer(201, ref('Lot')),
      },
    },
    '/lots/{id}': {
      ...at('id'),
      get: answer(200, ref('Lot')),
      patch: {
        requestBody: json({ type: 'object', properties: { startPrice: integer } }),
        ...answer(200, ref('Lot')),
      },
    },
    '/lots/{id}/bids': {
      ...at('id'),
      get: { summary: 'List the bids, highest first', ...answer(200, list(ref('Bid'))) },
      post: {
        description:
          'The amount must be greater than the current price. Sellers cannot bid on their own lots.',
        requestBody: json(object({ bidderId: integer, amount: integer })),
        responses: {
          201: { description: 'Done', ...json(ref('Bid')) },
          ...refused({ 403: 'The bidder is the seller of the lot.', 422: 'The amount is too low.' }),
        },
      },
    },
    '/lots/{id}/close': {
      ...at('id'),
      ...action(
        'Close a lot',
        'The highest bidder becomes the winner and the outcome is `sold`. Without bids the outcome is `unsold`.',
      ),
    },
  },
  components: {
    schemas: {
      Member: object({
        id: integer,
        name: text,
        balance: told(integer, "Sum of the member's deposits in cents."),
      }),
      Deposit: object({ id: integer, memberId: integer, amount: integer }),
      Statistics: object({
        lotCount: told(integer, 'Number of lots of this seller. Closed lots are not counted.'),
        revenue: told(integer, 'Sum of the current prices of all sold lots.'),
        averagePrice: told(
          { type: 'number', ...nullable },
          'Average of the current prices of sold lots; null when nothing was sold.',
        ),
      }),
      Lot: object({
        id: integer,
        sellerId: integer,
        startPrice: integer,
        status: { ...text, enum: ['open', 'closed'], readOnly: true },
        currentPrice: told(integer, 'The highest bid, or the start price if there are no bids.'),
        winnerId: told({ ...integer, ...nullable }, 'The member who won.'),
        outcome: { ...text, ...nullable, enum: ['sold', 'unsold', null], readOnly: true },
      }),
      Bid: object({ id: integer, lotId: integer, bidderId: integer, amount: integer }),
    },
  },
}

let send: Send
let [seller, one, other] = [0, 0, 0]

const post = async (path: string, body: JsonObject = {}): Promise<JsonObject & { readonly id: number }> =>
  (await send('POST', path, body)).body as JsonObject & { readonly id: number }
const offer = async (startPrice: number): Promise<string> =>
  `/lots/${String((await post('/lots', { sellerId: seller, startPrice })).id)}`
const bid = (lot: string, bidderId: number, amount: number): Promise<Answer> =>
  send('POST', `${lot}/bids`, { bidderId, amount })

beforeEach(async () => {
  send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  seller = (await post('/members', { name: 'Ida' })).id
  one = (await post('/members', { name: 'Leo' })).id
  other = (await post('/members', { name: 'Mia' })).id
})

describe('the highest of what belongs to a record, "or" another number of it', () => {
  it('is that number until there are any', async () => {
    const lot = await offer(100)
    expect((await send('GET', lot)).body).toMatchObject({ currentPrice: 100 })
    expect((await send('PATCH', lot, { startPrice: 120 })).body).toMatchObject({ currentPrice: 120 })
    await bid(lot, one, 150)
    await bid(lot, other, 170)
    expect((await send('GET', lot)).body).toMatchObject({ currentPrice: 170 })
    expect((await send('PATCH', lot, { startPrice: 90 })).body).toMatchObject({ currentPrice: 170 })
  })

  it('has to be exceeded where the text says so', async () => {
    const lot = await offer(100)
    const statuses = [await bid(lot, one, 100), await bid(lot, one, 101), await bid(lot, other, 101)]
    expect(statuses.map(({ status }) => status)).toEqual([422, 201, 422])
  })
})

it('nobody does to their own record what "sellers cannot"', async () => {
  expect(await bid(await offer(100), seller, 200)).toMatchObject({ status: 403 })
})

it('a list is ordered by the only number of its records, "highest first"', async () => {
  const lot = await offer(1)
  for (const [bidder, amount] of [
    [one, 5],
    [other, 20],
    [one, 100],
  ] as const)
    await bid(lot, bidder, amount)
  const bids = (await send('GET', `${lot}/bids`)).body as unknown as readonly JsonObject[]
  expect(bids.map(({ amount }) => amount)).toEqual([100, 20, 5])
})

describe('an action that is decided by what belongs to the record', () => {
  it('gives the reference of the highest, and the value for some', async () => {
    const lot = await offer(10)
    await bid(lot, one, 20)
    await bid(lot, other, 30)
    expect(await post(`${lot}/close`)).toMatchObject({ status: 'closed', winnerId: other, outcome: 'sold' })
  })

  it('gives the value for none "without" any', async () => {
    expect(await post(`${await offer(10)}/close`)).toMatchObject({ winnerId: null, outcome: 'unsold' })
  })
})

describe('numbers of what belongs to a record', () => {
  it('are of those whom clients name rather than of those whom the server does, without those who "are not counted"', async () => {
    const [sold] = [await offer(10), await offer(20)]
    await bid(sold, one, 50)
    await post(`${sold}/close`)
    const statistics = (await send('GET', `/members/${String(seller)}/statistics`)).body
    expect(statistics).toEqual({ lotCount: 1, revenue: 50, averagePrice: 50 })
    const nothing = (await send('GET', `/members/${String(one)}/statistics`)).body
    expect(nothing).toEqual({ lotCount: 0, revenue: 0, averagePrice: null })
  })

  it('add up what is described as that of their owner', async () => {
    const member = `/members/${String(one)}`
    await post(`${member}/deposits`, { amount: 500 })
    await post(`${member}/deposits`, { amount: 250 })
    expect((await send('GET', member)).body).toMatchObject({ balance: 750 })
  })
})

it('lists are sorted by the current price where they are by the price', async () => {
  for (const price of [20, 10, 30]) await offer(price)
  const lots = (await send('GET', '/lots?sort=price')).body as unknown as readonly JsonObject[]
  expect(lots.map(({ currentPrice }) => currentPrice)).toEqual([10, 20, 30])
})
