import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, listOf, kept, number, sent, text } from '../support/document-parts.ts'

const table = { type: 'object', required: ['table'], properties: { table: text, note: text } }
const column = { type: 'object', properties: { id: number, column: text, note: text } }

it.each([
  ['the document has no other id', '/tables', table, { table: 'pets' }],
  ['its records lack the id of the document', '/columns', column, { column: 'pets' }],
])('takes the id from the property that is called like a record if %s', async (_, path, record, shown) => {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Tables', version: '1' },
    paths: {
      [path]: { get: listOf(record) },
      [`${path}/{id}`]: { ...at('id'), get: answer(200, record) },
    },
  }
  const target = (request: Request): Response => {
    const id = new URL(request.url).pathname.split('/')[2]
    if (id === undefined) return Response.json([shown])
    return id === 'pets' ? Response.json(shown) : Response.json({ message: 'None.' }, { status: 404 })
  }
  const { summary, findings } = await runContract({ document, target, phases: ['examples'] })
  expect(summary.covered).toBe(2)
  expect(findings).toEqual([])
})

const product = {
  type: 'object',
  required: ['id', 'sku'],
  properties: { id: { ...number, readOnly: true }, sku: { ...text, minLength: 1, maxLength: 20 } },
}
const line = { type: 'object', required: ['productId'], properties: { productId: number } }
const order = {
  type: 'object',
  required: ['lines'],
  properties: { lines: { type: 'array', minItems: 1, items: line } },
}

it('refers to a record by the number that it has beside the key in its path', async () => {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Shop', version: '1' },
    paths: {
      '/products': kept(product),
      '/products/{sku}': { ...at('sku'), get: answer(200, product) },
      '/orders': { post: { ...sent(order), ...answer(201, order) } },
    },
  }
  const products = new Map<string, object>()
  const ids = (): readonly unknown[] => [...products.keys()].map((_, index) => index + 300)
  const target = async (request: Request): Promise<Response> => {
    const [, name, sku = ''] = new URL(request.url).pathname.split('/')
    const none = Response.json({ message: 'None.' }, { status: 404 })
    if (request.method === 'GET')
      return sku === '' ? Response.json([...products.values()]) : Response.json(products.get(sku) ?? null)
    const body = JSON.parse((await request.text()) || '{}') as { sku: string; lines?: readonly object[] }
    if (name === 'orders')
      return body.lines?.every((each) => ids().includes(Object.values(each)[0]))
        ? Response.json(body, { status: 201 })
        : none
    const made = { ...body, id: products.size + 300 }
    products.set(body.sku, made)
    return Response.json(made, { status: 201 })
  }
  const { summary } = await runContract({ document, target, phases: ['coverage'] })
  expect(summary.covered).toBe(4)
})
