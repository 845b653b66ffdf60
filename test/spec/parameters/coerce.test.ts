import { describe, expect, it } from 'vitest'
import type { Schema, SchemaNode } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { coerce } from '../../../spec/parameters/coerce.ts'
import { shapeOf, type Shape } from '../../../spec/schemas/shape.ts'

const schemas: Readonly<Record<string, Schema>> = {
  '#/Id': { type: 'integer', format: 'int64' },
  '#/Alias': { $ref: '#/Id' },
  '#/Node': { type: 'object', properties: { value: { type: 'integer' }, next: { $ref: '#/Node' } } },
  '#/Loop': { allOf: [{ $ref: '#/Loop' }, { type: 'boolean' }] },
}

function resolve({ schema }: SchemaNode): Schema {
  let resolved = schema
  while (typeof resolved === 'object' && typeof resolved['$ref'] === 'string')
    resolved = schemas[resolved['$ref']] ?? true
  return resolved
}

function shape(schema: Schema): Shape {
  return shapeOf({ schema, pointer: '#/x' }, resolve)
}

function read(text: string, schema: Schema): Json {
  return coerce(text, shape(schema).types)
}

describe('coercing a string', () => {
  it.each<[string, Schema, Json]>([
    ['5', { type: 'integer' }, 5],
    ['-5', { type: 'integer' }, -5],
    ['9007199254740993', { type: 'integer' }, 9007199254740993n],
    ['-9223372036854775808', { type: 'integer' }, -9223372036854775808n],
    ['9007199254740993', { type: 'number' }, 9007199254740993n],
    ['1.5', { type: 'number' }, 1.5],
    ['1e3', { type: 'number' }, 1000],
    ['-0.5E-1', { type: 'number' }, -0.05],
    ['true', { type: 'boolean' }, true],
    ['false', { type: 'boolean' }, false],
    ['null', { type: 'null' }, null],
    ['', { type: 'null' }, null],
    ['5', { type: 'string' }, '5'],
    ['null', { type: 'string' }, 'null'],
  ])('to %j from %j', (text, schema, expected) => {
    expect(read(text, schema)).toEqual(expected)
  })

  it.each<[string, string]>([
    ['1.5', 'integer'],
    ['1e3', 'integer'],
    ['007', 'integer'],
    ['+5', 'integer'],
    [' 5', 'integer'],
    ['5 ', 'integer'],
    ['0x10', 'integer'],
    ['', 'integer'],
    ['-', 'integer'],
    ['٣', 'integer'],
    ['NaN', 'number'],
    ['Infinity', 'number'],
    ['1e999', 'number'],
    ['.5', 'number'],
    ['5.', 'number'],
    ['1_000', 'number'],
    ['TRUE', 'boolean'],
    ['1', 'boolean'],
    ['', 'boolean'],
    ['nil', 'null'],
  ])('%j is not a valid %s and stays a string', (text, type) => {
    expect(read(text, { type })).toBe(text)
  })

  it.each<[string, Schema, Json]>([
    ['5', { type: ['integer', 'string'] }, 5],
    ['5x', { type: ['integer', 'string'] }, '5x'],
    ['', { type: ['integer', 'null'] }, null],
    ['', { type: ['string', 'null'] }, ''],
    ['null', { type: 'string', nullable: true }, null],
    ['true', { type: ['string', 'boolean'] }, true],
    ['5', { $ref: '#/Alias' }, 5],
    ['5', { allOf: [{ $ref: '#/Id' }, { minimum: 1 }] }, 5],
    ['5', { allOf: [{ type: 'string' }, { type: ['string', 'integer'] }] }, '5'],
    ['5', { type: 'number', allOf: [{ type: 'integer' }] }, 5],
    ['1.5', { type: 'number', allOf: [{ type: 'integer' }] }, '1.5'],
    ['5', { oneOf: [{ type: 'integer' }, { type: 'string', format: 'uuid' }] }, 5],
    ['a', { anyOf: [{ type: 'integer' }, { enum: ['auto'] }] }, 'a'],
    ['2', { enum: [1, 2, 3] }, 2],
    ['2', { enum: ['1', '2'] }, '2'],
    ['1.5', { enum: [1.5] }, 1.5],
    ['5', { const: 5 }, 5],
    ['true', { $ref: '#/Loop' }, true],
    ['5', {}, '5'],
    ['5', true, '5'],
    ['5', { type: 'file' }, '5'],
    ['5', { anyOf: [{ type: 'integer' }, {}] }, '5'],
    ['5', { allOf: 'nonsense', anyOf: [], oneOf: [null, 7] }, '5'],
    ['[1,{"a":2}]', { type: 'array' }, [1, { a: 2 }]],
    ['{"a":', { type: 'object' }, '{"a":'],
    ['[1]', { type: ['array', 'string'] }, '[1]'],
  ])('%j with several types: %j', (text, schema, expected) => {
    expect(read(text, schema)).toEqual(expected)
  })
})

describe('the schema of nested values', () => {
  it('follows a recursive schema', () => {
    let node = shape({ $ref: '#/Node' })
    for (let depth = 0; depth < 100; depth++) node = node.member('next')
    expect(coerce('5', node.member('value').types)).toBe(5)
  })

  it('uses the alternative that has the property', () => {
    const pet = shape({
      oneOf: [{ properties: { lives: { type: 'integer' } } }, { properties: { barks: { type: 'boolean' } } }],
    })
    expect(coerce('9', pet.member('lives').types)).toBe(9)
    expect(coerce('true', pet.member('barks').types)).toBe(true)
    expect(pet.names).toEqual(['lives', 'barks'])
  })

  it('combines the schemas of a property from several subschemas', () => {
    const both = shape({
      allOf: [{ properties: { id: { type: 'integer' } } }, { properties: { id: { minimum: 1 } } }],
    })
    expect(coerce('9', both.member('id').types)).toBe(9)
  })

  it('uses the items of the alternative that is an array', () => {
    const either = shape({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }] })
    expect(coerce('9', either.items().types)).toBe(9)
  })

  it.each<[Schema, boolean]>([
    [{ type: 'object' }, true],
    [{ additionalProperties: { type: 'string' } }, true],
    [{ properties: { a: {} } }, false],
    [{ properties: { a: {} }, additionalProperties: true }, true],
    [{ properties: { a: {} }, additionalProperties: false }, false],
    [{ allOf: [{ properties: { a: {} } }] }, false],
  ])('%j allows additional properties: %s', (schema, open) => {
    expect(shape(schema).open).toBe(open)
  })

  it('includes inherited names only when they are declared', () => {
    expect(shape({ properties: {} }).member('constructor').types).toBe(shape(true).types)
    expect(
      coerce('5', shape({ properties: { constructor: { type: 'integer' } } }).member('constructor').types),
    ).toBe(5)
  })
})
