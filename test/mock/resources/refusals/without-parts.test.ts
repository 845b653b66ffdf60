import { expect, it } from 'vitest'
import { createMock } from '../../../../mock/index.ts'
import { clientOf } from '../../client.ts'
import { answer, integer, json, list, object, text } from '../document-parts.ts'

const line = object({ id: { ...integer, readOnly: true }, text })
const issued = { type: 'boolean', readOnly: true }
const at = { parameters: [{ name: 'id', in: 'path', required: true, schema: integer }] }
const refused = { 404: { description: 'There is none' }, 409: { description: 'Refused' } }

/** The statuses of the action on a new invoice, then with what `add` adds, and on an invoice that does not exist. */
async function statuses(
  invoice: object,
  paths: object,
  sent: Record<string, string[]>,
  add: (send: ReturnType<typeof clientOf>) => Promise<unknown>,
): Promise<readonly number[]> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Invoices', version: '1' },
    paths: {
      '/invoices': {
        get: answer(200, list(invoice)),
        post: { requestBody: json(invoice), ...answer(201, invoice) },
      },
      '/invoices/{id}': {
        ...at,
        get: answer(200, invoice),
        put: { requestBody: json(invoice), ...answer(200, invoice) },
      },
      '/invoices/{id}/issue': {
        ...at,
        post: {
          description: 'An invoice without lines cannot be issued.',
          responses: { 200: { description: 'Issued', ...json(invoice) }, ...refused },
        },
      },
      ...paths,
    },
  }
  const send = clientOf(await createMock({ document, world: 'empty', selfCheck: true }))
  await send('POST', '/invoices', sent)
  const before = await send('POST', '/invoices/1/issue')
  await add(send)
  const after = await send('POST', '/invoices/1/issue')
  return [before.status, after.status, (await send('POST', '/invoices/7/issue')).status]
}

it('an action on a record that needs records below it is refused while there are none', async () => {
  const invoice = object({ id: { ...integer, readOnly: true }, issued })
  const lines = {
    '/invoices/{id}/lines': {
      ...at,
      get: answer(200, list(line)),
      post: { requestBody: json(object({ text })), ...answer(201, line) },
    },
  }
  const add = (send: ReturnType<typeof clientOf>) => send('POST', '/invoices/1/lines', { text: 'Hay' })
  expect(await statuses(invoice, lines, {}, add)).toEqual([409, 200, 404])
})

it('an action on a record that needs something in a list is refused while that is empty', async () => {
  const invoice = object({ id: { ...integer, readOnly: true }, issued, lines: list(text) })
  const add = (send: ReturnType<typeof clientOf>) => send('PUT', '/invoices/1', { lines: ['Hay'] })
  expect(await statuses(invoice, {}, { lines: [] }, add)).toEqual([409, 200, 404])
})
