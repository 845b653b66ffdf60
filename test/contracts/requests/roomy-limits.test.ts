import { expect, it } from 'vitest'
import { describeApi } from '../../../contracts/api/api.ts'
import { templatesOf } from '../../../contracts/requests/templates.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { loadDocument } from '../../../spec/load.ts'
import { answer, at, kept, sent, text } from '../support/document-parts.ts'

const amount = { type: 'integer', minimum: 1 }
const claim = {
  type: 'object',
  required: ['id', 'claimed', 'items'],
  properties: {
    id: { ...text, readOnly: true },
    claimed: amount,
    items: amount,
    max_uses: amount,
    approved: { ...amount, readOnly: true },
  },
}
const payment = { type: 'object', required: ['amount'], properties: { amount } }

async function bodiesOf(id: string, claimed: object = amount): Promise<readonly JsonObject[]> {
  const schema = { ...claim, properties: { ...claim.properties, claimed } }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Claims', version: '1' },
    paths: {
      '/claims': kept(schema),
      '/claims/{id}': { ...at('id'), get: answer(200, schema) },
      '/claims/{id}/approve': {
        ...at('id'),
        post: {
          operationId: 'approve',
          description: '`approved` cannot exceed `claimed`.',
          ...sent({ type: 'object', required: ['approved'], properties: { approved: amount } }),
          ...answer(200, schema),
        },
      },
      '/claims/{id}/payments': {
        ...at('id'),
        post: {
          operationId: 'pay',
          description: 'The `amount` cannot exceed the `approved` amount.',
          ...sent(payment),
          ...answer(201, payment),
        },
      },
    },
  })
  const api = describeApi(document)
  const operation = api.operations.find((each) => each.id === id || `${each.method} ${each.path}` === id)
  if (!operation) throw new Error('There is no such operation.')
  return templatesOf(api, operation).map(({ body }) => body?.value as JsonObject)
}

it('what limits later requests is large, and larger where it limits another limit', async () => {
  for (const { approved } of await bodiesOf('approve')) expect(approved).toBeGreaterThanOrEqual(1_000)
  for (const { claimed } of await bodiesOf('POST /claims')) expect(claimed).toBeGreaterThanOrEqual(10_000)
})

it('what tells how often something can be used is large', async () => {
  for (const { max_uses } of await bodiesOf('POST /claims'))
    expect(max_uses ?? 1_000).toBeGreaterThanOrEqual(1_000)
})

it('other numbers stay as they are', async () => {
  const bodies = [...(await bodiesOf('pay')), ...(await bodiesOf('POST /claims'))]
  expect(bodies.some(({ amount, items }) => Number(amount ?? items) < 1_000)).toBe(true)
})

it('limits stay as the document allows them, and as its examples show them', async () => {
  for (const { claimed } of await bodiesOf('POST /claims', { ...amount, maximum: 50 }))
    expect(claimed).toBeLessThanOrEqual(50)
})
