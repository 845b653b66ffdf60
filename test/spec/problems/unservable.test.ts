import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { createBrokenPathLookup, unservableReason } from '../../../spec/problems/unservable.ts'

const dead = { $ref: '#/nowhere' }
const ok = { description: 'ok' }
const json = (schema: object): object => ({ content: { 'application/json': { schema } } })

async function obstacle(operation: object, item: object = {}): Promise<string | undefined> {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: {},
    paths: { '/a': { ...item, post: operation } },
  })
  return unservableReason(document, operationsOf(document).operations[0]!)
}

describe('an operation cannot be served', () => {
  it.each<[string, object, object | undefined]>([
    ['without one of its parameters', { parameters: [dead], responses: { 200: ok } }, undefined],
    ['without a parameter of its path item', { responses: { 200: ok } }, { parameters: [dead] }],
    ['without its request body', { requestBody: dead, responses: { 200: ok } }, undefined],
    ['without its successful response', { responses: { 200: dead } }, undefined],
    [
      'without the schema of its successful response',
      { responses: { 201: { ...ok, ...json(dead) } } },
      undefined,
    ],
    ['without a default response that is its only one', { responses: { default: dead, 404: ok } }, undefined],
  ])('%s', async (_, operation, item) => {
    expect(await obstacle(operation, item)).toMatch(
      /^unresolved-ref {2}The target of the \$ref '#\/nowhere' does not exist\. {2}\(#\/paths/,
    )
  })
})

describe('an operation can be served', () => {
  it.each<[string, object]>([
    ['without one of its error responses', { responses: { 200: ok, 404: dead } }],
    ['without the schema of its request body', { requestBody: json(dead), responses: { 200: ok } }],
    ['without a part of a schema', { responses: { 200: { ...ok, ...json({ properties: { a: dead } }) } } }],
    [
      'with one of several schemas',
      {
        responses: {
          200: { ...ok, content: { 'text/x': { schema: dead }, 'application/json': { schema: {} } } },
        },
      },
    ],
    ['without a further successful response', { responses: { 200: ok, 201: dead } }],
    ['without anything at all', {}],
  ])('%s', async (_, operation) => {
    expect(await obstacle(operation)).toBeUndefined()
  })
})

it('reports path items that cannot be read', async () => {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: {},
    paths: { '/a/{id}': dead, '/b': { get: {} } },
  })
  const unreadable = createBrokenPathLookup(document)
  expect(unreadable?.('/a/5')).toMatch(/unresolved-ref/)
  expect(unreadable?.('/b')).toBeUndefined()
  expect(createBrokenPathLookup(await loadDocument())).toBeUndefined()
})
