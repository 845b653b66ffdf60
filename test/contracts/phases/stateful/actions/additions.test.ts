import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { isJsonObject, type Json } from '../../../../../spec/json.ts'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'

const id = { ...text, readOnly: true }
const line = { type: 'object', required: ['id', 'text'], properties: { id, text } }
const order = {
  type: 'object',
  required: ['id', 'title', 'status', 'lines'],
  properties: {
    id,
    title: text,
    status: { enum: ['draft', 'placed'], readOnly: true },
    lines: { type: 'array', items: line, readOnly: true },
  },
}
const conflict = { 409: { description: 'Conflict' }, 422: { description: 'It has no lines' } }

const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': kept(order),
    '/orders/{orderId}': { ...at('orderId'), get: answer(200, order), delete: gone },
    '/orders/{orderId}/lines': {
      ...at('orderId'),
      post: { ...sent(line), ...answer(201, line) },
    },
    '/orders/{orderId}/place': {
      ...at('orderId'),
      post: { description: 'Only drafts can be placed.', ...answer(200, order, conflict) },
    },
  },
}

interface Order {
  readonly id: string
  readonly title: string
  readonly status: 'draft' | 'placed'
  readonly lines: readonly { readonly id: string; readonly text: string }[]
}

/** What is found of a service that places orders with lines, and but for a defect neither others nor any of them twice. */
async function findingsOf(defect?: 'places twice' | 'places empty ones'): Promise<readonly string[]> {
  const orders = new Map<string, Order>()
  let count = 0
  const { findings } = await runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const [, , orderId = '', part] = new URL(request.url).pathname.split('/')
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (isRead && orderId === '') return Response.json([...orders.values()])
      const body = (await request.json().catch(() => undefined)) as Json | undefined
      const sentText = (name: string): string | undefined => {
        const value = isJsonObject(body) && Object.keys(body).length === 1 ? body[name] : undefined
        return typeof value === 'string' ? value : undefined
      }
      const keep = (order: Order): Order => {
        orders.set(order.id, order)
        return order
      }
      if (orderId === '') {
        const title = sentText('title')
        if (title === undefined) return new Response(null, { status: 400 })
        const made = keep({ id: `o${String(++count)}`, title, status: 'draft', lines: [] })
        return Response.json(made, { status: 201 })
      }
      const order = orders.get(orderId)
      if (!order) return new Response(null, { status: 404 })
      if (isRead) return Response.json(order)
      if (request.method === 'DELETE') {
        orders.delete(orderId)
        return new Response(null, { status: 204 })
      }
      if (part === 'lines') {
        const added = sentText('text')
        if (added === undefined) return new Response(null, { status: 400 })
        const line = { id: `l${String(++count)}`, text: added }
        keep({ ...order, lines: [...order.lines, line] })
        return Response.json(line, { status: 201 })
      }
      if (order.lines.length === 0 && defect !== 'places empty ones')
        return new Response(null, { status: 422 })
      if (order.status === 'placed' && defect !== 'places twice') return new Response(null, { status: 409 })
      return Response.json(keep({ ...order, status: 'placed' }))
    },
  })
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`)
}

it('a record that takes an action only with a part is given one, and then followed to the next state', async () => {
  expect(await findingsOf()).toEqual([])
  expect(await findingsOf('places twice')).toEqual([
    expect.stringMatching('^states POST .*POST in state status = placed to be refused'),
  ])
})

it('an action that needs a part is reported if it is taken without', async () => {
  expect(await findingsOf('places empty ones')).toEqual([
    expect.stringMatching('^invalid-refused POST .*a record of /orders without lines to be refused; got 200'),
  ])
})
