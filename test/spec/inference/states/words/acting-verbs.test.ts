import { expect, it } from 'vitest'
import { actingVerbs } from '../../../../../spec/inference/states/words/acting-verbs.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { operationsOf } from '../../../../../spec/operations.ts'

it.each([
  ['Executes a transfer that is waiting for approval.', ['execute']],
  ['Reopens a frozen transfer. Publishes the transfer to its payee.', ['reopen', 'publish']],
  ['The transfer is executed.', []],
  ['Sends a message about it.', []],
])('what an action does to its record by %j', async (description, verbs) => {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/bank-transfers/{id}/approve': { post: { description, responses: {} } } },
  })
  const [operation] = operationsOf(document).operations
  expect(operation && actingVerbs(operation)).toEqual(verbs)
})
