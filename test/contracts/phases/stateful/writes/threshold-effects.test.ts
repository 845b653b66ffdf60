import { describe, expect, it } from 'vitest'
import { answer, at, gone, kept, sent, text } from '../../../support/document-parts.ts'
import { findingsByRule } from '../../../support/findings-by-rule.ts'

const progress = { type: 'integer', minimum: 0, maximum: 100 }
const task = {
  type: 'object',
  required: ['id', 'title', 'progress', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    title: text,
    progress: { ...progress, readOnly: true },
    status: { enum: ['open', 'finished'], readOnly: true },
    finished_at: { type: ['string', 'null'], format: 'date-time', readOnly: true },
  },
}
const change = { type: 'object', properties: { progress, title: text } }

const documentWith = (rule: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': kept(task),
    '/tasks/{id}': {
      ...at('id'),
      get: answer(200, task),
      patch: { description: rule, ...sent(change), ...answer(200, task) },
      delete: gone,
    },
  },
})

const findingsOf = findingsByRule(documentWith, 'stateful/tasks/thresholds-*')

const rules = [
  [
    'At 100 the status becomes `finished`.',
    'expected status = finished, as the document says; got status = open',
  ],
  ['Sets `finished_at` when progress reaches 100.', 'expected finished_at to be set, as the document says'],
] as const

describe('what the document says happens at a value of a number', () => {
  it.each(rules)('has to happen: %s', async (rule, message) => {
    expect(await findingsOf(rule, '')).toEqual([expect.stringContaining(message)])
  })

  it.each(rules)('has no finding if it happens: %s', async (rule) => {
    expect(await findingsOf(rule, rule)).toEqual([])
  })
})
