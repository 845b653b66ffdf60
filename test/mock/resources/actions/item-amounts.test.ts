import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const readOnly = { readOnly: true }
const line = { sku: text, quantityOrdered: integer }
const id = [{ name: 'id', in: 'path', required: true, schema: text }]

const sentLines = json(object({ lines: list(object({ lineId: text, quantity: integer })) }))
const documentOf = (description: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Purchasing', version: '1' },
  paths: {
    '/orders': {
      get: answer(200, list(ref('Order'))),
      post: { requestBody: json(object({ lines: list(object(line)) })), ...answer(201, ref('Order')) },
    },
    '/orders/{id}': { parameters: id, get: answer(200, ref('Order')) },
    '/orders/{id}/receive': {
      parameters: id,
      post: {
        description,
        requestBody: sentLines,
        responses: {
          200: { description: 'The order', ...json(ref('Order')) },
          409: { description: 'Refused' },
          422: { description: 'Unknown line' },
        },
      },
    },
  },
  components: {
    schemas: {
      Order: object({
        id: { ...text, ...readOnly },
        status: { enum: ['open', 'partially_received', 'received'], default: 'open', ...readOnly },
        lines: list(
          object({
            id: { ...text, ...readOnly },
            ...line,
            quantityReceived: { ...integer, default: 0, ...readOnly },
          }),
        ),
      }),
    },
  },
})

interface Order {
  readonly id: string
  readonly status: string
  readonly lines: readonly { readonly id: string; readonly quantityReceived: number }[]
}

async function ordered(description: string): Promise<{ readonly send: Send; readonly order: Order }> {
  const send = clientOf(
    await createMock({ document: documentOf(description), world: 'empty', selfCheck: true }),
  )
  const lines = [
    { sku: 'A', quantityOrdered: 5 },
    { sku: 'B', quantityOrdered: 1 },
  ]
  return { send, order: (await send('POST', '/orders', { lines })).body as unknown as Order }
}

describe('an action on the items of a record, part by part', () => {
  const described = 'Receives goods. More than was ordered is refused with 409.'

  it('adds to what has been done with each, and to the state of the record', async () => {
    const { send, order } = await ordered(described)
    const receive = async (index: number, quantity: number): Promise<Order> => {
      const body = { lines: [{ lineId: order.lines[index]?.id ?? '', quantity }] }
      return (await send('POST', `/orders/${order.id}/receive`, body)).body as unknown as Order
    }
    expect(await receive(0, 2)).toMatchObject({
      status: 'partially_received',
      lines: [{ quantityReceived: 2 }, {}],
    })
    expect(await receive(0, 3)).toMatchObject({
      status: 'partially_received',
      lines: [{ quantityReceived: 5 }, {}],
    })
    expect(await receive(1, 1)).toMatchObject({ status: 'received' })
  })

  it.each([
    [described, 409],
    ['Receives goods.', 200],
  ])('is refused for too much if the document says so: %s', async (description, status) => {
    const { send, order } = await ordered(description)
    const lines = [{ lineId: order.lines[0]?.id ?? '', quantity: 6 }]
    expect((await send('POST', `/orders/${order.id}/receive`, { lines })).status).toBe(status)
  })

  it('is refused for an unknown item', async () => {
    const { send, order } = await ordered(described)
    const lines = [{ lineId: 'none', quantity: 1 }]
    expect((await send('POST', `/orders/${order.id}/receive`, { lines })).status).toBe(422)
  })
})

it('goods that are received go into the stock of the warehouse, if the document says so', async () => {
  const received = async (description: string): Promise<unknown> => {
    const order = { productId: text, quantityOrdered: integer }
    const tally = { quantityReceived: { ...integer, default: 0, ...readOnly } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Purchasing', version: '1' },
      paths: {
        ...Object.fromEntries(
          ['products', 'warehouses'].map((name) => [
            `/${name}`,
            {
              get: answer(200, list(ref('Thing'))),
              post: { requestBody: json(object({ name: text })), ...answer(201, ref('Thing')) },
            },
          ]),
        ),
        '/stock-levels': { get: answer(200, list(ref('StockLevel'))) },
        '/orders': {
          get: answer(200, list(ref('Order'))),
          post: {
            requestBody: json(object({ warehouseId: text, lines: list(object(order)) })),
            ...answer(201, ref('Order')),
          },
        },
        '/orders/{id}': { parameters: id, get: answer(200, ref('Order')) },
        '/orders/{id}/receive': {
          parameters: id,
          post: {
            description,
            requestBody: sentLines,
            ...answer(200, ref('Order')),
          },
        },
      },
      components: {
        schemas: {
          Thing: object({ id: { ...text, ...readOnly }, name: text }),
          StockLevel: object({ id: text, productId: text, warehouseId: text, quantityOnHand: integer }),
          Order: object({
            id: { ...text, ...readOnly },
            warehouseId: text,
            lines: list(object({ id: { ...text, ...readOnly }, ...order, ...tally })),
          }),
        },
      },
    }
    const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    const made = async (path: string): Promise<string> =>
      ((await send('POST', path, { name: 'A' })).body as { readonly id: string }).id
    const [productId, warehouseId] = [await made('/products'), await made('/warehouses')]
    const lines = [{ productId, quantityOrdered: 5 }]
    const placed = (await send('POST', '/orders', { warehouseId, lines })).body as unknown as Order
    const receipt = { lines: [{ lineId: placed.lines[0]?.id ?? '', quantity: 2 }] }
    await send('POST', `/orders/${placed.id}/receive`, receipt)
    await send('POST', `/orders/${placed.id}/receive`, receipt)
    return (await send('GET', '/stock-levels')).body
  }
  expect(await received('Books the units into stock.')).toMatchObject([{ quantityOnHand: 4 }])
  expect(await received('Receives goods.')).toEqual([])
})
