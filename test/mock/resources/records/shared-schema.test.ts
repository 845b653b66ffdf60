import { beforeEach, expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { clientOf, type Send } from '../../client.ts'
import { answer, collection, integer, json, list, ref, text } from '../document-parts.ts'

const time = { ...text, format: 'date-time' }
const number = { type: 'number' }
const optional = (properties: object): object => ({ type: 'object', properties })

/** Requests with the schema of the records, as frameworks that know only the entity describe them. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Invoices', version: '1' },
  paths: {
    '/invoices': collection('Invoice', ref('Invoice')),
    '/invoices/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answer(200, ref('Invoice')),
      put: { requestBody: json(ref('Invoice')), ...answer(200, ref('Invoice')) },
    },
  },
  components: {
    schemas: {
      Invoice: optional({
        id: integer,
        note: text,
        lines: list(ref('Line')),
        total: number,
        createdAt: time,
      }),
      Line: optional({
        lineId: integer,
        invoiceId: integer,
        quantity: integer,
        unitPrice: number,
        lineTotal: number,
      }),
    },
  },
}

let send: Send
const invoice = async (method: string, path: string, body: JsonObject): Promise<JsonObject> =>
  (await send(method, path, body)).body as JsonObject

beforeEach(async () => {
  send = clientOf(
    await createMock({ document, world: 'empty', now: '2030-05-01T00:00:00Z', selfCheck: true }),
  )
})

it('a schema of both requests and records leaves ids, times and totals that are not sent to the server', async () => {
  const lines = [
    { quantity: 2, unitPrice: 5 },
    { quantity: 1, unitPrice: 4 },
  ]
  expect(await invoice('POST', '/invoices', { lines })).toMatchObject({
    id: 1,
    createdAt: '2030-05-01T00:00:00.000Z',
    total: 14,
    lines: [
      { lineId: 1, invoiceId: 1, lineTotal: 10 },
      { lineId: 2, invoiceId: 1, lineTotal: 4 },
    ],
  })
  expect(await invoice('PUT', '/invoices/1', { lines: lines.slice(0, 1) })).toMatchObject({
    total: 10,
    createdAt: '2030-05-01T00:00:00.000Z',
  })
})

it('what is sent in such a schema is kept', async () => {
  const sent = {
    createdAt: '2029-01-01T00:00:00Z',
    lines: [{ quantity: 2, unitPrice: 5, lineTotal: 9 }],
    total: 8,
  }
  expect(await invoice('POST', '/invoices', sent)).toMatchObject({ ...sent, lines: [{ lineTotal: 9 }] })
  expect(await invoice('PUT', '/invoices/1', { ...sent, note: 'x' })).toMatchObject({ total: 8 })
})
