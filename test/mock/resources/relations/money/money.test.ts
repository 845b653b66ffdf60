import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const own = { ...integer, readOnly: true }
const decimal = { ...text, pattern: String.raw`^-?\d{1,9}\.\d{2}$` }
const money = (description?: string): object => ({
  allOf: [ref('Money')],
  ...(description !== undefined && { description, readOnly: true }),
})
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const asked = (name: string, schema: object): object => ({ name, in: 'query', schema })
const sentMove = object({ fromWalletId: integer, toWalletId: integer, amount: decimal })
const document = {
  openapi: '3.1.0',
  info: { title: 'Wallets', version: '1' },
  paths: {
    '/wallets': {
      get: answer(200, list(ref('Wallet'))),
      post: {
        requestBody: json(object({ currency: text, opening: decimal, limit: money() })),
        ...answer(201, ref('Wallet')),
      },
    },
    '/wallets/{id}': { ...at, get: answer(200, ref('Wallet')) },
    '/payments': {
      get: {
        parameters: [
          asked('walletId', integer),
          asked('minAmount', decimal),
          asked('sort', { ...text, enum: ['amount', '-amount'] }),
        ],
        ...answer(200, list(ref('Payment'))),
      },
      post: {
        requestBody: json(object({ walletId: integer, amount: money() })),
        ...answer(201, ref('Payment')),
      },
    },
    '/payments/{id}': {
      ...at,
      get: answer(200, ref('Payment')),
      patch: { requestBody: json(object({ amount: money() })), ...answer(200, ref('Payment')) },
      delete: answer(204),
    },
    '/moves': {
      post: {
        description:
          'Decreases the balance of the source wallet and increases the balance of the target wallet by `amount`.',
        requestBody: json(sentMove),
        responses: {
          201: { description: 'Moved', ...json(ref('Move')) },
          409: { description: 'The balance of the source is too low.' },
          422: { description: 'Both wallets are the same.' },
        },
      },
    },
    '/moves/{id}': { ...at, get: answer(200, ref('Move')) },
  },
  components: {
    schemas: {
      Money: object({ amount: decimal, currency: { ...text, pattern: '^[A-Z]{3}$' } }),
      Wallet: object({
        id: own,
        currency: { ...text, pattern: '^[A-Z]{3}$' },
        opening: decimal,
        balance: money('The opening plus the amounts of all payments.'),
        limit: money(),
        spent: money('What was spent so far.'),
        left: money('The limit minus what was spent.'),
        available: money('Balance plus limit.'),
      }),
      Payment: object({ id: own, walletId: integer, amount: money() }),
      Move: object({ id: own, fromWalletId: integer, toWalletId: integer, amount: decimal }),
    },
  },
}

interface Wallet {
  readonly id: number
  readonly opening: string
  readonly currency: string
  readonly balance: { readonly amount: string; readonly currency: string }
}
interface Payment {
  readonly id: number
  readonly walletId: number
  readonly amount: { readonly amount: string; readonly currency: string }
}

describe('amounts as text and with a currency', () => {
  let send: Send

  beforeEach(async () => {
    send = clientOf(await createMock({ document, selfCheck: true }))
  })

  const eur = (amount: string) => ({ amount, currency: 'EUR' })
  async function newWallet(opening = '100.00', currency = 'GBP'): Promise<number> {
    const sent = { currency, opening, limit: { amount: '80.00', currency } }
    return ((await send('POST', '/wallets', sent)).body as { readonly id: number }).id
  }
  const balanceOf = async (id: number): Promise<unknown> =>
    ((await send('GET', `/wallets/${String(id)}`)).body as unknown as Wallet).balance.amount
  const pay = async (walletId: number, amount: string): Promise<number> =>
    ((await send('POST', '/payments', { walletId, amount: eur(amount) })).body as { readonly id: number }).id
  const paid = async (query: string): Promise<readonly string[]> =>
    ((await send('GET', `/payments?${query}`)).body as unknown as Payment[]).map((each) => each.amount.amount)

  it('are summed up where a description says so, in one currency', async () => {
    const payments = (await send('GET', '/payments')).body as unknown as readonly Payment[]
    for (const { id, opening, balance, currency } of (await send('GET', '/wallets'))
      .body as unknown as readonly Wallet[]) {
      const parts = payments.filter(({ walletId }) => walletId === id).map(({ amount }) => amount)
      const total = parts.reduce((sum, { amount }) => sum + Number(amount), Number(opening))
      expect(Number(balance.amount)).toBeCloseTo(total)
      expect(new Set([currency, balance.currency, ...parts.map((part) => part.currency)]).size).toBe(1)
    }
  })

  it('of a new record start with what they are added to, or with nothing', async () => {
    const { body } = await send('GET', `/wallets/${String(await newWallet('12.50'))}`)
    expect(body).toMatchObject({
      balance: { amount: '12.50', currency: 'GBP' },
      spent: { amount: '0.00', currency: 'GBP' },
      left: { amount: '80.00', currency: 'GBP' },
    })
  })

  it('follow records that are created, changed and deleted', async () => {
    const wallet = await newWallet()
    const payment = await pay(wallet, '-12.50')
    expect(await balanceOf(wallet)).toBe('87.50')
    await send('PATCH', `/payments/${String(payment)}`, { amount: eur('-20.00') })
    expect(await balanceOf(wallet)).toBe('80.00')
    await send('DELETE', `/payments/${String(payment)}`)
    expect(await balanceOf(wallet)).toBe('100.00')
  })

  it('move between records as the description of the creation says', async () => {
    const [one, other] = [await newWallet(), await newWallet()]
    const move = async (fromWalletId: number, toWalletId: number, amount: string) =>
      (await send('POST', '/moves', { fromWalletId, toWalletId, amount })).status
    expect(await move(one, other, '30.00')).toBe(201)
    expect(await move(one, other, '70.01')).toBe(409)
    expect(await move(one, one, '1.00')).toBe(422)
    expect([await balanceOf(one), await balanceOf(other)]).toEqual(['70.00', '130.00'])
  })

  it('are computed again from a balance that a move changes', async () => {
    const [from, to] = [await newWallet(), await newWallet('5.00')]
    await send('POST', '/moves', { fromWalletId: from, toWalletId: to, amount: '30.00' })
    const { body } = await send('GET', `/wallets/${String(from)}`)
    expect(body).toMatchObject({ balance: { amount: '70.00' }, available: { amount: '150.00' } })
  })

  it('are sorted and bounded by their value', async () => {
    const wallet = await newWallet()
    for (const amount of ['-5.00', '-100.00', '20.00', '9.00']) await pay(wallet, amount)
    const query = `walletId=${String(wallet)}`
    expect(await paid(`${query}&sort=amount`)).toEqual(['-100.00', '-5.00', '9.00', '20.00'])
    expect(await paid(`${query}&sort=-amount&minAmount=9.00`)).toEqual(['20.00', '9.00'])
  })
})
