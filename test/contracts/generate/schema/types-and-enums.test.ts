import { describe, expect, it } from 'vitest'
import {
  declaredTypes,
  enumValues,
  hasType,
  typeOf,
} from '../../../../contracts/generate/schema/types-and-enums.ts'
import type { TypeName } from '../../../../spec/schemas/types.ts'
import { shapeFor } from '../shapes.ts'

describe('the types that all schemas allow', () => {
  it.each([
    [{}, undefined],
    [{ type: 'string' }, ['string']],
    [{ type: ['string', 'null'] }, ['string', 'null']],
    [{ type: ['string', 'null'], allOf: [{ type: ['null', 'object'] }] }, ['null']],
    [{ type: 'string', allOf: [{ type: 'object' }] }, []],
    [{ type: 'number', allOf: [{ type: 'integer' }] }, ['integer']],
    [{ type: 'integer', allOf: [{ type: 'number' }] }, ['integer']],
    [{ type: ['integer', 'string'], allOf: [{ type: ['number', 'null'] }] }, ['integer']],
    [{ type: ['number', 'string'], allOf: [{ type: ['integer', 'string'] }] }, ['string', 'integer']],
    [{ type: 'number', allOf: [{ type: ['number', 'integer'] }] }, ['number']],
    [{ type: ['number', 'integer'], allOf: [{ type: 'integer' }] }, ['integer']],
    [{ type: 'number', allOf: [{ type: 'string' }] }, []],
    [{ type: 'string', allOf: [{ type: 'integer' }] }, []],
  ])('of %j', (schema, kinds) => {
    expect(declaredTypes(shapeFor(schema))).toEqual(kinds)
  })

  it('include null for nullable in 3.0', () => {
    expect(declaredTypes(shapeFor({ type: 'string', nullable: true }, '3.0'))).toEqual(['string', 'null'])
    expect(declaredTypes(shapeFor({ type: 'string', nullable: false }, '3.0'))).toEqual(['string'])
    expect(declaredTypes(shapeFor({ type: 'string', nullable: true }, '3.1'))).toEqual(['string'])
    expect(declaredTypes(shapeFor({ nullable: true }, '3.0'))).toBeUndefined()
  })
})

describe('enumerated values', () => {
  it.each([
    [{}, undefined],
    [{ enum: ['a', 'b'] }, ['a', 'b']],
    [{ const: null }, [null]],
    [{ enum: ['a', 'b', { c: 1 }], allOf: [{ enum: [{ c: 1 }, 'b'] }] }, ['b', { c: 1 }]],
    [{ enum: ['a', 'b'], const: 'b' }, ['b']],
    [{ enum: ['a'], const: 'b' }, []],
  ])('in %j are those that every list has', (schema, values) => {
    expect(enumValues(shapeFor(schema))).toEqual(values)
  })
})

describe('the type of a value', () => {
  it.each([
    [null, 'null'],
    [[], 'array'],
    [{}, 'object'],
    ['', 'string'],
    [false, 'boolean'],
    [1, 'integer'],
    [1n, 'integer'],
    [1.5, 'number'],
  ] as const)('of %o is %s', (value, kind) => {
    expect(typeOf(value)).toBe(kind)
    const kinds: readonly TypeName[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']
    const all = kind === 'integer' ? ['integer', 'number'] : [kind]
    expect(kinds.filter((kind) => hasType(value, kind))).toEqual(all)
  })
})
