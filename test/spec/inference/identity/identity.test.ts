import { describe, expect, it } from 'vitest'
import { array, integer, modelOf, object, schema, string } from '../api.ts'

const coded = { type: 'string', pattern: '^[A-Z]{4}-[0-9]{4}$' }

describe('the id property of a record', () => {
  it.each([
    ['id', object('name', 'id'), 'petId', string, 'id', 'string'],
    ['the name of the parameter', object('id', { petId: integer }), 'petId', integer, 'petId', 'integer'],
    [
      'the name of the parameter in another case',
      object('id', { pet_id: integer }),
      'petId',
      integer,
      'pet_id',
      'integer',
    ],
    ['the last word of the parameter', object('id', 'slug'), 'pet_slug', string, 'slug', 'string'],
    [
      'the name of the resource and id',
      object('name', { petId: integer }),
      'id',
      integer,
      'petId',
      'integer',
    ],
    ['uuid', object('name', 'uuid'), 'pet', string, 'uuid', 'string'],
    ['Id', object('Id', 'Name'), 'FileId', string, 'Id', 'string'],
    ['_id', object('_id', 'name'), 'id', string, '_id', 'string'],
    ['`name` as a last resort', object('name', 'color'), 'pet', string, 'name', 'string'],
    ['`secret` for a token', object('name', 'secret'), 'token', string, 'secret', 'string'],
    [
      'the last word of the parameter, a kind of id',
      object('gid', 'members'),
      'pet_gid',
      string,
      'gid',
      'string',
    ],
    ['`key`', object('key', 'color'), 'pet', string, 'key', 'string'],
    [
      'the property with the pattern of the parameter',
      object('id', { cardId: coded }),
      'id',
      coded,
      'cardId',
      'string',
    ],
    [
      '`id` if several have the pattern',
      object('id', { cardId: coded, shelfId: coded }),
      'id',
      coded,
      'id',
      'string',
    ],
    [
      'the only property of the same type',
      object('slug', { number: integer }),
      'pet',
      integer,
      'number',
      'integer',
    ],
    [
      'no property: the id is only in the path',
      object('color', 'size'),
      'petId',
      integer,
      undefined,
      'integer',
    ],
    ['in an `allOf`', { allOf: [object('name'), object({ id: integer })] }, 'id', integer, 'id', 'integer'],
    [
      'required by one part of an `allOf` and forbidden by another',
      {
        allOf: [
          { ...object('name'), additionalProperties: false },
          { ...object({ id: integer }), required: ['id'] },
        ],
      },
      'id',
      integer,
      'id',
      'integer',
    ],
    ['an integer or null', object({ id: { type: ['integer', 'null'] } }), 'id', string, 'id', 'integer'],
  ])('%s', async (_, record, parameter, type, property, idType) => {
    const model = await modelOf({
      'GET /pets': { answers: array(record) },
      [`GET /pets/{${parameter}}`]: { answers: record, path: { [parameter]: type } },
    })
    expect(model.resources[0]).toMatchObject({ idParameter: parameter, idProperty: property, idType })
  })

  it('can be a foreign key, which is also a reference', async () => {
    const entry = object({ petId: integer, quantity: integer })
    const model = await modelOf(
      {
        'GET /pets': { answers: array(schema('Animal')) },
        'GET /pets/{petId}': { answers: schema('Animal'), path: { petId: integer } },
        'GET /inventory': { answers: array(entry) },
        'GET /inventory/{petId}': { answers: entry, path: { petId: integer } },
      },
      { Animal: object({ id: integer }, 'name') },
    )
    expect(model.resources[1]).toMatchObject({
      idProperty: 'petId',
      references: [{ property: 'petId', resource: '/pets' }],
    })
  })
})
