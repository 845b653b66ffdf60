import { expect, it } from 'vitest'
import type { Context } from '../../../../../contracts/context.ts'
import { bodyValue } from '../../../../../contracts/draft.ts'
import type { Draft } from '../../../../../contracts/interaction.ts'
import { differing } from '../../../../../contracts/phases/stateful/writes/changed-values.ts'
import { apiOf } from '../../../support/answer-to.ts'

const item = {
  type: 'object',
  properties: {
    labels: { type: 'array', maxItems: 10, items: { type: 'string' } },
    title: { type: 'string' },
    due: { type: 'string', nullable: true },
  },
}

const api = apiOf({
  openapi: '3.0.3',
  info: { title: 'Items', version: '1' },
  paths: {
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      patch: {
        requestBody: { content: { 'application/json': { schema: item } } },
        responses: { 200: { description: 'Changed' } },
      },
    },
  },
})
const record = { labels: ['red'] }

/** The labels in a changed request of the record's own labels. */
function changedLabels(bindings: Draft['bindings'] = []): readonly string[] {
  const operation = api.operations[0]!
  const mediaType = operation.requestBody!.content[0]!
  const draft: Draft = {
    operation,
    path: { id: 1 },
    query: {},
    header: {},
    cookie: {},
    body: { kind: 'value', mediaType, value: record },
    bindings,
  }
  return (bodyValue(differing({ api } as Context, draft, record)) as typeof record).labels
}

it('changes an array to one with items, because the loss of an empty one would not show', () => {
  expect(changedLabels()).not.toEqual([])
  expect(changedLabels()).not.toEqual(record.labels)
})

it('keeps an array of ids of other records', () => {
  const fixture = {
    resource: '/labels',
    id: 'red',
    key: ['red'],
    record: undefined,
    creation: undefined,
    gone: false,
  }
  expect(changedLabels([{ in: 'body', at: '/labels/0', fixture }])).toEqual(record.labels)
})
