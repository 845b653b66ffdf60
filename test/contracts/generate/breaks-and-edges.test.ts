import { describe, expect, it } from 'vitest'
import type { BoundaryOptions, ViolationOptions } from '../../../contracts/generate/generated-values.ts'
import type { Json } from '../../../spec/json.ts'
import { workbench } from './document.ts'

function violations(schema: unknown, options: ViolationOptions = {}) {
  const { generator, node } = workbench({ version: '3.1', schema })
  return generator.violations(node, 'request', options)
}
function boundaries(schema: unknown, options: BoundaryOptions = {}) {
  const { generator, node } = workbench({ version: '3.1', schema })
  return generator.boundaries(node, 'request', options)
}
const breaking = (schema: unknown, keyword: string, options: ViolationOptions = {}): readonly Json[] =>
  violations(schema, options).flatMap((violation) => (violation.keyword === keyword ? [violation.value] : []))
const titles = (schema: unknown, keyword: string, options: ViolationOptions = {}): readonly string[] =>
  violations(schema, options).flatMap((violation) => (violation.keyword === keyword ? [violation.title] : []))
const edges = (schema: unknown, keyword: string, options: BoundaryOptions = {}): readonly Json[] =>
  boundaries(schema, options).flatMap((boundary) => (boundary.keyword === keyword ? [boundary.value] : []))
const names = (schema: unknown): readonly string[] => boundaries(schema).map(({ name }) => name)

describe('invalid arrays', () => {
  const unique = { type: 'array', uniqueItems: true, items: { type: 'integer' } }

  it('have an item twice, in place of the last if there is no room', () => {
    expect(breaking({ ...unique, maxItems: 3 }, 'uniqueItems', { base: [1, 2, 3] })).toEqual([[1, 2, 1]])
    expect(breaking({ ...unique, maxItems: 4 }, 'uniqueItems', { base: [1, 2, 3] })).toEqual([[1, 2, 3, 1]])
    expect(breaking({ ...unique, uniqueItems: false }, 'uniqueItems')).toEqual([])
    expect(breaking({ ...unique, maxItems: 1 }, 'uniqueItems')).toEqual([])
    expect(breaking({ ...unique, items: false }, 'uniqueItems')).toEqual([])
    expect(breaking(unique, 'uniqueItems', { base: [] }).map((value) => (value as []).length)).toEqual([2])
  })

  it('have an object twice, also with its members in another order', () => {
    const items = { type: 'object', required: ['a', 'b'], properties: { a: { const: 1 }, b: { const: 2 } } }
    const base = [{ a: 1, b: 2 }]
    expect(titles({ type: 'array', uniqueItems: true, items }, 'uniqueItems', { base })).toEqual([
      'value = [{"a":1,"b":2},{"a":1,"b":2}], with the same item twice',
      'value = [{"a":1,"b":2},{"b":2,"a":1}], with the same item twice, its members in another order',
    ])
  })

  it('have too few or too many matching items', () => {
    const some = { type: 'array', items: { type: 'integer' }, contains: { const: 7 } }
    expect(breaking({ ...some, minContains: 0 }, 'contains')).toEqual([])
    expect(breaking({ ...some, minContains: 0, maxContains: 1 }, 'contains')).toEqual([[7, 7]])
    expect(titles({ ...some, minContains: 0, maxContains: 1 }, 'contains')).toEqual([
      'value = [7,7], with more than 1 items of one kind',
    ])
    expect(breaking(some, 'contains').every((value) => !(value as Json[]).includes(7))).toBe(true)
    expect(
      titles(some, 'contains').every((title) => title.endsWith('without an item that it must contain')),
    ).toBe(true)
  })

  it('are slightly too short or too long, and never longer than can be sent', () => {
    const many = { type: 'array', items: { const: 1 } }
    expect(breaking({ ...many, minItems: 2 }, 'minItems', { base: [1, 1] })).toEqual([[1]])
    expect(titles({ ...many, minItems: 2 }, 'minItems')).toEqual(['value = [1], below minItems 2'])
    expect(titles({ ...many, maxItems: 1 }, 'maxItems')).toEqual(['value = [1,1], above maxItems 1'])
    expect(breaking({ ...many, minItems: 0 }, 'minItems')).toEqual([])
    expect(breaking({ ...many, maxItems: 1999 }, 'maxItems').map((value) => (value as []).length)).toEqual([
      2000,
    ])
    expect(breaking({ ...many, maxItems: 2000 }, 'maxItems')).toEqual([])
  })

  it('have an item too many', () => {
    const pair = { type: 'array', prefixItems: [{ const: 1 }, { const: 2 }] }
    expect(breaking({ ...pair, items: false }, 'items', { base: [1] })).toEqual([[1, 2, 'one more']])
    expect(breaking({ ...pair, unevaluatedItems: false }, 'unevaluatedItems', { base: [1, 2] })).toEqual([
      [1, 2, 'one more'],
    ])
    expect(breaking({ type: 'array', items: { type: 'integer' } }, 'items')).toEqual([])
  })
})

