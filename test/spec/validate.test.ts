import { describe, expect, it } from 'vitest'
import type { Document, Schema } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { View } from '../../spec/schema.ts'
import { createValidator } from '../../spec/validate.ts'
import type { SchemaIssue } from '../../spec/validation/issues.ts'

function documentWith(version: Document['version'], schemas: Record<string, Schema>): Document {
  const root = {
    openapi: `${version}.0`,
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas },
  }
  return {
    version,
    source: '(object)',
    root: root as unknown as Document['root'],
    problems: [],
    locate: () => undefined,
  }
}

/** The issues of a value against `#/components/schemas/S`; also checks that `accepts` agrees. */
interface Settings {
  readonly version?: Document['version']
  readonly view?: View
}

const issues = (schemas: Record<string, Schema>, value: Json, settings?: Settings): readonly SchemaIssue[] =>
  issuesBy(schemas, settings)(value)

/** Several values of one schema are judged by one validator, as compiling a large one takes seconds. */
function issuesBy(
  schemas: Record<string, Schema>,
  { version = '3.0', view = 'response' }: Settings = {},
): (value: Json) => readonly SchemaIssue[] {
  const validator = createValidator(documentWith(version, schemas))
  const validate = validator.of({ schema: schemas['S'] as Schema, pointer: '#/components/schemas/S' }, view)
  return (value) => {
    const violations = validate(value)
    expect(validate.accepts(value)).toBe(violations.length === 0)
    return violations
  }
}

const keywords = (violations: readonly SchemaIssue[]): readonly string[] =>
  violations.map(({ keyword, path }) => `${path} ${keyword}`)

describe('a valid value', () => {
  it('has no issues', () => {
    expect(issues({ S: { type: 'integer', minimum: 1 } }, 1)).toEqual([])
  })
})

describe('an invalid value', () => {
  it('is named in the message, null too', () => {
    const S = { type: 'object', properties: { age: { type: 'integer' } } }
    expect(issues({ S }, { age: null }).map(({ message }) => message)).toEqual(['null must be an integer.'])
  })

  it('has every issue with path, keyword, message and location in the document', () => {
    const S = { type: 'object', required: ['name'], properties: { age: { type: 'integer', minimum: 0 } } }
    expect(issues({ S }, { age: -1 })).toEqual([
      {
        path: '/name',
        keyword: 'required',
        message: "The value must have the property 'name'.",
        schema: '#/components/schemas/S/required',
      },
      {
        path: '/age',
        keyword: 'minimum',
        message: '-1 must be at least 0.',
        schema: '#/components/schemas/S/properties/age/minimum',
      },
    ])
  })

  it('has the location in the referenced schema', () => {
    const violations = issues(
      { S: { type: 'array', items: { $ref: '#/components/schemas/T' } }, T: { type: 'string' } },
      [7],
    )
    expect(violations[0]).toMatchObject({ path: '/0', schema: '#/components/schemas/T/type' })
  })

  it('reports the only oneOf branch of its type', () => {
    const S = { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/T' }] }
    const T = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } }
    expect(keywords(issues({ S, T }, { a: 'x' }))).toEqual(['/a type'])
  })

  it('reports it among hundreds of branches', () => {
    const others = Array.from({ length: 250 }, (_, index) => ({ type: 'string', const: String(index) }))
    const S = { oneOf: [...others, { $ref: '#/components/schemas/T' }] }
    const T = { type: 'object', required: ['a'] }
    expect(keywords(issues({ S, T }, {}))).toEqual(['/a required'])
  })

  it('reports oneOf itself where no branch is closest', () => {
    const S = {
      oneOf: [
        { type: 'object', required: ['a'] },
        { type: 'object', required: ['b'] },
      ],
    }
    expect(keywords(issues({ S }, {}))).toEqual([' oneOf'])
  })
})

