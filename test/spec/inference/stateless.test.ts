import { describe, expect, it } from 'vitest'
import { inferResources } from '../../../spec/inference/infer-resources.ts'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { array, integer, modelOf, object, reasonFor, schema, string } from './api.ts'

const schemas = { Pet: object('id', 'name') }
const Pet = schema('Pet')
const pets = { 'GET /pets': { answers: array(Pet) }, 'GET /pets/{id}': { answers: Pet } }

describe('an operation without a role has a reason', () => {
  it.each([
    [
      'POST /pets',
      { ...pets, 'POST /pets': { sends: object('greeting'), answers: object('message') } },
      'Its response has no id by which to read what it creates.',
    ],
    [
      'POST /pets',
      { ...pets, 'POST /pets': { sends: array(object('question')), answers: array(object('score')) } },
      'Its body holds several records.',
    ],
    [
      'POST /pets',
      {
        'GET /pets': pets['GET /pets'],
        'POST /pets': { sends: object('q'), answers: object('score', 'took') },
      },
      'Its response is not a record of the list.',
    ],
    [
      'POST /pets',
      { 'POST /pets': { sends: Pet, answers: Pet } },
      'It changes no record that another operation reads.',
    ],
    ['DELETE /pets', { ...pets, 'DELETE /pets': {} }, 'It deletes from the whole collection.'],
    [
      'PATCH /pets',
      { ...pets, 'PATCH /pets': { sends: object('name') } },
      'Its body does not say which record it changes.',
    ],
    ['PUT /pets/{id}', { ...pets, 'PUT /pets/{id}': {} }, 'It has no body to change the record with.'],
    [
      'PUT /pets/{id}',
      { ...pets, 'PUT /pets/{id}': { sends: object('unrelated') } },
      'Its body has no property of the record.',
    ],
    ['OPTIONS /pets', { ...pets, 'OPTIONS /pets': {} }, 'OPTIONS neither reads nor changes records.'],
    [
      'DELETE /pets/{petId}',
      { ...pets, 'DELETE /pets/{petId}': {} },
      'Its path differs from /pets/{id} only in the name of its parameter.',
    ],
    [
      'GET /pets/mine',
      { ...pets, 'GET /pets/mine': { answers: array(Pet) } },
      'It lists records of /pets/{id}, but nothing tells which ones.',
    ],
    [
      'GET /pets/count',
      { ...pets, 'GET /pets/count': { answers: object({ count: integer }) } },
      'Nothing changes what it shows.',
    ],
    [
      'GET /pets/{id}',
      { 'GET /pets/{id}': { answers: Pet } },
      'Its records are only read one by one: nothing lists, creates or changes them.',
    ],
    [
      'GET /pets/{id}/toys',
      { 'GET /pets/{id}/toys': { answers: array(object('name')) } },
      'Nothing changes what it lists, and its path runs through no known resource.',
    ],
    [
      'GET /search',
      { 'GET /search': { answers: array(object('score')), query: { q: string }, required: ['q'] } },
      'What it lists depends on `q`, which is not a property of the items.',
    ],
    [
      'GET /weather',
      { 'GET /weather': { answers: object('sky'), query: { city: string } } },
      'Nothing changes what it shows.',
    ],
    [
      'GET /words',
      { 'GET /words': { answers: array(string) } },
      'Its response is neither a record nor a list of records.',
    ],
    ['GET /nothing', { 'GET /nothing': {} }, 'The document does not describe its response body.'],
    ['DELETE /pets/{id}', { 'DELETE /pets/{id}': {} }, 'It changes no record that another operation reads.'],
  ])('%s', async (id, operations, reason) => {
    const model = await modelOf(operations, schemas)
    expect(reasonFor(model, id)).toBe(reason)
    expect(model.roles.has(id)).toBe(false)
  })

  it('when its response is neither JSON nor XML', async () => {
    const content = { 'text/csv': { schema: string } }
    const document = await loadDocument({
      openapi: '3.1.0',
      paths: {
        '/pets': { get: { operationId: 'export', responses: { '200': { description: '', content } } } },
      },
    })
    expect(reasonFor(inferResources(document, operationsOf(document).operations), 'export')).toBe(
      'Its response is text/csv; records are read from JSON and XML only.',
    )
  })
})
