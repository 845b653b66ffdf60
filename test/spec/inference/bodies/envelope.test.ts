import { describe, expect, it } from 'vitest'
import type { Resource } from '../../../../spec/resources.ts'
import { array, integer, modelOf, object, schema, string } from '../api.ts'

const schemas = { Pet: object('id', 'name', 'status'), Tag: object('label', 'color') }
const Pet = schema('Pet')
const meta = object({ total: integer, next_cursor: string })

async function petsWith(list: object, item: object = Pet): Promise<Resource | undefined> {
  const model = await modelOf(
    { 'GET /pets': { answers: { ...list } }, 'GET /pets/{petId}': { answers: { ...item } } },
    schemas,
  )
  return model.resources[0]
}

describe('the array of records in a list response', () => {
  it.each([
    ['a bare array', array(Pet), []],
    ['`data`', object({ data: array(Pet) }), ['data']],
    ['a property with the name of the resource', object({ pets: array(Pet), meta }), ['pets']],
    ['the only array, whatever its name', object({ animals: array(Pet), total: integer }), ['animals']],
    [
      'the property with the name of the resource among arrays',
      object({ errors: array(schema('Tag')), pets: array(Pet) }),
      ['pets'],
    ],
    [
      'the array of records like the item',
      object({ included: array(schema('Tag')), animals: array(Pet) }),
      ['animals'],
    ],
    [
      'HAL',
      object({ _embedded: object({ pets: array(Pet) }), _links: object('self'), page: meta }),
      ['_embedded', 'pets'],
    ],
    ['nested properties', object({ data: object({ items: array(Pet), total: integer }) }), ['data', 'items']],
    [
      'JSON-LD',
      object({ '@id': string, 'hydra:member': array(Pet), 'hydra:totalItems': integer }),
      ['hydra:member'],
    ],
    ['`allOf` of an envelope', { allOf: [meta, object({ items: array(Pet) })] }, ['items']],
    [
      'an envelope with names of the record',
      object({ items: array(Pet), name: string, status: string }),
      ['items'],
    ],
    ['a nullable array', object({ results: { type: ['array', 'null'], items: Pet } }), ['results']],
  ])('is found in %s', async (_, list, path) => {
    const pets = await petsWith(list)
    expect(pets?.operations.map(({ role, responsePath }) => [role, responsePath])).toEqual([
      ['list', path],
      ['read', []],
    ])
  })

  it.each([
    ['an array of strings', array(string)],
    ['a map', { type: 'object', additionalProperties: Pet }],
    ['a record with an array', object('id', { tags: array(schema('Tag')) })],
    ['a report with an array', object('headline', 'author', { tags: array(schema('Tag')) })],
  ])('is not found in %s', async (_, list) => {
    const model = await modelOf({ 'GET /pets': { answers: list } }, schemas)
    expect(model.resources.filter(({ kind }) => kind === 'collection')).toEqual([])
  })
})

it('the record beside errors is no order of a list of them', async () => {
  const Order = object('id', 'note')
  const answers = object({ errors: array(object('code', 'detail')), order: Order })
  const model = await modelOf({
    'POST /orders': { sends: object({ order: object('note') }), answers },
    'GET /orders/{orderId}': { answers },
  })
  expect(model.resources.flatMap(({ operations }) => operations)).toMatchObject([
    { role: 'create', responsePath: ['order'] },
    { role: 'read', responsePath: ['order'] },
  ])
})

describe('the record in a response', () => {
  it.each([
    ['the body', Pet, []],
    ['`data`', object({ data: Pet }), ['data']],
    ['`data` beside `meta`', object({ data: Pet, meta }), ['data']],
    ['a property with the name of the resource', object({ pet: Pet }), ['pet']],
    [
      'the property with the name of the resource among records',
      object({ owner: object('id', 'name', 'phone'), pet: Pet }),
      ['pet'],
    ],
    ['nested properties', object({ data: object({ pet: Pet }) }), ['data', 'pet']],
    ['`allOf`', { allOf: [Pet, object('more')] }, []],
    ['`oneOf`', { oneOf: [Pet, object('id', 'name', 'status', 'wings')] }, []],
    [
      'the body if the record has a property `data`',
      object('id', 'name', 'status', { data: object('weight') }),
      [],
    ],
    ['JSON:API', object({ data: object('id', 'type', { attributes: object('name') }) }), ['data']],
  ])('is found in %s', async (_, item, path) => {
    const pets = await petsWith(array(Pet), item)
    expect(pets?.operations.map(({ role, responsePath }) => [role, responsePath])).toEqual([
      ['list', []],
      ['read', path],
    ])
  })

  it('is found separately for requests and responses', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'GET /pets/{id}': { answers: object({ pet: Pet }) },
        'POST /pets': { sends: object({ pet: object('name') }), answers: object({ pet: Pet }) },
      },
      schemas,
    )
    expect(model.roles.get('POST /pets')?.operation).toMatchObject({
      requestPath: ['pet'],
      responsePath: ['pet'],
    })
  })

  it('is not found in a response of another shape', async () => {
    const model = await modelOf(
      {
        'GET /pets': { answers: array(Pet) },
        'GET /pets/{id}': { answers: Pet },
        'DELETE /pets/{id}': { answers: object('id', { deleted: { type: 'boolean' } }) },
        'PATCH /pets/{id}': { sends: Pet, answers: object({ changed: integer }) },
      },
      schemas,
    )
    expect(
      model.resources[0]?.operations.slice(2).map(({ role, responsePath }) => [role, responsePath]),
    ).toEqual([
      ['delete', undefined],
      ['update', undefined],
    ])
  })

  it.each([
    ['values the record cannot have', { status: { type: 'string', enum: ['pending', 'done'] } }],
    ['a number where the record has an enum', { status: integer }],
    ['an object where the record has a string', { status: object('code') }],
  ])('is not the progress of a write with %s', async (_, status) => {
    const kept = object('id', 'name', { status: { type: 'string', enum: ['available', 'sold'] } })
    const progress = object('id', 'name', status)
    const model = await modelOf({
      'GET /pets': { answers: array(kept) },
      'POST /pets': { sends: object('name'), answers: progress, headers: { Location: { schema: string } } },
      'GET /pets/{id}': { answers: kept },
      'PATCH /pets/{id}': { sends: object('name'), answers: progress },
    })
    expect(model.roles.get('POST /pets')?.operation.responsePath).toBeUndefined()
    expect(model.roles.get('PATCH /pets/{id}')?.operation.responsePath).toBeUndefined()
  })

  it('is none of those that a response includes beside it', async () => {
    const wrapped = object({ data: Pet, included: array(object('id', 'name')) })
    const model = await modelOf(
      {
        'GET /pets': { answers: object({ data: array(Pet), included: array(object('id', 'name')) }) },
        'POST /pets': { sends: object({ data: object('name') }), answers: wrapped },
        'GET /pets/{id}': { answers: wrapped },
      },
      schemas,
    )
    expect(model.roles.get('POST /pets')?.operation.responsePath).toEqual(['data'])
  })

  it('can be in the response to a delete', async () => {
    const model = await modelOf(
      { 'GET /pets': { answers: array(Pet) }, 'DELETE /pets/{id}': { answers: Pet } },
      schemas,
    )
    expect(model.roles.get('DELETE /pets/{id}')?.operation.responsePath).toEqual([])
  })
})