describe('OpenAPI 3.0', () => {
  it('applies nullable with a type', () => {
    expect(issues({ S: { type: 'string', nullable: true } }, null)).toEqual([])
  })

  it('ignores nullable without a type', () => {
    expect(keywords(issues({ S: { nullable: true, allOf: [{ type: 'string' }] } }, null))).toEqual([' type'])
  })

  it('reports a contradiction where null fails because nullable has no effect', () => {
    const owner = { type: 'object', properties: { name: { type: 'string' } } }
    for (const vain of [
      { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] },
      { nullable: true, anyOf: [{ type: 'string' }, { type: 'number' }] },
      { nullable: true, type: 'string', enum: ['a', 'b'] },
      {
        oneOf: [
          { type: 'string', format: 'date', nullable: true },
          { type: 'object' },
          { type: 'number', nullable: true },
        ],
      },
    ]) {
      const S = { type: 'object', properties: { owner: vain } }
      const contradictions = (value: Json): readonly unknown[] =>
        issues({ S, Owner: owner }, { owner: value }).map(({ contradicts }) => contradicts)
      expect(new Set(contradictions(null))).toEqual(new Set([true]))
      expect(new Set(contradictions(true))).toEqual(new Set([undefined]))
    }
  })

  it('applies exclusiveMinimum as a boolean', () => {
    expect(keywords(issues({ S: { type: 'number', minimum: 0, exclusiveMinimum: true } }, 0))).toEqual([
      ' exclusiveMinimum',
    ])
  })

  it('ignores keywords beside a $ref', () => {
    expect(
      issues({ S: { $ref: '#/components/schemas/T', maxLength: 1 }, T: { type: 'string' } }, 'long'),
    ).toEqual([])
  })
})

describe('OpenAPI 3.1', () => {
  it('applies keywords beside a $ref', () => {
    const S = { $ref: '#/components/schemas/T', maxLength: 1 }
    expect(keywords(issues({ S, T: { type: 'string' } }, 'long', { version: '3.1' }))).toEqual([' maxLength'])
  })

  it('resolves $anchor, $id and recursion', () => {
    const S = { type: 'object', properties: { next: { $ref: '#node' } } }
    const T = { $anchor: 'node', type: 'object', required: ['v'], properties: { next: { $ref: '#node' } } }
    expect(keywords(issues({ S, T }, { next: { v: 1, next: {} } }, { version: '3.1' }))).toEqual([
      '/next/next/v required',
    ])
  })
})

describe('readOnly and writeOnly', () => {
  const S = {
    type: 'object',
    required: ['id', 'secret'],
    properties: { id: { $ref: '#/components/schemas/Id' }, secret: { type: 'string', writeOnly: true } },
  }
  const Id = { type: 'integer', readOnly: true }

  it('properties that are readOnly are optional in requests', () => {
    expect(issues({ S, Id }, { secret: 'x' }, { view: 'request' })).toEqual([])
  })

  it('properties that are writeOnly are optional in responses', () => {
    expect(issues({ S, Id }, { id: 1 }, { view: 'response' })).toEqual([])
  })

  it.each(['3.0', '3.1'] as const)('apply through allOf too, in %s', (version) => {
    const { required, properties } = S
    const all = {
      Base: { type: 'object', properties },
      Middle: { allOf: [{ $ref: '#/components/schemas/Base' }] },
      S: { allOf: [{ $ref: '#/components/schemas/Middle' }, { type: 'object' }], required },
      Id,
    }
    expect(issues(all, { secret: 'x' }, { view: 'request', version })).toEqual([])
    expect(issues(all, { id: 1 }, { view: 'response', version })).toEqual([])
    expect(keywords(issues(all, {}, { view: 'response', version }))).toEqual(['/id required'])
  })
})

describe('integers', () => {
  const S = { type: 'integer', format: 'int64' }

  it('int64 ranges from -2^63 to 2^63 - 1', () => {
    expect(issues({ S }, 2n ** 63n - 1n)).toEqual([])
    expect(issues({ S }, -(2n ** 63n))).toEqual([])
    expect(issues({ S }, 2n ** 63n)[0]?.message).toBe('9223372036854775808 must be a valid int64.')
    expect(keywords(issues({ S }, -(2n ** 63n) - 1n))).toEqual([' format'])
  })

  it('int32 ranges up to 2^31 - 1', () => {
    expect(issues({ S: { type: 'integer', format: 'int32' } }, 2147483647)).toEqual([])
    expect(keywords(issues({ S: { type: 'integer', format: 'int32' } }, 2147483648))).toEqual([' format'])
  })

  it('large integers are distinct in uniqueItems', () => {
    const list = { type: 'array', uniqueItems: true, items: { type: 'integer' } }
    expect(issues({ S: list }, [2n ** 60n, 2n ** 60n + 1n])).toEqual([])
    expect(keywords(issues({ S: list }, [2n ** 60n, 2n ** 60n]))).toEqual([' uniqueItems'])
  })

  it('0.07 is a multiple of 0.01', () => {
    expect(issues({ S: { type: 'number', multipleOf: 0.01 } }, 0.07)).toEqual([])
    expect(keywords(issues({ S: { type: 'number', multipleOf: 0.01 } }, 0.075))).toEqual([' multipleOf'])
  })
})

