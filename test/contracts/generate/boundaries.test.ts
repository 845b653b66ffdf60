import { describe, expect, it } from 'vitest'
import type { BoundaryOptions, NamedValue } from '../../../contracts/generate/generated-values.ts'
import { stringifyJson, type Json, type JsonObject } from '../../../spec/json.ts'
import { workbench } from './document.ts'
import { hardSchemas } from './schemas.ts'

function boundaries(
  schema: unknown,
  options: BoundaryOptions = {},
  version: '3.0' | '3.1' = '3.1',
): readonly NamedValue[] {
  const { generator, node } = workbench({ version, schema })
  return generator.boundaries(node, 'request', options)
}
const valuesOf = (schema: unknown, options: BoundaryOptions = {}): readonly Json[] =>
  boundaries(schema, options).map(({ value }) => value)
const namesOf = (schema: unknown): readonly string[] => boundaries(schema).map(({ name }) => name)

it('the longest string has as many code units, except the one of surrogate pairs', () => {
  const longest = [200, 250, 300, 500].flatMap((maxLength) =>
    boundaries({ type: 'string', maxLength }).filter(({ name }) => name.endsWith('the longest')),
  )
  expect(longest.map(({ value }) => typeof value === 'string' && value.length)).toEqual([200, 250, 300, 500])
})

describe('numbers', () => {
  it('are at both bounds, zero and, for numbers, with and without decimals', () => {
    expect(valuesOf({ type: 'integer', minimum: -5, maximum: 5 })).toEqual(expect.arrayContaining([-5, 5, 0]))
    expect(valuesOf({ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 5 })).toEqual(
      expect.arrayContaining([2, 4]),
    )
    expect(valuesOf({ type: 'number', exclusiveMinimum: 0, maximum: 2.5 })).toEqual(
      expect.arrayContaining([0.01, 2.5, 0.5, 2]),
    )
    expect(valuesOf({ type: 'number', multipleOf: 0.1, exclusiveMinimum: 0.1, maximum: 0.75 })).toEqual(
      expect.arrayContaining([0.2, 0.7]),
    )
    expect(valuesOf({ type: 'integer', multipleOf: 6, minimum: 7, maximum: 40 })).toEqual(
      expect.arrayContaining([12, 36]),
    )
  })

  it('are at the ends of their format, and beyond the safe integers', () => {
    expect(valuesOf({ type: 'integer', format: 'int32' })).toEqual(
      expect.arrayContaining([2147483647, -2147483648]),
    )
    expect(valuesOf({ type: 'integer', format: 'int64' })).toEqual(
      expect.arrayContaining([
        9223372036854775807n,
        -9223372036854775808n,
        9007199254740993n,
        -9007199254740993n,
      ]),
    )
    expect(valuesOf({ type: 'integer', format: 'int64', minimum: 1 })).not.toContain(-9223372036854775808n)
    expect(valuesOf({ type: 'integer', format: 'int64', minimum: 1, maximum: 2 ** 63 })).toContain(
      9223372036854775807n,
    )
  })

  it('are named for people', () => {
    expect(
      namesOf({
        type: 'object',
        required: ['quantity'],
        properties: { quantity: { type: 'integer', minimum: 1, maximum: 9 } },
      }),
    ).toEqual(expect.arrayContaining(['quantity = 1, its least value', 'quantity = 9, its greatest value']))
  })
})

describe('strings', () => {
  it('have the minimum and maximum length in code points, in letters and astral characters', () => {
    const values = valuesOf({ type: 'string', minLength: 2, maxLength: 5 }) as string[]
    expect(values).toEqual(expect.arrayContaining(['🙂🙂', '🙂🙂🙂🙂🙂']))
    expect(values.filter((text) => /^[\w]+$/.test(text)).map(({ length }) => length)).toEqual(
      expect.arrayContaining([2, 5]),
    )
  })

  it('are empty if allowed', () => {
    expect(valuesOf({ type: 'string' })).toContain('')
    expect(valuesOf({ type: 'string', minLength: 1 })).not.toContain('')
  })

  it('match the pattern at either length', () => {
    const values = valuesOf({ type: 'string', pattern: '^[A-Z]+$', minLength: 3, maxLength: 6 }) as string[]
    expect(values.map(({ length }) => length)).toEqual(expect.arrayContaining([3, 6]))
  })

  it('are not so long that they exceed limits of the body', () => {
    const longest = (schema: object): number =>
      Math.max(...valuesOf(schema).map((text) => [...(text as string)].length))
    expect(longest({ type: 'string', maxLength: 10_000 })).toBe(10_000)
    expect(longest({ type: 'string', maxLength: 10_001 })).toBeLessThan(100)
  })

  it('are the unusual values of a format', () => {
    expect(valuesOf({ type: 'string', format: 'date' })).toEqual(
      expect.arrayContaining(['2024-02-29', '1970-01-01']),
    )
    expect(valuesOf({ type: 'string', format: 'date-time' })).toContain('2024-05-06T07:08:09+05:30')
  })
})

it('has each value of an enum, both booleans, const and null', () => {
  expect(valuesOf({ enum: ['a', 2, null, { b: [] }] })).toEqual(
    expect.arrayContaining(['a', 2, null, { b: [] }]),
  )
  expect(valuesOf({ type: 'boolean' })).toEqual([true, false])
  expect(valuesOf({ const: 'only' })).toEqual(['only'])
  expect(valuesOf({ type: ['integer', 'null'] })).toContain(null)
  expect(boundaries({ type: 'integer', nullable: true }, {}, '3.0').map(({ value }) => value)).toContain(null)
  expect(valuesOf({ type: 'integer' })).not.toContain(null)
})

