import { beforeEach, describe, expect, it } from 'vitest'
import { createMock } from '../../../../../mock/index.ts'
import { clientOf, type Send } from '../../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../../document-parts.ts'

const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
})
const sends = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } })
const cart = answer(200, ref('Cart'))
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/carts': { post: { ...sends({ type: 'object' }), ...answer(201, ref('Cart')) } },
    '/carts/{cartId}': { ...at('cartId'), get: cart },
    '/carts/{cartId}/items': {
      ...at('cartId'),
      post: {
        description: 'If the product is in the cart already, its quantity is increased.',
        ...sends(object({ sku: text, price: integer, quantity: integer })),
        ...cart,
      },
    },
    '/carts/{cartId}/items/{sku}': {
      ...at('cartId', 'sku'),
      patch: { ...sends(object({ quantity: integer })), ...answer(200, ref('Line')) },
      delete: cart,
    },
    '/orders': {
      get: answer(200, list(ref('Order'))),
      post: {
        description: 'Turns a cart into an order. The cart is gone afterwards.',
        requestBody: json(object({ cartId: text, note: text })),
        responses: {
          201: { description: 'The order', ...json(ref('Order')) },
          409: { description: 'The cart is empty' },
        },
      },
    },
  },
  components: {
    schemas: {
      Line: object({ sku: text, price: integer, quantity: integer }),
      Cart: object({ id: text, items: list(ref('Line')) }),
      Order: object({ id: text, cartId: text, note: text, items: list(ref('Line')) }),
    },
  },
}

describe('a list in a record', () => {
  let send: Send
  let path: string
  let cartId: string
  const mugs = { sku: 'mug', price: 8, quantity: 2 }
  const pots = { sku: 'pot', price: 20, quantity: 1 }
  const items = async (): Promise<unknown> => ((await send('GET', path)).body as { items: unknown }).items

  beforeEach(async () => {
    send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
    cartId = ((await send('POST', '/carts', {})).body as { id: string }).id
    path = `/carts/${cartId}`
    await send('POST', `${path}/items`, mugs)
    await send('POST', `${path}/items`, pots)
  })

  it('has items that are changed at their own paths', async () => {
    const changed = { ...mugs, quantity: 5 }
    expect(await send('PATCH', `${path}/items/mug`, { quantity: 5 })).toMatchObject({ body: changed })
    expect(await items()).toEqual([changed, pots])
  })

  it('has items that are removed at their own paths', async () => {
    expect((await send('DELETE', `${path}/items/mug`)).body).toMatchObject({ items: [pots] })
    expect((await send('DELETE', `${path}/items/mug`)).status).toBe(404)
    expect(await items()).toEqual([pots])
  })

  it('has no second item of the same product where the document says that numbers are added', async () => {
    await send('POST', `${path}/items`, mugs)
    expect(await items()).toEqual([{ ...mugs, quantity: 4, price: 8 }, pots])
  })

  it('is taken over by the record that is made from its own', async () => {
    const ordered = await send('POST', '/orders', { cartId, note: 'Ring twice' })
    expect(ordered).toMatchObject({ status: 201, body: { cartId, note: 'Ring twice', items: [mugs, pots] } })
    expect((await send('GET', path)).status).toBe(404)
  })

  it('has to have items for that where the document says so', async () => {
    const { id } = (await send('POST', '/carts', {})).body as { id: string }
    expect((await send('POST', '/orders', { cartId: id, note: 'None' })).status).toBe(409)
  })
})

describe('a POST that responds with the new item', () => {
  const line = { sku: text, price: integer, quantity: integer }
  const shown = object({ id: text, ...line, done: { type: 'boolean' } })
  const bill = object({ id: text, status: { enum: ['open', 'closed'] }, items: list(shown) })
  const refused = { 404: { description: 'Not found' }, 409: { description: 'Conflict' } }
  const bills = {
    openapi: '3.1.0',
    info: { title: 'Bills', version: '1' },
    paths: {
      '/bills': { post: { ...sends(object({ status: text })), ...answer(201, bill) } },
      '/bills/{billId}': { ...at('billId'), get: answer(200, bill) },
      '/bills/{billId}/close': { ...at('billId'), post: answer(200, bill) },
      '/bills/{billId}/items/{itemId}': { ...at('billId', 'itemId'), delete: answer(204) },
      '/bills/{billId}/items': {
        ...at('billId'),
        post: {
          description: 'Items can only be added while the bill is open.',
          ...sends(object(line)),
          responses: { 201: { description: 'Added', ...json(shown) }, ...refused },
        },
      },
    },
  }
  const tea = { sku: 'tea', price: 3, quantity: 2 }

  it('adds it to the list', async () => {
    const send = clientOf(await createMock({ document: bills, world: 'empty', selfCheck: true }))
    const { id } = (await send('POST', '/bills', { status: 'open' })).body as { id: string }
    const added = await send('POST', `/bills/${id}/items`, tea)
    expect(added).toMatchObject({
      status: 201,
      body: { ...tea, id: expect.any(String) as string, done: false },
    })
    expect((await send('GET', `/bills/${id}`)).body).toMatchObject({ items: [added.body] })
    expect((await send('POST', '/bills/none/items', tea)).status).toBe(404)
  })

  it('gives each an id that none has had, whatever is sent', async () => {
    const send = clientOf(await createMock({ document: bills, world: 'empty', selfCheck: true }))
    const { id } = (await send('POST', '/bills', { status: 'open' })).body as { id: string }
    const added = async (): Promise<string> =>
      ((await send('POST', `/bills/${id}/items`, { ...tea, id: 'mine' })).body as { id: string }).id
    const [one, other] = [await added(), await added()]
    await send('DELETE', `/bills/${id}/items/${one}`)
    await send('DELETE', `/bills/${id}/items/${other}`)
    expect(new Set([one, other, await added(), 'mine']).size).toBe(4)
  })

  it('is refused in a state of the record that the description excludes', async () => {
    const send = clientOf(await createMock({ document: bills, world: 'empty', selfCheck: true }))
    const { id } = (await send('POST', '/bills', { status: 'open' })).body as { id: string }
    await send('POST', `/bills/${id}/close`)
    expect((await send('POST', `/bills/${id}/items`, tea)).status).toBe(409)
  })
})
