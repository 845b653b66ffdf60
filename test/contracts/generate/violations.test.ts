import { describe, expect, it } from 'vitest'
import type { Violation, ViolationOptions } from '../../../contracts/generate/generated-values.ts'
import type { Json } from '../../../spec/json.ts'
import { workbench } from './document.ts'

function violations(
  schema: unknown,
  options: ViolationOptions = {},
  version: '3.0' | '3.1' = '3.1',
): readonly Violation[] {
  const { generator, node } = workbench({ version, schema })
  return generator.violations(node, 'request', options)
}

/** The values that break a keyword. */
const breaking = (schema: unknown, keyword: string, options: ViolationOptions = {}): readonly Json[] =>
  violations(schema, options)
    .filter((violation) => violation.keyword === keyword)
    .map(({ value }) => value)

it('says what is wrong, where and by which keyword', () => {
  const schema = {
    type: 'object',
    required: ['quantity'],
    properties: { quantity: { type: 'integer', minimum: 1 } },
  }
  const list = violations(schema, { base: { quantity: 5 } })
  expect(list.find(({ keyword }) => keyword === 'minimum')).toEqual({
    value: { quantity: 0 },
    keyword: 'minimum',
    path: '/quantity',
    schemaPointer: '#/components/schemas/Subject/properties/quantity/minimum',
    title: 'quantity = 0, below minimum 1',
    says: 'below minimum 1',
  })
  expect(list.map(({ title }) => title)).toEqual([
    'value = "abc", a string instead of an object',
    'value = null, null where it is not nullable',
    'value = 7, an integer instead of an object',
    'value = true, a boolean instead of an object',
    'value = [{"quantity":5}], an array instead of an object',
    'quantity missing, though required',
    'quantity = "5", a string instead of an integer',
    'quantity = null, null where it is not nullable',
    'quantity = 1.5, a number with decimals instead of an integer',
    'quantity = true, a boolean instead of an integer',
    'quantity = [5], an array instead of an integer',
    'quantity = {}, an object instead of an integer',
    'quantity = 0, below minimum 1',
  ])
})

describe('types', () => {
  it('are wrong in each way', () => {
    expect(breaking({ type: 'string' }, 'type', { base: 'x' })).toEqual([null, 7, true, ['x'], {}])
    expect(breaking({ type: 'boolean' }, 'type', { base: true })).toEqual(['true', null, 1, [true], {}])
    expect(breaking({ type: 'number' }, 'type', { base: 2.5 })).toEqual(['2.5', null, true, [2.5], {}])
    expect(breaking({ type: 'array' }, 'type', { base: [] })).toEqual(['abc', null, 7, true, { 0: 'abc' }])
  })

  it('are not wrong for any of several types, nor null if nullable', () => {
    expect(breaking({ type: ['string', 'null'] }, 'type', { base: 'x' })).not.toContain(null)
    expect(
      violations({ type: 'string', nullable: true }, { base: 'x' }, '3.0').map(({ value }) => value),
    ).not.toContain(null)
  })
})

describe('numbers', () => {
  it('are just outside each bound', () => {
    expect(breaking({ type: 'integer', minimum: 1, maximum: 9 }, 'minimum')).toEqual([0])
    expect(breaking({ type: 'integer', minimum: 1, maximum: 9 }, 'maximum')).toEqual([10])
    expect(breaking({ type: 'integer', exclusiveMinimum: 1 }, 'exclusiveMinimum')).toEqual([1])
    expect(breaking({ type: 'integer', exclusiveMaximum: 9 }, 'exclusiveMaximum')).toEqual([9])
    expect(breaking({ type: 'number', minimum: 0.5 }, 'minimum')).toEqual([0.49])
    expect(breaking({ type: 'number', maximum: 2.5 }, 'maximum')).toEqual([2.51])
    expect(breaking({ type: 'integer', minimum: 6, multipleOf: 3 }, 'minimum')).toEqual([3])
    expect(breaking({ type: 'integer', minimum: 0.5, maximum: 2.5 }, 'minimum')).toEqual([0])
    expect(breaking({ type: 'integer', minimum: 0.5, maximum: 2.5 }, 'maximum')).toEqual([3])
  })

  it('miss the multiples', () => {
    expect(breaking({ type: 'integer', multipleOf: 5 }, 'multipleOf', { base: 10 })).toEqual([11])
    expect(breaking({ type: 'number', multipleOf: 0.01 }, 'multipleOf', { base: 1 })).toEqual([1.005])
  })

  it('are outside int32 and int64', () => {
    expect(breaking({ type: 'integer', format: 'int32' }, 'format')).toEqual([2147483648])
    expect(breaking({ type: 'integer', format: 'int64', maximum: 5 }, 'format')).toEqual([
      -9223372036854775809n,
    ])
    expect(breaking({ type: 'integer', format: 'int64' }, 'format')).toEqual([9223372036854775808n])
  })

  it('violate the exclusive bounds of 3.0', () => {
    const list = violations({ type: 'integer', minimum: 1, exclusiveMinimum: true }, {}, '3.0')
    expect(list.filter(({ keyword }) => keyword === 'exclusiveMinimum').map(({ value }) => value)).toEqual([
      1,
    ])
  })
})