describe('invalid objects', () => {
  const closed = { type: 'object', additionalProperties: false, properties: { name: { const: 1 } } }

  it('have a property in another case', () => {
    expect(breaking(closed, 'additionalProperties', { base: {} })).toEqual([
      { unexpectedProperty: 'unexpected' },
      { Name: 'unexpected' },
    ])
    const upper = { ...closed, properties: { Name: { const: 1 } } }
    expect(breaking(upper, 'additionalProperties', { base: {} })).toContainEqual({ name: 'unexpected' })
    const both = { ...closed, properties: { a: true, A: true } }
    expect(breaking(both, 'additionalProperties', { base: {} })).toEqual([
      { unexpectedProperty: 'unexpected' },
    ])
    expect(titles(closed, 'additionalProperties')).toContain('unexpectedProperty not allowed')
  })

  it('have a property with the schema false', () => {
    const schema = { type: 'object', properties: { a: false, b: true } }
    expect(violations(schema, { base: {} }).filter(({ keyword }) => keyword === 'false')).toEqual([
      {
        value: { a: 'forbidden' },
        keyword: 'false',
        path: '/a',
        schemaPointer: '#/components/schemas/Subject/properties/a',
        title: 'a not allowed',
        says: 'not allowed',
      },
    ])
  })

  it('drop optional properties first, and no required ones', () => {
    const schema = { type: 'object', minProperties: 3, required: ['c'] }
    const base = { a: 1, b: 2, c: 3 }
    expect(breaking(schema, 'minProperties', { base })).toEqual([{ c: 3, a: 1 }])
    const all = { type: 'object', minProperties: 2, required: ['a', 'b'] }
    expect(breaking(all, 'minProperties', { base })).toEqual([])
    expect(breaking({ type: 'object', minProperties: 0 }, 'minProperties')).toEqual([])
    expect(titles({ type: 'object', minProperties: 1 }, 'minProperties')).toEqual([
      'value = {}, below minProperties 1',
    ])
  })

  it('have too many properties, but no more than can be sent', () => {
    const sizes = (maxProperties: number) =>
      breaking({ type: 'object', maxProperties }, 'maxProperties').map(
        (value) => Object.keys(value as object).length,
      )
    expect([sizes(0), sizes(2), sizes(499), sizes(500)]).toEqual([[1], [3], [500], []])
  })

  it('lack the dependencies of a property', () => {
    const schema = { type: 'object', properties: { b: { const: 2 } }, dependentRequired: { a: ['b', 'c'] } }
    expect(
      violations(schema, { base: { a: 1, b: 2, c: 3 } }).filter(
        ({ keyword }) => keyword === 'dependentRequired',
      ),
    ).toEqual([
      expect.objectContaining({ value: { a: 1, c: 3 }, path: '/b', title: 'b missing, though a is there' }),
      expect.objectContaining({ value: { a: 1, b: 2 }, path: '/c', title: 'c missing, though a is there' }),
    ])
  })

  it('have forbidden names', () => {
    const schema = { type: 'object', propertyNames: { pattern: '^[a-z]+$' } }
    expect(titles(schema, 'propertyNames', { base: {} })).toEqual(
      ['"not a name!"', '"UPPER"', '""'].map(
        (name) =>
          expect.stringContaining(
            `with a property of a name that is not allowed, ${name}`,
          ) as unknown as string,
      ),
    )
    const short = { type: 'object', propertyNames: { maxLength: 20 }, additionalProperties: { const: 5 } }
    expect(breaking(short, 'propertyNames', { base: {} })).toEqual([{ ['x'.repeat(300)]: 5 }])
  })
})

