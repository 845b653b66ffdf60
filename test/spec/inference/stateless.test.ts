import { describe, expect, it } from 'vitest'
import { loadDocument } from '../../../spec/load.ts'
import { operationsOf } from '../../../spec/operations.ts'
import { inferResources } from '../../../spec/inference/infer-resources.ts'
import { array, integer, modelOf, object, reasonFor, schema, string } from './api.ts'

const schemas = { Pet: object('id', 'name') }
const Pet = schema('Pet')
const pets = { 'GET /pets': { answers: array(Pet) }, 'GET /pets/{id}': { answers: Pet } }

describe('an operation without a role says why', () => {
  it.each([
    [
      'POST /pets',
      { ...pets, 'POST /pets': { sends: object('greeting'), answers: object('message') } },
      'Its answer holds no id by which to read what it creates.',
    ],
    [
      'POST /pets',
      { ...pets, 'POST /pets': { sends: array(Pet), answers: array(Pet) } },
      'It takes several records at once.',
    ],
    [
      'POST /pets',
      {
        'GET /pets': pets['GET /pets'],
        'POST /pets': { sends: object('q'), answers: object('score', 'took') },
      },
      'Its answer is no record of the list.',
    ],
    [
      'POST /pets',
      { 'POST /pets': { sends: Pet, answers: Pet } },
      'It is not known to change any record that can be read.',
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
      'Its body is no part of the record.',
    ],
    ['OPTIONS /pets', { ...pets, 'OPTIONS /pets': {} }, 'OPTIONS has no part in keeping records.'],
    [
      'DELETE /pets/{petId}',
      { ...pets, 'DELETE /pets/{petId}': {} },
      'Its path is that of /pets/{id}, but for the name of its parameter.',
    ],
    [
      'GET /pets/mine',
      { ...pets, 'GET /pets/mine': { answers: array(Pet) } },
      'It lists records of /pets/{id}, and nothing tells which ones.',
    ],
    [
      'GET /pets/count',
      { ...pets, 'GET /pets/count': { answers: object({ count: integer }) } },
      'Nothing changes what it shows.',
    ],
    [
      'GET /pets/{id}',
      { 'GET /pets/{id}': { answers: Pet } },
      'It is only read, one by one: nothing lists, creates or changes it.',
    ],
    [
      'GET /pets/{id}/toys',
      { 'GET /pets/{id}/toys': { answers: array(object('name')) } },
      'Nothing changes what it lists, and nothing is known of what it belongs to.',
    ],
    [
      'GET /search',
      { 'GET /search': { answers: array(object('score')), query: { q: string }, required: ['q'] } },
      'What it lists depends on `q`, which is no property of the items.',
    ],
    [
      'GET /weather',
      { 'GET /weather': { answers: object('sky'), query: { city: string } } },
      'Nothing changes what it shows.',
    ],
    [
      'GET /words',
      { 'GET /words': { answers: array(string) } },
      'Its answer is neither a record nor a list of records.',
    ],
    ['GET /nothing', { 'GET /nothing': {} }, 'The document does not say what it answers with.'],
    [
      'DELETE /pets/{id}',
      { 'DELETE /pets/{id}': {} },
      'It is not known to change any record that can be read.',
    ],
  ])('%s', async (id, operations, reason) => {
    const model = await modelOf(operations, schemas)
    expect(reasonFor(model, id)).toBe(reason)
    expect(model.roles.has(id)).toBe(false)
  })

  it('when its answer is neither JSON nor XML', async () => {
    const content = { 'text/csv': { schema: string } }
    const document = await loadDocument({
      openapi: '3.1.0',
      paths: {
        '/pets': { get: { operationId: 'export', responses: { '200': { description: '', content } } } },
      },
    })
    expect(reasonFor(inferResources(document, operationsOf(document).operations), 'export')).toBe(
      'It answers with text/csv, and records are read from JSON and XML only.',
    )
  })
})