it('has each type and each branch of oneOf and anyOf', () => {
  const kinds = valuesOf({
    anyOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
      { type: ['string', 'boolean'] },
    ],
  })
  expect(new Set(kinds.map((value) => typeof value))).toEqual(new Set(['object', 'string', 'boolean']))
  const names = hardSchemas.find(({ name }) => name === 'oneOf with a discriminator')!
  const { generator, node } = workbench(names)
  const list = generator.boundaries(node, 'request')
  expect(
    list.filter(({ keyword }) => keyword === 'oneOf').length +
      list.filter(({ keyword }) => keyword === 'type').length,
  ).toBeGreaterThan(1)
  expect(new Set(list.map(({ value }) => (value as JsonObject)['petType']))).toEqual(
    new Set(['kitty', 'Dog']),
  )
})

describe('arrays', () => {
  it('are empty, or have the fewest and the most items', () => {
    const lengths = (schema: object): number[] => valuesOf(schema).map((value) => (value as Json[]).length)
    expect(lengths({ type: 'array', items: { type: 'integer' } })).toEqual(expect.arrayContaining([0, 2]))
    expect(lengths({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 7 })).toEqual(
      expect.arrayContaining([2, 7]),
    )
    expect(lengths({ type: 'array', items: { type: 'boolean' }, uniqueItems: true, maxItems: 2 })).toEqual(
      expect.arrayContaining([0, 2]),
    )
  })

  it('have items at their boundaries, also in tuples', () => {
    expect(
      valuesOf({
        type: 'array',
        prefixItems: [{ type: 'integer', minimum: 3 }],
        items: { type: 'integer', maximum: 9 },
        minItems: 2,
      }),
    ).toEqual(expect.arrayContaining([expect.objectContaining({ 0: 3 }), expect.objectContaining({ 1: 9 })]))
  })
})

describe('objects', () => {
  const schema = {
    type: 'object',
    required: ['id'],
    properties: { id: { const: 1 }, a: { const: 2 }, b: { const: 3 } },
  }

  it('have each optional property absent and present, none and all of them', () => {
    expect(valuesOf(schema)).toEqual(
      expect.arrayContaining([{ id: 1 }, { id: 1, a: 2, b: 3 }, { id: 1, a: 2 }, { id: 1, b: 3 }]),
    )
    expect(namesOf(schema)).toContain('a present')
  })

  it('have the dependencies of a property', () => {
    const values = valuesOf({ ...schema, dependentRequired: { a: ['b'] } })
    expect(values).toContainEqual({ id: 1, a: 2, b: 3 })
    expect(values).not.toContainEqual({ id: 1, a: 2 })
  })

  it('have an undeclared property if allowed, and are marked for it', () => {
    const marked = (candidate: object): number =>
      boundaries(candidate).filter(({ undeclared }) => undeclared).length
    expect(marked(schema)).toBe(1)
    expect(marked({ ...schema, additionalProperties: true })).toBe(1)
    expect(marked({ ...schema, additionalProperties: false })).toBe(0)
    expect(marked({ ...schema, additionalProperties: { type: 'integer' } })).toBe(0)
    expect(marked({ ...schema, unevaluatedProperties: false })).toBe(0)
    expect(marked({ type: 'object' })).toBe(0)
  })

  it('have the fewest and the most properties', () => {
    const sizes = valuesOf({
      type: 'object',
      additionalProperties: { type: 'integer' },
      minProperties: 2,
      maxProperties: 6,
    })
    expect(sizes.map((value) => Object.keys(value as object).length)).toEqual(expect.arrayContaining([2, 6]))
  })

  it('are at boundaries of nested properties, items and references', () => {
    const bench = workbench({
      version: '3.1',
      schema: {
        type: 'object',
        properties: { lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } } },
      },
      components: {
        Line: { type: 'object', required: ['count'], properties: { count: { type: 'integer', minimum: 4 } } },
      },
    })
    const boundary = bench.generator
      .boundaries(bench.node, 'request')
      .find(({ path }) => path === '/lines/0/count')
    expect(boundary).toMatchObject({
      value: { lines: [{ count: 4 }] },
      keyword: 'minimum',
      name: 'lines[0].count = 4, its least value',
    })
  })
})

it('starts from a given value if it is valid', () => {
  const schema = {
    type: 'object',
    required: ['id', 'size'],
    properties: { id: { type: 'integer' }, size: { type: 'integer', minimum: 3 } },
  }
  const given = boundaries(schema, { base: { id: 77, size: 5 } })
  expect(given.filter(({ path }) => path === '/size').map(({ value }) => value)).toContainEqual({
    id: 77,
    size: 3,
  })
  const other = boundaries(schema, { base: { id: 77, size: 1 } })
  expect(other.some(({ value }) => (value as JsonObject)['id'] === 77)).toBe(false)
})

it('leaves out what text cannot represent', () => {
  const schema = { type: ['array', 'null'], items: { type: ['integer', 'null'] } }
  expect(valuesOf(schema)).toEqual(expect.arrayContaining([null, []]))
  for (const value of valuesOf(schema, { as: 'text' })) {
    expect(value).not.toEqual([])
    expect(stringifyJson(value)).not.toContain('null')
  }
})
