import { expect, it } from 'vitest'
import { runContract } from '../../../../contracts/index.ts'
import { answer, at, listOf, sent, text } from '../../support/document-parts.ts'

const invoice = {
  type: 'object',
  required: ['id', 'status', 'note'],
  properties: { id: { ...text, readOnly: true }, status: { ...text, readOnly: true }, note: text },
}
const payment = {
  type: 'object',
  required: ['id', 'invoiceId', 'method'],
  properties: {
    id: { ...text, readOnly: true },
    invoiceId: { ...text, readOnly: true },
    method: { ...text, enum: ['card', 'cash'] },
  },
}
const conflict = { 409: { description: 'Not in this state' } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Invoices', version: '1' },
  paths: {
    '/invoices': { post: { ...sent(invoice), ...answer(201, invoice) } },
    '/invoices/{id}': { ...at('id'), get: answer(200, invoice) },
    '/invoices/{id}/send': { ...at('id'), post: answer(200, invoice, conflict) },
    '/invoices/{id}/payments': {
      ...at('id'),
      get: listOf(payment),
      post: { ...sent(payment), ...answer(201, payment, conflict) },
    },
  },
}

interface Payment {
  readonly invoiceId: string
}

/** Invoices that take payments once they are sent. */
async function run(shown: (payments: readonly Payment[], id: string) => readonly Payment[]) {
  const invoices = new Map<string, { readonly id: string; readonly status: string }>()
  const payments: Payment[] = []
  const refuse = (status: number): Response => new Response(null, { status })
  return runContract({
    document,
    phases: ['stateful'],
    async target(request: Request) {
      const [, , id, below] = new URL(request.url).pathname.split('/')
      const invoice = invoices.get(id ?? '')
      if (request.method !== 'POST') {
        if (!invoice) return refuse(404)
        return Response.json(below === undefined ? invoice : shown(payments, invoice.id))
      }
      if (id === undefined) {
        const invoice = {
          ...((await request.json()) as object),
          id: `i${String(invoices.size)}`,
          status: 'draft',
        }
        invoices.set(invoice.id, invoice)
        return Response.json(invoice, { status: 201 })
      }
      if (!invoice) return refuse(404)
      if ((invoice.status === 'draft') !== (below === 'send')) return refuse(409)
      if (below === 'send') {
        invoices.set(id, { ...invoice, status: 'sent' })
        return Response.json(invoices.get(id))
      }
      const payment = {
        ...((await request.json()) as object),
        id: `p${String(payments.length)}`,
        invoiceId: id,
      }
      payments.push(payment)
      return Response.json(payment, { status: 201 })
    },
  })
}

it('adds an item once an action made the record accept it', async () => {
  const { findings, summary } = await run((payments, id) =>
    payments.filter((payment) => payment.invoiceId === id),
  )
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(summary.covered).toBe(5)
})

it('finds an item that was added to another record in its list', async () => {
  const { findings } = await run((payments) => payments)
  expect(findings.map(({ check }) => check)).toContain('hierarchy')
})
