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
    ['its own name beside others', object({ pets: array(Pet), meta }), ['pets']],
    ['another name, alone', object({ animals: array(Pet), total: integer }), ['animals']],
    ['a name among arrays', object({ errors: array(schema('Tag')), pets: array(Pet) }), ['pets']],
    [
      'the one with records like the item',
      object({ included: array(schema('Tag')), animals: array(Pet) }),
      ['animals'],
    ],
    [
      'HAL',
      object({ _embedded: object({ pets: array(Pet) }), _links: object('self'), page: meta }),
      ['_embedded', 'pets'],
    ],
    ['two levels', object({ data: object({ items: array(Pet), total: integer }) }), ['data', 'items']],
    [
      'JSON-LD',
      object({ '@id': string, 'hydra:member': array(Pet), 'hydra:totalItems': integer }),
      ['hydra:member'],
    ],
    ['`allOf` of an envelope', { allOf: [meta, object({ items: array(Pet) })] }, ['items']],
    ['a nullable array', object({ results: { type: ['array', 'null'], items: Pet } }), ['results']],
  ])('%s', async (_, list, path) => {
    const pets = await petsWith(list)
    expect(pets?.operations.map(({ role, responsePath }) => [role, responsePath])).toEqual([
      ['list', path],
      ['read', []],
    ])
  })

  it.each([
    ['strings', array(string)],
    ['a map', { type: 'object', additionalProperties: Pet }],
    ['a record with an array', object('id', { tags: array(schema('Tag')) })],
    ['a report with an array', object('headline', 'author', { tags: array(schema('Tag')) })],
  ])('nowhere: %s', async (_, list) => {
    const model = await modelOf({ 'GET /pets': { answers: list } }, schemas)
    expect(model.resources.filter(({ kind }) => kind === 'collection')).toEqual([])
  })
})

describe('the record in a response', () => {
  it.each([
    ['the body', Pet, []],
    ['`data`', object({ data: Pet }), ['data']],
    ['`data` beside `meta`', object({ data: Pet, meta }), ['data']],
    ['its own name', object({ pet: Pet }), ['pet']],
    ['its own name among records', object({ owner: object('id', 'name', 'phone'), pet: Pet }), ['pet']],
    ['two levels', object({ data: object({ pet: Pet }) }), ['data', 'pet']],
    ['`allOf`', { allOf: [Pet, object('more')] }, []],
    ['`oneOf`', { oneOf: [Pet, object('id', 'name', 'status', 'wings')] }, []],
    ['a record that has `data` of its own', object('id', 'name', 'status', { data: object('weight') }), []],
    ['JSON:API', object({ data: object('id', 'type', { attributes: object('name') }) }), ['data']],
  ])('%s', async (_, item, path) => {
    const pets = await petsWith(array(Pet), item)
    expect(pets?.operations.map(({ role, responsePath }) => [role, responsePath])).toEqual([
      ['list', []],
      ['read', path],
    ])
  })

  it('is read separately for requests and responses', async () => {
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

  it('is ignored in a response of another kind', async () => {
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
    ['values that the record cannot have', { status: { type: 'string', enum: ['pending', 'done'] } }],
    ['a number where the record has words', { status: integer }],
    ['an object where the record has a text', { status: object('code') }],
  ])('the progress of a write is not the record: %s', async (_, status) => {
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

  it('may be in the response to a delete', async () => {
    const model = await modelOf(
      { 'GET /pets': { answers: array(Pet) }, 'DELETE /pets/{id}': { answers: Pet } },
      schemas,
    )
    expect(model.roles.get('DELETE /pets/{id}')?.operation.responsePath).toEqual([])
  })
})
