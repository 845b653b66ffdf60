import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, integer, json, list, object, ref, text } from '../document-parts.ts'

const inPath = (name: string): object => ({ name, in: 'path', required: true, schema: integer })
const line = { variantId: integer, quantity: integer }
const variants = '/products/{productId}/variants'

/** Carts with lines of variants, which are below products; gifts name the product too. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/products': {
      get: answer(200, list(ref('Product'))),
      post: { requestBody: json(object({ name: text })), ...answer(201, ref('Product')) },
    },
    '/products/{productId}': { parameters: [inPath('productId')], get: answer(200, ref('Product')) },
    [variants]: {
      parameters: [inPath('productId')],
      get: answer(200, list(ref('Variant'))),
      post: { requestBody: json(object({ name: text, price: integer })), ...answer(201, ref('Variant')) },
    },
    [`${variants}/{variantId}`]: {
      parameters: [inPath('productId'), inPath('variantId')],
      get: answer(200, ref('Variant')),
    },
    '/carts': {
      get: answer(200, list(ref('Cart'))),
      post: {
        requestBody: json(object({ lines: list(object(line)) })),
        responses: { ...answer201('Cart'), 422: { description: 'Invalid' } },
      },
    },
    '/gifts': {
      get: answer(200, list(ref('Gift'))),
      post: {
        requestBody: json(object({ productId: integer, variantId: integer })),
        responses: { ...answer201('Gift'), 422: { description: 'Invalid' } },
      },
    },
  },
  components: {
    schemas: {
      Product: object({ id: integer, name: text }),
      Variant: object({ id: integer, name: text, price: integer }),
      Cart: object({ id: integer, lines: list(object({ ...line, variantName: text, unitPrice: integer })) }),
      Gift: object({ id: integer, productId: integer, variantId: integer, variantName: text }),
    },
  },
}

function answer201(name: string): object {
  return { 201: { description: 'Created', ...json(ref(name)) } }
}

interface Variant {
  readonly id: number
  readonly name: string
  readonly price: number
}

const start = async (): Promise<Send> => clientOf(await createMock({ document, selfCheck: true }))
const below = async (send: Send, product: number): Promise<readonly Variant[]> =>
  (await send('GET', `/products/${product}/variants`)).body as unknown as readonly Variant[]

it('seeded records refer to existing records below others, and repeat what these are called', async () => {
  const send = await start()
  const all = (await Promise.all(Array.from({ length: 12 }, (_, index) => below(send, index + 1)))).flat()
  const carts = (await send('GET', '/carts')).body as unknown as readonly {
    lines: readonly { variantId: number; variantName: string; unitPrice: number }[]
  }[]
  for (const { variantId, variantName, unitPrice } of carts.flatMap(({ lines }) => lines))
    expect(all).toContainEqual({ id: variantId, name: variantName, price: unitPrice })
})

it('a seeded record that names the parent too refers to a record below it', async () => {
  const send = await start()
  const [gift] = (await send('GET', '/gifts')).body as unknown as readonly {
    productId: number
    variantId: number
    variantName: string
  }[]
  const own = await below(send, gift?.productId ?? 0)
  expect(own.find(({ id }) => id === gift?.variantId)?.name).toBe(gift?.variantName)
})

it('a new record repeats what the record below another is called', async () => {
  const send = await start()
  const made = (await send('POST', '/products/3/variants', { name: 'Blue', price: 7 })).body as { id: number }
  const sent = { variantId: made.id, quantity: 2 }
  const cart = await send('POST', '/carts', { lines: [sent] })
  expect(cart.body).toMatchObject({ lines: [{ ...sent, variantName: 'Blue', unitPrice: 7 }] })
})

it('a new record cannot refer to one that is below no parent, or below another one', async () => {
  const send = await start()
  const [variant] = await below(send, 2)
  const sent = { productId: 2, variantId: variant?.id ?? 0 }
  expect((await send('POST', '/gifts', sent)).status).toBe(201)
  expect((await send('POST', '/gifts', { ...sent, productId: 1 })).status).toBe(422)
  expect((await send('POST', '/carts', { lines: [{ variantId: 999, quantity: 1 }] })).status).toBe(422)
})
