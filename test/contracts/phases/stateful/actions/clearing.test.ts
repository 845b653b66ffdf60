import { describe, expect, it } from 'vitest'
import { answer, at, gone, listOf, sent, text } from '../../../support/document-parts.ts'
import { findingsByRule } from '../../../support/findings-by-rule.ts'

const time = { type: ['string', 'null'], format: 'date-time', readOnly: true }
const task = {
  type: 'object',
  required: ['id', 'title', 'isDone'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    isDone: { type: 'boolean', readOnly: true },
    checked_at: time,
    /** Not nullable: it is removed. */
    archivedAt: { ...text, format: 'date-time', readOnly: true },
  },
}

const documentWith = (sentence: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': { get: listOf(task), post: { ...sent(task), ...answer(201, task) } },
    '/tasks/{id}': { ...at('id'), get: answer(200, task), delete: gone },
    '/tasks/{id}/check': {
      ...at('id'),
      post: { description: 'Sets `checked_at`, `archivedAt`.', ...answer(200, task) },
    },
    '/tasks/{id}/resume': {
      ...at('id'),
      post: { operationId: 'resume', description: sentence, ...answer(200, task) },
    },
  },
})

const findingsOf = findingsByRule(documentWith, 'stateful/tasks/cleared')

const rules = [
  'Resumes the task and clears `checked_at`.',
  'Clears checked_at.',
  'Resumes the task. The `checked_at` timestamp is cleared.',
  'Resumes the task, and resets `checked_at` to null.',
  'Clears `checked_at` and returns the task.',
  'Resumes the task. `checked_at` becomes null.',
  'Resumes the task (it is open again, `checked_at` is cleared).',
]

describe('a value that an action clears according to its description', () => {
  it.each(rules)('is reported if it is left as it was: %s', async (stated) => {
    expect(await findingsOf(stated, '')).toEqual([
      expect.stringMatching(
        /^states: .*checked_at to be cleared, as the document says; got checked_at = ".*", as before/,
      ),
    ])
  })

  it.each([...rules, 'Clears `checked_at` and `archivedAt`.'])(
    'is cleared by the mock: %s',
    async (stated) => {
      expect(await findingsOf(stated, stated)).toEqual([])
    },
  )

  it('is reported if it has to be removed', async () => {
    expect(await findingsOf('Clears `checked_at` and `archivedAt`.', 'Clears `checked_at`.')).toEqual([
      expect.stringMatching(/^states: .*archivedAt to be cleared/),
    ])
  })

  it.each([
    '',
    'Clears `checked_at` if the task is old.',
    'Never clears `checked_at`.',
    'Clears `isDone`.',
    'On resuming, `checked_at` is cleared.',
    'Clears `checked_at` and `archivedAt` of the other tasks.',
    'The job clears what is in `checked_at`.',
  ])('is not expected after other descriptions: %s', async (stated) => {
    expect(await findingsOf(stated, '')).toEqual([])
  })
})
