import { expect, it } from 'vitest'
import { describeApi } from '../../../contracts/api/api.ts'
import { loadDocument } from '../../../spec/load.ts'
import { at, answer, kept, text } from '../support/document-parts.ts'

const uuid = { ...text, format: 'uuid' }

/** The resource that a property of an order's lines refers to, where suppliers have ids of a schema. */
async function referred(id: object, supplier: object): Promise<string | undefined> {
  const record = { type: 'object', required: ['id'], properties: { id, name: text } }
  const line = { type: 'object', properties: { supplier } }
  const order = {
    type: 'object',
    properties: { id: { type: 'integer', readOnly: true }, lines: { type: 'array', items: line } },
  }
  const document = await loadDocument({
    openapi: '3.0.4',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/suppliers': kept(record),
      '/suppliers/{id}': { ...at('id'), get: answer(200, record) },
      '/orders': kept(order),
    },
  })
  return describeApi(document).references.get('supplier')
}

it.each([
  ['a UUID', uuid, uuid],
  ['a number', { type: 'integer' }, { type: 'integer' }],
])(
  'a property called like a record may refer to it by %s, in the items of a list too',
  async (_, id, supplier) => {
    expect(await referred(id, supplier)).toBe('/suppliers')
  },
)

it.each([
  ['the text is of no such form', uuid, text],
  ['the ids are of another form', text, uuid],
  ['the numbers are bounded', { type: 'integer' }, { type: 'integer', maximum: 9 }],
])('a property called like a record does not refer to it if %s', async (_, id, supplier) => {
  expect(await referred(id, supplier)).toBeUndefined()
})