describe('invalid numbers', () => {
  it.each([
    [{ type: 'integer', minimum: 5 }, 'minimum', 7, [4]],
    [{ type: 'integer', maximum: 5 }, 'maximum', 3, [6]],
    [{ type: 'integer', minimum: 1.5 }, 'minimum', 7, [1]],
    [{ type: 'integer', maximum: 5.5 }, 'maximum', 3, [6]],
    [{ type: 'integer', exclusiveMinimum: 5 }, 'exclusiveMinimum', 7, [5]],
    [{ type: 'integer', exclusiveMaximum: 5 }, 'exclusiveMaximum', 3, [5]],
    [{ type: 'number', minimum: 5 }, 'minimum', 7, [4.99]],
    [{ type: 'number', maximum: 5 }, 'maximum', 3, [5.01]],
    [{ type: 'number', exclusiveMinimum: 5 }, 'exclusiveMinimum', 7, [5]],
    [{ type: 'number', maximum: 4e9 }, 'maximum', 3, [4000004000]],
    [{ type: 'integer', maximum: 4e9 }, 'maximum', 3, [4000000001]],
    [{ type: 'integer', multipleOf: 5, minimum: 10 }, 'minimum', 15, [5]],
    [{ type: 'number', multipleOf: 0.5, minimum: 1 }, 'minimum', 2, [0.5]],
    [{ type: 'number', multipleOf: 0.5 }, 'multipleOf', 2, [2.25]],
    [{ type: 'integer', multipleOf: 5 }, 'multipleOf', 10, [11]],
    [{ type: ['integer', 'null'], multipleOf: 5 }, 'multipleOf', 10, [11]],
    [{ type: 'number', format: 'int32', multipleOf: 5 }, 'multipleOf', 10, [11]],
    [{ type: 'integer', format: 'int32' }, 'format', 1, [2147483648]],
    [{ type: 'integer', format: 'int64' }, 'format', 1, [9223372036854775808n]],
  ] as const)('for %j lie nearest to right ones', (schema, keyword, base, values) => {
    expect(breaking(schema, keyword, { base })).toEqual(values)
  })

  it('say what is wrong', () => {
    expect(titles({ type: 'integer', maximum: 5 }, 'maximum', { base: 1 })).toEqual([
      'value = 6, above maximum 5',
    ])
    expect(titles({ type: 'integer', multipleOf: 5 }, 'multipleOf', { base: 5 })[0]).toBe(
      'value = 6, not a multiple of 5',
    )
    expect(titles({ type: 'integer', format: 'int32' }, 'format', { base: 5 })[0]).toBe(
      'value = 2147483648, outside int32',
    )
    expect(titles({ type: 'number', exclusiveMinimum: 5 }, 'exclusiveMinimum', { base: 6 })[0]).toBe(
      'value = 5, not above exclusiveMinimum 5',
    )
    expect(titles({ type: 'number', exclusiveMaximum: 5 }, 'exclusiveMaximum', { base: 4 })[0]).toBe(
      'value = 5, not below exclusiveMaximum 5',
    )
  })
})

