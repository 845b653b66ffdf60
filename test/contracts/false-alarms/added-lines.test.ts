import { expect, it } from 'vitest'
import { answers, body, check, empty, type ReceivedRequest } from '../support/code-first-api.ts'

interface Line {
  readonly id: string
  readonly product: string
  readonly quantity: number
}

const sent = {
  product: { type: 'string', enum: ['tea'] },
  quantity: { type: 'integer', minimum: 1, maximum: 9 },
}
const line = {
  type: 'object',
  required: ['id', 'product', 'quantity'],
  properties: { ...sent, id: { type: 'string' }, quantity: { type: 'integer' } },
}
const paths = {
  '/lines': {
    get: answers(200, { type: 'array', items: line }),
    post: {
      ...body({ type: 'object', required: ['product', 'quantity'], properties: sent }),
      ...answers(201, line),
    },
  },
  '/lines/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    get: answers(200, line),
    delete: { responses: { 204: { description: 'Gone' }, 404: { description: 'None' } } },
  },
}

/** Lines of which there is one for each product; more of it are added, or take its place. */
function lines(more: (before: number, quantity: number) => number) {
  const all = new Map<string, Line>()
  return ({ method, path, body: { product, quantity } }: ReceivedRequest): Response => {
    const [, , id = ''] = path.split('/')
    if (method === 'POST') {
      if (product !== 'tea' || !Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > 9)
        return empty(400)
      const created = {
        id: product,
        product,
        quantity: more(all.get(product)?.quantity ?? 0, Number(quantity)),
      }
      all.set(product, created)
      return Response.json(created, { status: 201 })
    }
    if (id === '') return Response.json([...all.values()])
    const found = all.get(id)
    if (!found) return empty(404)
    if (method === 'DELETE') all.delete(id)
    return method === 'DELETE' ? empty(204) : Response.json(found)
  }
}

const ids = async (more: (before: number, quantity: number) => number): Promise<readonly string[]> =>
  (await check(paths, lines(more), ['stateful'])).findings.filter((each) => /ids-unique.*existing/.test(each))

it('accepts that a cart adds up two lines of the same product', async () => {
  expect(await ids((before, quantity) => before + quantity)).toEqual([])
})

it('reports a new record with the id of another one that was not added to', async () => {
  expect(await ids((_, quantity) => quantity)).toEqual([expect.stringContaining('ids-unique')])
})
