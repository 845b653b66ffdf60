import { expect, it } from 'vitest'
import { useBlockers } from '../../../../spec/inference/references/use-blockers.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'

const integer = { type: 'integer' }
const properties = { times_used: integer, sold: integer, held_count: integer, size: integer }
const schema = { type: 'object', properties }

async function blockersOf(description: string, status = '409'): Promise<readonly string[]> {
  const responses = { 204: { description: 'Gone' }, [status]: { description: 'Refused' } }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/tickets/{id}': { delete: { description, responses } } },
    components: { schemas: { Ticket: schema } },
  })
  const [deletion] = operationsOf(document).operations
  const record = { schema, pointer: '#/components/schemas/Ticket' } as const
  return deletion ? useBlockers(document, deletion, record) : []
}

it.each([
  ['A ticket that has been used cannot be deleted.', ['times_used']],
  ['Tickets that were sold can no longer be removed.', ['sold']],
  ['A ticket that has been sold or is held cannot be deleted.', ['sold', 'held_count']],
  ['A ticket that is not sold cannot be deleted.', []],
  ['A ticket that has been sold cannot be changed.', []],
  ['Deletes a ticket that has been sold.', []],
])('what shows that something was used: %s', async (description, names) => {
  expect(await blockersOf(description)).toEqual(names)
})

it('nothing does unless the refusal is declared', async () => {
  expect(await blockersOf('A ticket that has been used cannot be deleted.', '404')).toEqual([])
})