describe('values of the wrong type', () => {
  it.each([
    [{ type: 'string' }, 'ab', [null, 7, true, ['ab'], {}]],
    [{ type: 'string' }, '', [null, 7, true, [''], {}]],
    [{ type: ['string', 'null'] }, 'ab', [7, true, ['ab'], {}]],
    [{ type: 'integer' }, 5, ['5', null, 1.5, true, [5], {}]],
    [{ type: 'number' }, 5.5, ['5.5', null, true, [5.5], {}]],
    [{ type: 'boolean' }, false, ['false', null, 1, [false], {}]],
    [{ type: 'null' }, null, ['abc', 7, true, [], {}]],
    [{ type: 'array' }, [], ['abc', null, 7, true, { 0: 'abc' }]],
    [{ type: 'object' }, {}, ['abc', null, 7, true, [{}]]],
  ])('for %j look like a right one', (schema, base, values) => {
    expect(breaking(schema, 'type', { base })).toEqual(values)
  })

  it('as text cannot be read as a valid value', () => {
    const text = (type: string | readonly string[], base: Json) =>
      breaking({ type }, 'type', { base, as: 'text' })
    expect(text('string', 'a')).toEqual([])
    expect(text('boolean', true)).toEqual(['yes', '1', 'maybe', ''])
    expect(text('integer', 1)).toEqual(['12abc', '1.5', 'true', '1,5', ''])
    expect(text('number', 1)).toEqual(['12abc', 'true', '1,5', ''])
    expect(text(['integer', 'string'], 1)).toEqual([])
  })

  it('say what was expected', () => {
    expect(titles({ type: ['integer', 'null'] }, 'type', { base: 5 })).toEqual([
      'value = "5", a string instead of an integer',
      'value = 1.5, a number with decimals instead of an integer',
      'value = true, a boolean instead of an integer',
      'value = [5], an array instead of an integer',
      'value = {}, an object instead of an integer',
    ])
    expect(titles({ type: 'null' }, 'type')[0]).toBe('value = "abc", a string instead of null')
  })
})

describe('values outside an enumeration', () => {
  it.each([
    [{ enum: ['open'] }, ['not-listed', 'OPEN', 'оре\u006e', 'open ', '']],
    [{ enum: ['A', 'a'] }, ['not-listed', 'A ', '']],
    [{ enum: [3] }, [4, 2]],
    [{ enum: [3, 4] }, [2]],
    [{ const: true }, [false]],
    [{ const: [1] }, [[1, 'more']]],
    [{ const: { a: 1 } }, [{ a: 1, more: true }]],
    [{ const: null }, []],
  ])('for %j look like one that it has', (schema, values) => {
    const [keyword, allowed] = Object.entries(schema)[0]!
    const base = Array.isArray(allowed) && keyword === 'enum' ? (allowed[0] as Json) : (allowed as Json)
    expect(breaking(schema, keyword, { base })).toEqual(values)
  })

  it('have a title that says so', () => {
    expect(titles({ const: 3 }, 'const')).toEqual([
      'value = 4, one more, not 3',
      'value = 2, one less, not 3',
    ])
    expect(titles({ enum: [3] }, 'enum')[0]).toBe('value = 4, one more, not in its enum')
  })
})

