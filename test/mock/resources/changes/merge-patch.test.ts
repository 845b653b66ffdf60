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

describe('a map of which the description says that keys can be unset by an empty value', () => {
  it('is changed key by key, also by a POST, and emptied as a whole', async () => {
    const map = { type: 'object', additionalProperties: text }
    const description =
      'Individual keys can be unset by posting an empty value to them. All keys can be unset by posting an empty value.'
    const payee = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, labels: map } }
    const sent = {
      ...payee,
      required: [],
      properties: { ...payee.properties, labels: { ...map, description } },
    }
    const document = {
      openapi: '3.0.4',
      info: { title: 'Payees', version: '1' },
      paths: {
        '/payees': {
          post: { requestBody: json(sent), responses: { 201: { description: '', ...json(payee) } } },
        },
        '/payees/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          get: { responses: { 200: { description: '', ...json(payee) } } },
          post: { requestBody: json(sent), responses: { 200: { description: '', ...json(payee) } } },
        },
      },
    }
    const send = clientOf(await createMock({ document, selfCheck: true, world: 'empty' }))
    await send('POST', '/payees', { id: 1, labels: { a: '1', b: '2' } })
    expect((await send('POST', '/payees/1', { labels: { b: '', c: '3' } })).body).toEqual({
      id: 1,
      labels: { a: '1', c: '3' },
    })
  })
})
