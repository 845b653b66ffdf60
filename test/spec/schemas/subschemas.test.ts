import { describe, expect, it } from 'vitest'
import type { Document, SchemaNode } from '../../../spec/document.ts'
import { refTarget, valueAt } from '../../../spec/json/refs.ts'
import { loadDocument } from '../../../spec/load.ts'
import { itemsOf, possiblePropertiesOf, propertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { typesOf } from '../../../spec/schemas/types.ts'

async function withSchemas(schemas: object, openapi = '3.1.0'): Promise<Document> {
  return loadDocument({ openapi, paths: {}, components: { schemas } })
}

/** The node of the schema `It`. */
function it_(document: Document): SchemaNode {
  const pointer = '#/components/schemas/It'
  return { schema: valueAt(document, pointer) as SchemaNode['schema'], pointer }
}

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

describe('resolveRef', () => {
  it('follows a chain to its target and its location', async () => {
    const document = await withSchemas({ It: to('B'), B: to('C'), C: { type: 'string' } })
    expect(resolveRef(document, it_(document))).toEqual({
      schema: { type: 'string' },
      pointer: '#/components/schemas/C',
    })
  })

  it('returns a schema without $ref unchanged', async () => {
    const document = await withSchemas({ It: { type: 'string' } })
    expect(resolveRef(document, it_(document))).toEqual(it_(document))
  })

  it.each([
    ['to itself', { It: to('It') }],
    ['in a circle', { It: to('B'), B: to('It') }],
    ['to nothing', { It: to('Nothing') }],
    ['to something that is not a schema', { It: { $ref: '#/openapi' } }],
    ['through itself', { It: { $ref: '#/components/schemas/It/properties/x' } }],
  ])('a reference %s allows everything', async (_, schemas) => {
    const document = await withSchemas(schemas)
    expect(resolveRef(document, it_(document)).schema).toBe(true)
  })

  it.each([
    ['#/components/schemas/A~1B', '#/components/schemas/A~1B'],
    ['#/components/schemas/A%7E1B', '#/components/schemas/A~1B'],
    ['#/components/schemas/%C3%A9t%C3%A9', '#/components/schemas/été'],
    ['#/components/schemas/50%', '#/components/schemas/50%'],
    ['#there', '#/components/schemas/A~1B/items'],
    ['https://example.com/s', '#/components/schemas/été'],
    ['https://example.com/s#/items', '#/components/schemas/été/items'],
    ['#/components/schemas/Ref/items', '#/components/schemas/A~1B/items'],
    ['#', '#'],
  ])('resolves %s to %s', async (ref, pointer) => {
    const document = await withSchemas({
      'A/B': { items: { $anchor: 'there' } },
      été: { $id: 'https://example.com/s', items: true },
      '50%': {},
      Ref: to('A~1B'),
    })
    expect(refTarget(document, ref)?.pointer).toBe(pointer)
  })

  it.each([
    '#/components/schemas/constructor',
    '#/components/schemas/toString',
    '#nowhere',
    'other.yaml#/A',
    '',
    '#/',
  ])('resolves %j to nothing', async (ref) => {
    expect(refTarget(await withSchemas({ It: {} }), ref)).toBeUndefined()
  })
})

describe('properties', () => {
  const schemas = {
    It: {
      allOf: [to('Base'), { properties: { b: { type: 'integer' } } }],
      properties: { a: {} },
      oneOf: [{ properties: { c: {} } }],
      required: ['a'],
    },
    Base: { properties: { b: { type: 'string' }, d: {} }, required: ['d'], allOf: [to('It')] },
  }

  it('include those of `$ref` and `allOf`, first definition first', async () => {
    const document = await withSchemas(schemas)
    expect([...propertiesOf(document, it_(document))].map(([name, { pointer }]) => [name, pointer])).toEqual([
      ['a', '#/components/schemas/It/properties/a'],
      ['b', '#/components/schemas/Base/properties/b'],
      ['d', '#/components/schemas/Base/properties/d'],
    ])
  })

  it('include those of `oneOf` and `anyOf` if only possible', async () => {
    const document = await withSchemas(schemas)
    expect([...possiblePropertiesOf(document, it_(document)).keys()]).toEqual(['a', 'b', 'd', 'c'])
  })

  it('are required by the same subschemas', async () => {
    const document = await withSchemas(schemas)
    expect([...requiredOf(document, it_(document))].sort()).toEqual(['a', 'd'])
  })

  it.each([
    ['3.0.3', ['b']],
    ['3.1.0', ['a', 'b']],
  ])('beside a `$ref` in %s', async (version, names) => {
    const document = await withSchemas(
      { It: { ...to('B'), properties: { a: {} } }, B: { properties: { b: {} } } },
      version,
    )
    expect([...propertiesOf(document, it_(document)).keys()]).toEqual(names)
  })

  it('may have inherited names', async () => {
    const document = await withSchemas({
      It: JSON.parse('{"properties": {"constructor": {}, "__proto__": {}}}') as object,
    })
    expect([...propertiesOf(document, it_(document)).keys()]).toEqual(['constructor', '__proto__'])
  })

  it('are empty for an invalid schema', async () => {
    for (const schema of [
      true,
      false,
      { properties: [] },
      { properties: null, allOf: {} },
      { allOf: [1, null] },
    ]) {
      const document = await withSchemas({ It: schema })
      expect(propertiesOf(document, it_(document)).size).toBe(0)
    }
  })

  it('a declaration that leaves the value open yields to one that does not', async () => {
    const list = { type: 'array', items: to('Note') }
    const document = await withSchemas({
      It: { allOf: [to('Page'), { properties: { data: list } }] },
      Page: { allOf: [to('Envelope'), { properties: { data: { type: 'array', items: {} } } }] },
      Envelope: { type: 'object', properties: { data: {}, limit: { type: 'integer' } } },
      Note: { type: 'object' },
    })
    const properties = propertiesOf(document, it_(document))
    expect([...properties.keys()]).toEqual(['data', 'limit'])
    expect(properties.get('data')?.schema).toEqual(list)
  })
})

it('objects and lists of objects that nothing is said of leave the value open as well', async () => {
  const document = await withSchemas({
    It: {
      allOf: [to('Page'), { properties: { data: { type: 'array', items: to('Note') }, meta: to('Meta') } }],
    },
    Page: {
      type: 'object',
      properties: {
        data: { type: 'array', items: { type: 'object' } },
        meta: { type: 'object', readOnly: true },
      },
    },
    Note: { type: 'object', properties: { text: { type: 'string' } } },
    Meta: { type: 'object', properties: { total: { type: 'integer' } } },
  })
  const properties = propertiesOf(document, it_(document))
  expect(properties.get('data')?.schema).toEqual({ type: 'array', items: to('Note') })
  expect(properties.get('meta')?.schema).toEqual(to('Meta'))
})

describe('items', () => {
  it('are found through `$ref` and `allOf`', async () => {
    const document = await withSchemas({ It: { allOf: [to('List')] }, List: { items: { type: 'string' } } })
    expect(itemsOf(document, it_(document))?.pointer).toBe('#/components/schemas/List/items')
  })
})

describe('types', () => {
  it.each([
    [{ type: 'string' }, ['string']],
    [{ type: ['string', 'null'] }, ['string', 'null']],
    [{ type: 'string', nullable: true }, ['string', 'null']],
    [{ const: 3 }, ['integer']],
    [{ enum: ['a', null, 1.5] }, ['string', 'null', 'number']],
    [{ properties: {} }, ['object']],
    [{ items: {} }, ['array']],
    [{ allOf: [{ type: 'object' }, {}] }, ['object']],
    [{ allOf: [{ type: 'number' }, { type: 'integer' }] }, ['integer']],
    [{ allOf: [{ type: ['string', 'null'] }, { type: 'string' }] }, ['string']],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, ['string', 'integer']],
    [{ anyOf: [{ type: 'string' }, {}] }, []],
    [{ type: 'object', oneOf: [{ properties: { a: {} } }, { required: ['b'] }] }, ['object']],
    [to('Other'), ['boolean']],
    [to('It'), []],
    [{ allOf: [to('It')] }, []],
    [{}, []],
    [true, []],
  ])('%j', async (schema, types) => {
    const document = await withSchemas({ It: schema, Other: { type: 'boolean' } })
    expect([...typesOf(document, it_(document))].sort()).toEqual([...types].sort())
  })
})
