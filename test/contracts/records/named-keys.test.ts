import { expect, it } from 'vitest'
import { runContract } from '../../../contracts/index.ts'
import { answer, at, listOf, number, text } from '../support/document-parts.ts'

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
