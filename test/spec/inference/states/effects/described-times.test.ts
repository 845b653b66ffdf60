import { expect, it } from 'vitest'
import { describedTimes } from '../../../../../spec/inference/states/effects/described-times.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { operationsOf } from '../../../../../spec/operations.ts'

const graded_at = { type: ['string', 'null'], format: 'date-time', description: 'When it was graded.' }
const schema = { type: 'object', properties: { id: { type: 'string' }, graded_at } }

it.each([
  ['put', ['graded_at']],
  ['delete', []],
])('the time of what a path names, after %s', async (method, times) => {
  const responses = { 200: { description: 'Done', content: { 'application/json': { schema } } } }
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Submissions', version: '1' },
    paths: { '/submissions/{id}/grade': { [method]: { responses } } },
  })
  const [operation] = operationsOf(document).operations
  const record = operation?.responses[0]?.content[0]?.schema
  if (!operation || !record) throw new Error('There is no record.')
  expect(describedTimes(document, record, operation)).toEqual(times)
})
