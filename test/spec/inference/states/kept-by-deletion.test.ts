import { expect, it } from 'vitest'
import { keptByDeletion } from '../../../../spec/inference/states/kept-by-deletion.ts'
import { loadDocument } from '../../../../spec/load.ts'
import { operationsOf } from '../../../../spec/operations.ts'
import { object } from '../api.ts'

const states = ['requested', 'active', 'end_requested', 'cancelled', 'deleted']
const status = { type: 'string', enum: states }
const record = { schema: object('id', { status, phase_status: { enum: ['', 'late'] } }), pointer: '' }

async function kept(texts: Readonly<Record<string, string>>, shown = 'Done') {
  const paths = { '/lines/{id}': { delete: { ...texts, responses: { 200: { description: shown } } } } }
  const document = await loadDocument({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths })
  const [operation] = operationsOf(document).operations
  if (!operation) throw new Error('There is no operation.')
  return keptByDeletion(document, operation, record)
}

it.each([
  ['The line will enter the state `end_requested`.', 'end_requested'],
  ['Sets the status to `cancelled`.', 'cancelled'],
  ['Marks the line as deleted.', 'deleted'],
  ['Deletes the line. Its status becomes `cancelled`.', 'cancelled'],
])('a deletion leaves the state that a sentence names: %s', async (description, value) => {
  const summary = 'Request the end of a line'
  expect(await kept({ summary, description })).toEqual({
    changes: [{ property: 'status', value }],
    isDescribed: true,
  })
})

it.each([
  ['summary', 'Cancel a line', false],
  ['operationId', 'cancelLine', false],
])('a deletion leaves the state that its %s names', async (place, text, isDescribed) => {
  const changes = [{ property: 'status', value: 'cancelled' }]
  expect(await kept({ [place]: text })).toEqual({ changes, isDescribed })
})

it('a deletion removes the record if its description begins so, whatever its summary', async () => {
  const texts = { summary: 'Cancel a line', description: 'Removes a line from those of the account.' }
  expect(await kept(texts)).toBeUndefined()
})

it('a deletion that responds with the deleted record removes it', async () => {
  expect(await kept({ summary: 'Delete a line' }, 'The deleted line')).toBeUndefined()
  expect(await kept({ summary: 'Delete a line' }, 'The cancelled line')).toBeDefined()
})

it('a deletion without texts removes the record', async () => {
  expect(await kept({ operationId: 'lines_delete' })).toBeUndefined()
})

it.each([
  'Removes the line.',
  'Request the removal of a line.',
  'If the line is active, it becomes `cancelled`; otherwise it is removed.',
  'Only `cancelled` lines can be deleted.',
])('a deletion removes the record: %s', async (description) => {
  expect(await kept({ summary: 'Delete a line', description })).toBeUndefined()
})