describe('strings', () => {
  it('are one code point too short, also with enough UTF-16 code units', () => {
    const short = breaking({ type: 'string', minLength: 3 }, 'minLength') as string[]
    expect(short.map((text) => [...text].length)).toEqual([2, 2])
    expect(short).toContain('🙂🙂')
    expect(breaking({ type: 'string', minLength: 1 }, 'minLength')).toEqual([''])
  })

  it('are one code point too long', () => {
    expect(
      breaking({ type: 'string', maxLength: 3 }, 'maxLength').map((text) => [...(text as string)].length),
    ).toEqual([4])
    expect(breaking({ type: 'string', maxLength: 200_000 }, 'maxLength')).toEqual([])
  })

  it('match the pattern if the length is wrong, and have a valid length if the pattern is not matched', () => {
    const schema = { type: 'string', pattern: '^[a-z]+$', minLength: 3, maxLength: 3 }
    for (const text of [...breaking(schema, 'minLength'), ...breaking(schema, 'maxLength')])
      expect(text).toMatch(/^[a-z]+$/)
    for (const text of breaking(schema, 'pattern')) expect(text).toHaveLength(3)
    expect(breaking(schema, 'pattern').length).toBeGreaterThan(0)
  })

  it('almost match the pattern', () => {
    expect(breaking({ type: 'string', pattern: '^[a-z]+$' }, 'pattern', { base: 'abc' })).toEqual([
      'abc\n',
      'ab!',
      '!bc',
      ' abc',
    ])
  })

  it('almost conform to the format', () => {
    expect(breaking({ type: 'string', format: 'date' }, 'format')).toEqual(
      expect.arrayContaining(['2023-02-29', '2024-13-01', '20240506', '']),
    )
    expect(breaking({ type: 'string', format: 'date-time' }, 'format')).toEqual(
      expect.arrayContaining(['2024-05-06', '2024-05-06T07:08:09']),
    )
    expect(breaking({ type: 'string', format: 'uuid' }, 'format')).toContain(
      'g81d4fae-7dec-41d0-a765-00a0c91e6bf6',
    )
    expect(breaking({ type: 'string', format: 'ipv4' }, 'format')).toContain('256.0.0.1')
    expect(breaking({ type: 'string', format: 'made-up' }, 'format')).toEqual([])
    expect(
      breaking({ type: 'string', format: 'date', pattern: '^20[0-4]' }, 'pattern').length,
    ).toBeGreaterThan(0)
  })

  it('look like a value of the enum', () => {
    expect(breaking({ enum: ['open', 'closed'] }, 'enum', { base: 'open' })).toEqual([
      'not-listed',
      'OPEN',
      'ореn',
      'open ',
      '',
    ])
    expect(breaking({ enum: ['open', 'OPEN'] }, 'enum', { base: 'open' })).not.toContain('OPEN')
    expect(breaking({ enum: [1, 2] }, 'enum', { base: 2 })).toEqual([3])
    expect(breaking({ const: true }, 'const')).toEqual([false])
  })
})

describe('arrays', () => {
  it('have one item too few or too many', () => {
    const lengths = (keyword: string): number[] =>
      breaking({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 3 }, keyword).map(
        (value) => (value as Json[]).length,
      )
    expect(lengths('minItems')).toEqual([1])
    expect(lengths('maxItems')).toEqual([4])
  })

  it('have an item twice, also with its members in another order', () => {
    const unique = (items: object): object => ({ type: 'array', uniqueItems: true, items })
    expect(breaking(unique({ type: 'integer' }), 'uniqueItems', { base: [4] })).toEqual([[4, 4]])
    expect(
      breaking({ ...unique({ type: 'integer' }), maxItems: 2 }, 'uniqueItems', { base: [4, 5] }),
    ).toEqual([[4, 4]])
    expect(
      JSON.stringify(breaking(unique({ type: 'object' }), 'uniqueItems', { base: [{ a: 1, b: 2 }] })),
    ).toBe('[[{"a":1,"b":2},{"a":1,"b":2}],[{"a":1,"b":2},{"b":2,"a":1}]]')
    expect(breaking({ type: 'array', uniqueItems: false }, 'uniqueItems')).toEqual([])
  })

  it('have more items than a tuple', () => {
    expect(
      breaking({ type: 'array', prefixItems: [{ type: 'integer' }], items: false }, 'items', { base: [1] }),
    ).toEqual([[1, 'one more']])
    expect(
      breaking(
        { type: 'array', prefixItems: [{ type: 'integer' }], unevaluatedItems: false },
        'unevaluatedItems',
        { base: [1] },
      ),
    ).toEqual([[1, 'one more']])
  })

  it('contain too few or too many matches', () => {
    const schema = {
      type: 'array',
      items: { type: 'integer' },
      contains: { minimum: 10 },
      maxContains: 1,
      minItems: 2,
    }
    const counts = (breaking(schema, 'contains') as number[][]).map(
      (value) => value.filter((item) => item >= 10).length,
    )
    expect(counts).toEqual([0, 2])
  })

  it('have an invalid item', () => {
    expect(
      breaking({ type: 'array', items: { type: 'integer', minimum: 3 } }, 'minimum', { base: [5, 6] }),
    ).toEqual([[2, 6]])
    expect(
      breaking({ type: 'array', items: { type: 'integer', minimum: 3 } }, 'minimum', { base: [] }),
    ).toEqual([[2]])
  })
})

