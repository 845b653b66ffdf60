import { expect, it } from 'vitest'
import { runContract } from '../../../../../contracts/index.ts'
import { createMock } from '../../../../../mock/index.ts'
import { answer, at, gone, query, sent, text } from '../../../support/document-parts.ts'
import { rewrittenQuery } from '../../../support/rewritten-query.ts'

const assignee = { type: ['integer', 'null'], readOnly: true }
const task = {
  type: 'object',
  required: ['id', 'title', 'assigneeId'],
  properties: { id: { ...text, readOnly: true }, title: text, assigneeId: assignee },
}
const documentWith = (listed: object): object => ({
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': {
      get: {
        operationId: 'tasks',
        parameters: [query('assigneeId', { type: 'integer' })],
        ...answer(200, { type: 'array', items: listed }),
      },
      post: { ...sent(task), ...answer(201, task) },
    },
    '/tasks/{id}': { ...at('id'), get: answer(200, task), delete: gone },
  },
})

const findingsFor = async (listed: object, ignored: string): Promise<readonly string[]> => {
  const document = documentWith(listed)
  const mock = await createMock({ document, world: 'empty' })
  const target = rewrittenQuery(mock, (query) => query.delete(ignored))
  const { findings } = await runContract({ document, phases: ['stateful'], target })
  return findings.map(({ check, operation }) => `${check} ${operation}`)
}

it('reports a filter that is ignored although no record has a value to filter by', async () => {
  expect(await findingsFor(task, 'assigneeId')).toEqual(['list-filter tasks'])
  expect(await findingsFor(task, 'nothing')).toEqual([])
})

it('does not judge a filter by what the list does not show', async () => {
  const { id, title } = task.properties
  const listed = { type: 'object', required: ['id', 'title'], properties: { id, title } }
  expect(await findingsFor(listed, 'assigneeId')).toEqual([])
})
