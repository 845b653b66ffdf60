import { expect, it } from 'vitest'
import { describedValues } from '../../../../../spec/inference/states/effects/described-values.ts'
import { loadDocument } from '../../../../../spec/load.ts'
import { operationsOf } from '../../../../../spec/operations.ts'

const schema = {
  type: 'object',
  properties: { progress_percent: { type: 'integer' }, done: { type: 'boolean' }, title: { type: 'string' } },
}

it.each([
  ['Sets the progress to 100 percent and issues a certificate.', { progress_percent: 100 }],
  ['Finishes it, and sets `done` to `true`.', { done: true }],
  ['Sets `done` to true if nothing is open.', {}],
  ['Sets the title to 5.', {}],
])('"%s"', async (description, values) => {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Courses', version: '1' },
    paths: {
      '/courses/{id}/complete': {
        post: {
          description,
          responses: { 200: { description: 'Done', content: { 'application/json': { schema } } } },
        },
      },
    },
  })
  const [operation] = operationsOf(document).operations
  const record = operation?.responses[0]?.content[0]?.schema
  if (!operation || !record) throw new Error('There is no record.')
  expect(describedValues(document, record, operation)).toEqual(values)
})