describe('objects', () => {
  it('lack each required property', () => {
    const schema = { type: 'object', required: ['a', 'b'], properties: { a: { const: 1 }, b: { const: 2 } } }
    expect(breaking(schema, 'required')).toEqual([{ b: 2 }, { a: 1 }])
    expect(
      violations(schema)
        .filter(({ keyword }) => keyword === 'required')
        .map(({ path }) => path),
    ).toEqual(['/a', '/b'])
  })

  it('have a forbidden property, unknown or in another case', () => {
    const schema = { type: 'object', properties: { name: { const: 1 } }, additionalProperties: false }
    expect(breaking(schema, 'additionalProperties', { base: { name: 1 } })).toEqual([
      { name: 1, unexpectedProperty: 'unexpected' },
      { name: 1, Name: 'unexpected' },
    ])
    expect(
      breaking(
        { ...schema, additionalProperties: undefined, unevaluatedProperties: false },
        'unevaluatedProperties',
      ).length,
    ).toBe(2)
    expect(breaking({ type: 'object', properties: { gone: false } }, 'false', { base: {} })).toEqual([
      { gone: 'forbidden' },
    ])
  })

  it('have one property too few or too many', () => {
    const schema = {
      type: 'object',
      additionalProperties: { type: 'integer' },
      minProperties: 2,
      maxProperties: 3,
    }
    expect(breaking(schema, 'minProperties').map((value) => Object.keys(value as object).length)).toEqual([1])
    expect(breaking(schema, 'maxProperties').map((value) => Object.keys(value as object).length)).toEqual([4])
    expect(breaking({ type: 'object', required: ['a', 'b'], minProperties: 2 }, 'minProperties')).toEqual([])
  })

  it('have a forbidden name', () => {
    const names = breaking({ type: 'object', propertyNames: { pattern: '^[a-z]+$' } }, 'propertyNames', {
      base: {},
    })
    expect(names.flatMap((value) => Object.keys(value as object))).toEqual(['not a name!', 'UPPER', ''])
  })

  it('lack what another property requires', () => {
    const schema = {
      type: 'object',
      properties: { card: { const: 1 }, address: { const: 2 } },
      dependentRequired: { card: ['address'] },
    }
    expect(breaking(schema, 'dependentRequired')).toEqual([{ card: 1 }])
  })

  it('have an invalid value in a new property, of a map and by a pattern', () => {
    expect(
      breaking({ type: 'object', properties: { a: { type: 'integer', minimum: 3 } } }, 'minimum', {
        base: {},
      }),
    ).toEqual([{ a: 2 }])
    expect(
      breaking({ type: 'object', additionalProperties: { type: 'integer', minimum: 3 } }, 'minimum', {
        base: { k: 4 },
      }),
    ).toContainEqual({ k: 4, alpha: 2 })
    expect(
      breaking({ type: 'object', patternProperties: { '^x$': { type: 'integer', minimum: 3 } } }, 'minimum', {
        base: {},
      }),
    ).toEqual([{ x: 2 }])
  })
})

