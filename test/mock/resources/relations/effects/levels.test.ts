import { describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../../../../mock/index.ts'
import type { JsonObject } from '../../../../../spec/json.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const readOnly = { readOnly: true }
const movement = {
  productId: text,
  warehouseId: text,
  type: { enum: ['in', 'out', 'adjustment'] },
  quantity: integer,
}
const reservation = {
  productId: text,
  warehouseId: text,
  quantity: integer,
  status: { enum: ['active', 'released', 'fulfilled'], ...readOnly },
}
const level = {
  id: text,
  productId: text,
  warehouseId: text,
  quantityOnHand: { ...integer, minimum: 0 },
  quantityReserved: { ...integer, description: 'Units held by active reservations' },
  quantityAvailable: { ...integer, minimum: 0, description: 'quantityOnHand minus quantityReserved' },
}
const id = [{ name: 'id', in: 'path', required: true, schema: text }]
const refused = { 409: { description: 'Refused' } }
const filters = ['productId', 'warehouseId'].map((name) => ({ name, in: 'query', schema: text }))

const collection = (name: string, description: string, sent: object): object => ({
  get: answer(200, list(ref(name))),
  post: {
    description,
    requestBody: json(object(sent)),
    responses: { 201: { description: 'Created', ...json(ref(name)) }, ...refused },
  },
})
const action = (description: string): object => ({
  parameters: id,
  post: { description, responses: { 200: { description: 'Done', ...json(ref('Reservation')) }, ...refused } },
})

const said = {
  movements:
    'Changes the quantity on hand of the product in the warehouse: `in` adds, `out` subtracts, `adjustment` adds the signed quantity. 409 if the available quantity would become negative.',
  reservations: 'New reservations are active. 409 when less than the requested quantity is available.',
}

const documentOf = ({ movements, reservations }: typeof said): object => ({
  openapi: '3.1.0',
  info: { title: 'Stock', version: '1' },
  paths: {
    '/products': collection('Product', 'Creates a product.', { name: text }),
    '/warehouses': collection('Warehouse', 'Creates a warehouse.', { name: text }),
    '/stock-levels': { get: { parameters: filters, ...answer(200, list(ref('StockLevel'))) } },
    '/stock-movements': collection('StockMovement', movements, movement),
    '/reservations': collection('Reservation', reservations, reservation),
    '/reservations/{id}': { parameters: id, get: answer(200, ref('Reservation')) },
    '/reservations/{id}/release': action('Sets the status to `released`.'),
    '/reservations/{id}/fulfill': action('Sets the status to `fulfilled`. The quantity on hand is reduced.'),
  },
  components: {
    schemas: {
      Product: object({ id: { ...text, ...readOnly }, name: text }),
      Warehouse: object({ id: { ...text, ...readOnly }, name: text }),
      StockLevel: object(level),
      StockMovement: object({ id: { ...text, ...readOnly }, ...movement }),
      Reservation: object({ id: { ...text, ...readOnly }, ...reservation }),
    },
  },
})

interface Stock {
  readonly send: Send
  readonly move: (type: string, quantity: number) => Promise<number>
  readonly reserve: (quantity: number) => Promise<{ readonly status: number; readonly id: string }>
  /** On hand, reserved, available. */
  readonly numbers: () => Promise<readonly unknown[]>
}

async function stockOf(document: object): Promise<Stock> {
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  const made = async (path: string): Promise<string> =>
    ((await send('POST', path, { name: 'A' })).body as { readonly id: string }).id
  const about = { productId: await made('/products'), warehouseId: await made('/warehouses') }
  return {
    send,
    move: async (type, quantity) =>
      (await send('POST', '/stock-movements', { ...about, type, quantity })).status,
    reserve: async (quantity) => {
      const { status, body } = await send('POST', '/reservations', { ...about, quantity })
      return { status, id: (body as { readonly id: string }).id }
    },
    numbers: async () => {
      const { body } = await send('GET', `/stock-levels?productId=${about.productId}`)
      return (body as readonly JsonObject[]).flatMap((each) => [
        each['quantityOnHand'],
        each['quantityReserved'],
        each['quantityAvailable'],
      ])
    },
  }
}

describe('levels: what there is for each combination of other records', () => {
  it('are changed by new records in the direction that the description gives their type', async () => {
    const { move, numbers } = await stockOf(documentOf(said))
    await move('in', 10)
    await move('out', 3)
    await move('adjustment', -2)
    expect(await numbers()).toEqual([5, 0, 5])
  })

  it('tell of the records that count in them, in the state that they name', async () => {
    const { send, move, reserve, numbers } = await stockOf(documentOf(said))
    await move('in', 10)
    const { id: held } = await reserve(6)
    expect(await numbers()).toEqual([10, 6, 4])
    await send('POST', `/reservations/${held}/release`)
    expect(await numbers()).toEqual([10, 0, 10])
  })

  it('are changed by actions that say so', async () => {
    const { send, move, reserve, numbers } = await stockOf(documentOf(said))
    await move('in', 10)
    const { id: held } = await reserve(6)
    await send('POST', `/reservations/${held}/fulfill`)
    expect(await numbers()).toEqual([4, 0, 4])
  })

  it('refuse to give more than there is', async () => {
    const { move, reserve, numbers } = await stockOf(documentOf(said))
    expect(await move('out', 1)).toBe(409)
    await move('in', 10)
    expect((await reserve(6)).status).toBe(201)
    expect((await reserve(5)).status).toBe(409)
    expect(await move('out', 5)).toBe(409)
    expect(await numbers()).toEqual([10, 6, 4])
  })

  it('stay as they are if the document does not say what changes them', async () => {
    const { move, numbers } = await stockOf(documentOf({ ...said, movements: 'Records a movement.' }))
    expect(await move('in', 10)).toBe(201)
    expect(await numbers()).toEqual([])
  })

  it('are seeded once for each combination, with what is held', async () => {
    const mock: Mock = await createMock({ document: documentOf(said), selfCheck: true })
    const send = clientOf(mock)
    const levels = (await send('GET', '/stock-levels')).body as readonly JsonObject[]
    const held = (await send('GET', '/reservations')).body as readonly JsonObject[]
    const keyOf = (each: JsonObject): string => JSON.stringify([each['productId'], each['warehouseId']])
    expect(new Set(levels.map(keyOf)).size).toBe(levels.length)
    for (const each of levels) {
      const own = held.filter((other) => keyOf(other) === keyOf(each) && other['status'] === 'active')
      expect(each['quantityReserved']).toBe(own.reduce((sum, other) => sum + Number(other['quantity']), 0))
      expect(each['quantityAvailable']).toBe(
        Number(each['quantityOnHand']) - Number(each['quantityReserved']),
      )
    }
  })
})