describe('invalid strings', () => {
  it('are too short, in letters and astral characters', () => {
    const values = breaking({ type: 'string', minLength: 3 }, 'minLength', { base: 'abc' })
    expect(values.map((value) => [...(value as string)].length)).toEqual([2, 2])
    expect(values[1]).toBe('🙂🙂')
    expect(titles({ type: 'string', minLength: 3 }, 'minLength')[1]).toBe(
      'value = "🙂🙂", 2 characters in 4 UTF-16 code units, below minLength 3',
    )
    expect(breaking({ type: 'string', minLength: 1 }, 'minLength')).toEqual([''])
    expect(breaking({ type: 'string', minLength: 0 }, 'minLength')).toEqual([])
  })

  it('are too long, but no longer than can be sent', () => {
    const lengths = (maxLength: number) =>
      breaking({ type: 'string', maxLength }, 'maxLength').map((value) => (value as string).length)
    expect([lengths(0), lengths(5)]).toEqual([[1], [6]])
    expect([lengths(99_999), lengths(100_000)]).toEqual([[100_000], []])
    expect(titles({ type: 'string', maxLength: 0 }, 'maxLength')).toEqual([
      expect.stringMatching(/, above maxLength 0$/),
    ])
  })

  it('almost match a pattern', () => {
    const schema = { type: 'string', pattern: '^[a-z]{3}$' }
    expect(titles(schema, 'pattern', { base: 'abc' })).toEqual(
      [
        ['"abc\\n"', 'with a line break at its end'],
        ['"ab!"', 'with a ! at its end'],
        ['"!bc"', 'with a ! at its start'],
        ['" abc"', 'with a space at its start'],
      ].map(([value, says]) => `value = ${value}, ${says}, which the pattern ^[a-z]{3}$ does not match`),
    )
    const open = { type: 'string', pattern: '^[a-z! \\n]+$' }
    expect(breaking(open, 'pattern', { base: 'abc' })).toEqual(['ABC', '', '🙂'])
    const even = { type: 'string', pattern: '^(?:..)*$' }
    expect(breaking(even, 'pattern', { base: 'ABcd' })).toEqual(['ABcd\n', ' ABcd', 'ABc', '🙂'])
    const upper = { type: 'string', pattern: '[A-Z]$' }
    expect(breaking(upper, 'pattern', { base: 'AB' })).toEqual(['AB\n', 'A!', 'ab', ''])
    const once = { type: 'string', pattern: '^[ !-~\\n]{0,3}$' }
    expect(breaking(once, 'pattern', { base: 'abc' })).toEqual(['abc\n', ' abc', 'abcabc', '🙂'])
  })

  it('almost conform to a format, or are empty', () => {
    expect(titles({ type: 'string', format: 'ipv4' }, 'format', { base: '1.2.3.4' })).toEqual([
      'value = "256.0.0.1", with a number above 255, no ipv4',
      'value = "192.0.2", of three numbers, no ipv4',
      'value = "192.0.2.1.5", of five numbers, no ipv4',
      'value = "2001:db8::1", an IPv6 address, no ipv4',
      'value = "", empty, no ipv4',
    ])
    expect(breaking({ type: 'string', format: 'unheard-of' }, 'format')).toEqual([])
  })
})

describe('invalid choices', () => {
  it('are tried for a dozen pairs of branches at most', () => {
    const oneOf = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
      properties: { [name]: { type: 'string' } },
    }))
    const both = violations({ type: 'object', oneOf, maxProperties: 9 }).filter(({ title }) =>
      title.includes('which both'),
    )
    expect(both.length).toBeLessThanOrEqual(12)
  })

  it('match two branches, which are named', () => {
    const schema = { type: 'integer', oneOf: [{ minimum: 5 }, { maximum: 9 }, { const: 100 }] }
    expect(titles(schema, 'oneOf').filter((title) => title.includes('both'))).toEqual([
      expect.stringMatching(/, which both oneOf\/0 and oneOf\/1 take$/),
      expect.stringMatching(/, which both oneOf\/0 and oneOf\/2 take$/),
    ])
  })

  it('match no branch, by missing a property', () => {
    const branch = (name: string) => ({ type: 'object', required: [name, 'id'] })
    expect(breaking({ anyOf: [branch('a'), branch('b')] }, 'anyOf', { base: { a: 1, id: 2 } })).toEqual([
      { id: 2 },
    ])
  })

  it('match the schema of not', () => {
    expect(
      violations({ type: 'integer', not: { const: 4 } }).filter(({ keyword }) => keyword === 'not'),
    ).toEqual([
      {
        value: 4,
        keyword: 'not',
        path: '',
        schemaPointer: '#/components/schemas/Subject/not',
        title: 'value = 4, which its not forbids',
        says: 'which its not forbids',
      },
    ])
  })
})