describe('formats', () => {
  it.each([
    ['date', '2024-02-29', '2023-02-29'],
    ['date-time', '2024-01-01T00:00:00Z', '2024-01-01 00:00:00Z'],
    ['date-time', '2016-12-31T23:59:60Z', '2016-12-31T12:00:60Z'],
    ['uuid', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3f2504e0-4f89-41d3-9a0c'],
    ['byte', 'aGk=', 'aGk'],
    ['email', 'a@example.com', 'a@'],
  ])('%s accepts %s and rejects %s', (format, good, bad) => {
    expect(issues({ S: { type: 'string', format } }, good)).toEqual([])
    expect(keywords(issues({ S: { type: 'string', format } }, bad))).toEqual([' format'])
  })

  it('an enum issue names the first of very many values', () => {
    const S = { enum: Array.from({ length: 1000 }, (_, index) => index) }
    const [issue] = issues({ S }, 'none')
    expect(issue?.message).toMatch(/^"none" must be one of 0, 1, 2, .*, 49, … \(950 more\)\.$/)
  })

  it.each([
    ['objects', (index: number) => ({ id: index, of: { name: `n${String(index)}` } })],
    ['scalars', (index: number) => index],
  ])('an enum of very many %s is matched by value', (_, valueAt) => {
    const S = { enum: Array.from({ length: 1000 }, (_each, index) => valueAt(index)) }
    const same = [valueAt(999), 7n, { of: { name: 'n7' }, id: 7n }]
    const accepted = same.map((value) => issues({ S }, value as Json).length === 0)
    expect(accepted).toEqual(_ === 'objects' ? [true, false, true] : [true, true, false])
    expect(keywords(issues({ S }, valueAt(1000)))).toEqual([' enum'])
  })

  it('a format issue is reported once, however often its schema applies', () => {
    const S = { allOf: [{ $ref: '#/components/schemas/T' }, { $ref: '#/components/schemas/T' }] }
    expect(keywords(issues({ S, T: { minimum: 1 } }, 0))).toEqual([' minimum'])
  })

  it('an unknown format is a note', () => {
    expect(issues({ S: { type: 'string', format: 'phone' } }, 'x')).toEqual([])
  })
})

describe('identical schemas', () => {
  it('are reported with their own locations', () => {
    const schema = { type: 'string', maxLength: 2 }
    const validator = createValidator(documentWith('3.1', { One: schema, Two: { ...schema } }))
    const placesOf = (name: string) =>
      validator
        .of(
          { schema, pointer: `#/components/schemas/${name}` },
          'request',
        )('abc')
        .map((issue) => issue.schema)
    expect(placesOf('One')).toEqual(['#/components/schemas/One/maxLength'])
    expect(placesOf('Two')).toEqual(['#/components/schemas/Two/maxLength'])
  })
})

describe.each([
  ['oneOf', 3],
  ['oneOf', 4_000],
  ['anyOf', 3],
  ['anyOf', 250],
])('%s of %i branches', (keyword, count) => {
  const S: Schema = {
    type: 'object',
    [keyword]: Array.from({ length: count }, (_, index) => ({
      required: [`a${String(index)}`],
      properties: { [`a${String(index)}`]: { type: 'integer' } },
    })),
  }
  const issuesOf = issuesBy({ S })

  it('accepts a value of one branch, first or last', () => {
    expect(issuesOf({ a0: 1 })).toEqual([])
    expect(issuesOf({ [`a${String(count - 1)}`]: 1 })).toEqual([])
  })

  it('rejects a value of no branch', () => {
    expect(keywords(issuesOf({ other: 1 }))).toEqual([` ${keyword}`])
  })

  it('rejects a value of two branches for oneOf only', () => {
    const violations = issuesOf({ a1: 1, a2: 1 })
    expect(keywords(violations)).toEqual(keyword === 'oneOf' ? [' oneOf'] : [])
    if (keyword === 'oneOf') expect(violations[0]?.message).toContain('matches several')
  })
})

it('reports an overlapping oneOf inside a branch as a contradiction', () => {
  const text = { type: 'string' }
  const tag = { oneOf: [{ required: ['name'] }, { required: ['name', 'colour'] }] }
  const S = {
    oneOf: ['shelf', 'box'].map((name) => ({ required: [name], properties: { [name]: text, tag } })),
  }
  const violations = issues({ S }, { shelf: 'top', tag: { name: 'a', colour: 'red' } })
  expect(violations.map(({ path, contradicts }) => [path, contradicts])).toEqual([['/tag', true]])
})

describe('a property forbidden by one schema of an allOf is a contradiction if another schema', () => {
  const text = { type: 'string' }
  it.each([
    ['describes it', { properties: { size: text } }, false],
    ['requires it', { required: ['size'] }, false],
    [
      'describes it while additionalProperties excludes it',
      { properties: { size: text } },
      { type: 'object' },
    ],
  ])('%s', (_, other, additionalProperties) => {
    const closed = { properties: { name: text }, additionalProperties }
    const S = { type: 'array', items: { allOf: [closed, other] } }
    const violations = issues({ S }, [{ name: 'Cup', size: 'L' }, { colour: 1 }])
    const contradictions = violations.map(({ path, contradicts }) => [path, contradicts])
    expect(contradictions).toContainEqual(['/0/size', true])
    expect(contradictions).toContainEqual(['/1/colour', undefined])
  })
})

describe('an enum whose values do not match its type', () => {
  const S = { type: ['object', 'number'], enum: ['S', 'M'] }

  it.each([['S'], ['XL'], [{ size: 'S' }], [7]])(
    'is reported as a contradiction for any value: %j',
    (value) => {
      const violations = issues({ S }, value)
      expect(new Set(violations.map(({ contradicts }) => contradicts))).toEqual(new Set([true]))
      expect(violations[0]?.message).toContain('the document contradicts itself')
    },
  )

  it('is no contradiction if one of its values matches', () => {
    const one = { ...S, enum: ['S', 3] }
    expect(issues({ S: one }, 3)).toEqual([])
    expect(issues({ S: one }, 'S').map(({ contradicts }) => contradicts)).toEqual([undefined])
  })
})

describe('an invalid schema', () => {
  it.each([
    [{ type: 'file' }],
    [{ type: 'string', minLength: 'three' }],
    [{ type: 'string', pattern: '(' }],
    [{ required: true, type: 'string' }],
    [{ $ref: '#/components/schemas/Missing' }],
    [{ $ref: '#/components/schemas/S' }],
    [{ enum: [] }],
    [{ properties: { ['__proto__']: { type: 'string' }, constructor: { type: 'string' } } }],
  ])('%j never throws and is otherwise applied', (S) => {
    expect(issues({ S: S }, 'anything')).toEqual([])
  })

  it('is reported with the invalid keyword', () => {
    const document = documentWith('3.0', { S: { type: 'string', minLength: 'three' } })
    const node = { schema: { type: 'string', minLength: 'three' }, pointer: '#/components/schemas/S' }
    expect(createValidator(document).problems(node, 'request')).toEqual([
      '#/components/schemas/S/minLength: "three" is not a valid value for \'minLength\'.',
    ])
  })

  it('may require a property called constructor', () => {
    const S = { type: 'object', required: ['constructor'] }
    expect(keywords(issues({ S }, {}))).toEqual(['/constructor required'])
  })

  it('may have a pattern that compiles only without the u flag', () => {
    expect(keywords(issues({ S: { type: 'string', pattern: String.raw`^[\w\-]+\@x$` } }, 'a b@x'))).toEqual([
      ' pattern',
    ])
  })
})

describe('unevaluatedProperties', () => {
  const named = { $ref: '#/components/schemas/Named' }
  const kindOf = (property: string): Schema => ({
    allOf: [named, { properties: { [property]: { type: 'string' } } }],
    unevaluatedProperties: false,
  })
  const schemas = {
    Named: { type: 'object', properties: { name: { type: 'string' } } },
    Cat: kindOf('fur'),
    Fish: kindOf('scales'),
    Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Fish' }] },
  }

  it('is evaluated for each value independently', () => {
    const validator = createValidator(documentWith('3.1', schemas))
    const accepts = (name: keyof typeof schemas, value: Json): boolean =>
      validator
        .of({ schema: schemas[name], pointer: `#/components/schemas/${name}` }, 'request')
        .accepts(value)
    const kinds = ['Cat', 'Fish', 'Pet'] as const
    const cat = { name: 'Minou', fur: 'grey' }
    const fish = { name: 'Wanda', scales: 'gold' }
    const both = { ...cat, ...fish }
    for (let round = 0; round < 2; round++) {
      expect(kinds.map((name) => accepts(name, cat))).toEqual([true, false, true])
      expect(kinds.map((name) => accepts(name, fish))).toEqual([false, true, true])
      expect(kinds.map((name) => accepts(name, both))).toEqual([false, false, false])
    }
  })
})
