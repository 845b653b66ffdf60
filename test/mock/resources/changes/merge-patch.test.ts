import { describe, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf, type Send } from '../../client.ts'
import { json, text } from '../document-parts.ts'

const object = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
})
const payment = { oneOf: [object({ iban: text }), object({ card: text, month: { type: 'integer' } })] }
const payee = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, payment } }
const answer = (status: number): object => ({
  responses: { [status]: { description: 'done', ...json(payee) } },
})

/** An API whose payees have a payment that is one of two kinds. */
async function payees(): Promise<Send> {
  const document = {
    openapi: '3.0.4',
    info: { title: 'Payees', version: '1' },
    paths: {
      '/payees': { post: { requestBody: json(payee), ...answer(201) } },
      '/payees/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answer(200),
        patch: { requestBody: json({ type: 'object', properties: { payment } }), ...answer(200) },
      },
    },
  }
  return clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
}

describe('PATCH of an object described by oneOf', () => {
  it('merges properties of the same branch', async () => {
    const send = await payees()
    await send('POST', '/payees', { id: 1, payment: { card: '4111', month: 1 } })
    const { body } = await send('PATCH', '/payees/1', { payment: { card: '4111', month: 2 } })
    expect(body).toMatchObject({ payment: { card: '4111', month: 2 } })
  })

  it('replaces the object when the patch is of another branch', async () => {
    const send = await payees()
    await send('POST', '/payees', { id: 1, payment: { card: '4111', month: 1 } })
    await send('PATCH', '/payees/1', { payment: { iban: 'NL00' } })
    expect((await send('GET', '/payees/1')).body).toEqual({ id: 1, payment: { iban: 'NL00' } })
  })
})