describe('boundary values', () => {
  it('are of enum or const, and named so', () => {
    const boundariesOf = (schema: object, base: Json) =>
      boundaries(schema, { base }).map(({ keyword, value }) => [keyword, value])
    expect(boundariesOf({ enum: ['a', 'b'] }, 'a')).toEqual([
      ['type', 'a'],
      ['enum', 'b'],
    ])
    const pair = { type: 'array', prefixItems: [{ const: 1 }, { const: 2 }], items: false }
    expect(boundariesOf(pair, [])).toContainEqual(['const', [1]])
  })

  it('have an undeclared property only if the schema allows it', () => {
    const open = { type: 'object', properties: { a: { const: 1 } } }
    const undeclared = (schema: object) =>
      boundaries(schema, { base: {} }).filter((boundary) => boundary.undeclared)
    expect(undeclared(open)).toEqual([
      {
        name: 'unexpectedProperty not declared',
        value: { unexpectedProperty: 'kept, ignored or refused' },
        path: '/unexpectedProperty',
        keyword: 'additionalProperties',
        undeclared: true,
      },
    ])
    expect(undeclared({ ...open, additionalProperties: true })).toHaveLength(1)
    expect(undeclared({ ...open, additionalProperties: {} })).toEqual([])
    expect(undeclared({ ...open, additionalProperties: { type: 'string' } })).toEqual([])
    expect(undeclared({ ...open, patternProperties: { '^un': { type: 'string' } } })).toEqual([])
    expect(undeclared({ type: 'object' })).toEqual([])
  })

  it('have up to 1000 astral characters', () => {
    const wide = (maxLength: number) =>
      edges({ type: 'string', maxLength }, 'maxLength').map((value) => (value as string).length)
    expect([wide(3), wide(1000), wide(1001), wide(10_000), wide(10_001)]).toEqual([
      [3, 6],
      [1000, 2000],
      [1001],
      [10_000],
      [],
    ])
    expect(names({ type: 'string', minLength: 2, maxLength: 3 })).toEqual(
      expect.arrayContaining([
        'value = "🙂🙂", the shortest, in 4 UTF-16 code units',
        'value = "🙂🙂🙂", the longest, in 6 UTF-16 code units',
      ]),
    )
  })

  it('have the fewest and the most items and properties', () => {
    const sizes = (schema: object, keyword: string) =>
      edges(schema, keyword, { base: schema['type' as keyof object] === 'array' ? [1] : { a: 1 } }).map(
        (value) => Object.keys(value as object).length,
      )
    const items = { type: 'array', items: { const: 1 } }
    expect(sizes({ ...items, minItems: 1, maxItems: 4 }, 'maxItems')).toEqual([4])
    expect(sizes({ ...items, maxItems: 200 }, 'maxItems')).toEqual([200])
    expect(sizes({ ...items, maxItems: 201 }, 'maxItems')).toEqual([])
    expect(sizes({ ...items, maxItems: 2 }, 'minItems')).toEqual([0])
    expect(sizes({ ...items, maxItems: 5 }, 'items')).toEqual([])
    expect(sizes(items, 'items')).toEqual([2])
    expect(sizes({ type: 'object', minProperties: 1, maxProperties: 3 }, 'maxProperties')).toEqual([3])
    expect(sizes({ type: 'object', maxProperties: 199 }, 'maxProperties')).toEqual([199])
    expect(sizes({ type: 'object', maxProperties: 200 }, 'maxProperties')).toEqual([])
  })

  it('say whether there are optional properties', () => {
    const item = { type: 'object', required: ['a'], properties: { a: { const: 1 } } }
    const list = { type: 'array', items: item }
    expect(boundaries(list, { base: [] }).map(({ name }) => name)).not.toContain(
      '[0] without optional properties',
    )
    expect(names({ ...item, required: [] })).toEqual(
      expect.arrayContaining(['value = {"a":1}, with every optional property']),
    )
  })
})