describe('choices', () => {
  it('match no branch, or two', () => {
    const schema = { type: 'integer', oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }
    const values = breaking(schema, 'oneOf') as number[]
    expect(values.some((value) => value % 6 === 0)).toBe(true)
    expect(breaking({ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'anyOf')).toEqual([{}])
  })

  it('are sent once if several branches reject the value for the same reason', () => {
    const branch = (name: string): object => ({ type: 'object', required: [name] })
    const titles = violations({ oneOf: [branch('a'), branch('b')] }).map(({ title }) => title)
    expect(titles.filter((title) => title.startsWith('value = "abc"'))).toEqual([
      'value = "abc", a string instead of an object',
    ])
    expect(titles.filter((title) => /^[ab] missing/.test(title))).toHaveLength(2)
  })

  it('are limited for hundreds of branches of one kind', () => {
    const branches = Array.from({ length: 150 }, (_, index) => ({
      type: 'object',
      required: ['kind', 'name'],
      properties: { kind: { const: `k${index}` }, name: { type: 'string' } },
    }))
    const nameless = violations({ oneOf: branches }).filter(({ path }) => path === '/name')
    expect(nameless.filter(({ keyword }) => keyword === 'required')).toHaveLength(40)
  })

  it('are violated inside a branch, though the validator reports the choice', () => {
    const branch = (kind: string, more: object): object => ({
      type: 'object',
      required: ['kind'],
      properties: { kind: { enum: [kind] }, ...more },
    })
    const schema = {
      oneOf: [
        branch('a', { size: { type: 'integer', minimum: 5 } }),
        branch('b', { size: { type: 'string' } }),
      ],
    }
    expect(breaking(schema, 'minimum')).toContainEqual({ kind: 'a', size: 4 })
  })

  it('match the schema of not', () => {
    expect(breaking({ type: 'integer', minimum: 1, maximum: 3, not: { enum: [2] } }, 'not')).toEqual([2])
  })

  it('violate a conditional schema', () => {
    const schema = { type: 'integer', if: { minimum: 10 }, then: { multipleOf: 10 }, else: { minimum: 5 } }
    expect(breaking(schema, 'multipleOf').length).toBeGreaterThan(0)
    expect(breaking(schema, 'minimum')).toEqual([4])
  })
})

describe('the value to start from', () => {
  const schema = {
    type: 'object',
    required: ['id', 'size'],
    properties: { id: { type: 'integer' }, size: { type: 'integer', minimum: 3 } },
  }

  it('is kept except for the violation', () => {
    expect(breaking(schema, 'minimum', { base: { id: 77, size: 5 } })).toEqual([{ id: 77, size: 2 }])
  })

  it('is replaced if it is not valid', () => {
    const [value] = breaking(schema, 'minimum', { base: { id: 77, size: 0 } })
    expect(value).toMatchObject({ size: 2 })
    expect(value).not.toMatchObject({ id: 77 })
  })

  it('determines the branch of a oneOf', () => {
    const choice = {
      oneOf: [
        { type: 'integer', minimum: 3 },
        {
          type: 'object',
          required: ['id', 'n'],
          properties: { id: { type: 'integer' }, n: { type: 'integer', maximum: 5 } },
        },
      ],
    }
    expect(breaking(choice, 'maximum', { base: { id: 77, n: 5 } })).toEqual([{ id: 77, n: 6 }])
  })
})

describe('in text', () => {
  it('is invalid however it is read', () => {
    expect(breaking({ type: 'integer' }, 'type', { as: 'text' })).toEqual(['12abc', '1.5', 'true', '1,5', ''])
    expect(breaking({ type: 'number' }, 'type', { as: 'text' })).toEqual(['12abc', 'true', '1,5', ''])
    expect(breaking({ type: 'boolean' }, 'type', { as: 'text' })).toEqual(['yes', '1', 'maybe', ''])
    expect(breaking({ type: 'string' }, 'type', { as: 'text' })).toEqual([])
    expect(breaking({ type: ['string', 'integer'], minimum: 5 }, 'minimum', { as: 'text', base: 7 })).toEqual(
      [],
    )
  })

  it('has no null, no empty array and no array in place of a scalar', () => {
    const schema = { type: 'array', minItems: 1, items: { type: 'integer', minimum: 2 } }
    const values = violations(schema, { as: 'text' }).map(({ value }) => value)
    expect(values).not.toContainEqual([])
    expect(values).not.toContain(null)
    expect(values).toContainEqual([1])
    expect(
      violations({ type: 'integer' }, { as: 'text' }).every(({ value }) => typeof value !== 'object'),
    ).toBe(true)
  })

  it('still breaks bounds and enums', () => {
    expect(breaking({ type: 'integer', minimum: 1 }, 'minimum', { as: 'text' })).toEqual([0])
    expect(breaking({ type: 'string', enum: ['a'] }, 'enum', { as: 'text' })).toContain('A')
  })
})

it('leaves out a date-time with a space for the T, which RFC 3339 §5.6 allows', () => {
  const values = breaking({ type: 'string', format: 'date-time' }, 'format')
  expect(values).toContain('2024-05-06T07:08Z')
  expect(values.filter((value) => typeof value === 'string' && / \d/.test(value))).toEqual([])
})
