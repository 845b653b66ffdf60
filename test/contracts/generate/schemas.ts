import type { SpecVersion } from '../../../spec/document.ts'

/** Schemas that are hard to make values for, by a name that says why. */
export interface HardSchema {
  readonly version: SpecVersion
  readonly name: string
  readonly schema: unknown
  /** Component schemas it refers to. */
  readonly components?: Readonly<Record<string, unknown>>
  readonly view?: 'request' | 'response'
}

const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` })
const text = { type: 'string' }
const integer = { type: 'integer' }

const tree = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1 },
    children: { type: 'array', items: ref('Tree') },
    parent: ref('Tree'),
  },
}
const expression = {
  oneOf: [
    {
      type: 'object',
      required: ['op', 'left', 'right'],
      additionalProperties: false,
      properties: { op: { enum: ['+', '*'] }, left: ref('Expression'), right: ref('Expression') },
    },
    {
      type: 'object',
      required: ['value'],
      additionalProperties: false,
      properties: { value: { type: 'number' } },
    },
  ],
}
const animals = {
  Cat: {
    type: 'object',
    required: ['petType', 'lives'],
    properties: { petType: text, lives: { type: 'integer', minimum: 0, maximum: 9 } },
  },
  Dog: {
    type: 'object',
    required: ['petType', 'tricks'],
    properties: { petType: text, tricks: { type: 'array', items: { type: 'string', maxLength: 20 } } },
  },
}
const inherited = {
  Animal: {
    type: 'object',
    required: ['kind'],
    properties: { kind: text, age: { type: 'integer', minimum: 0 } },
    discriminator: { propertyName: 'kind', mapping: { bird: '#/components/schemas/Bird' } },
  },
  Bird: {
    allOf: [
      ref('Animal'),
      {
        type: 'object',
        required: ['wings'],
        properties: { wings: { type: 'integer', minimum: 2, maximum: 2 } },
      },
    ],
  },
}

const both: readonly Omit<HardSchema, 'version'>[] = [
  {
    name: 'a plain object',
    schema: {
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: { type: 'integer', format: 'int64', minimum: 1 },
        name: { type: 'string', minLength: 1, maxLength: 100 },
        status: { type: 'string', enum: ['available', 'pending', 'sold'] },
        price: { type: 'number', minimum: 0, multipleOf: 0.01 },
        tags: { type: 'array', items: text, uniqueItems: true, maxItems: 5 },
      },
    },
  },
  {
    name: 'a closed object',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['a'],
      properties: { a: integer, b: text, c: { type: 'boolean' } },
    },
  },
  {
    name: 'a map of bounded integers',
    schema: {
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 1, maximum: 5 },
      minProperties: 2,
      maxProperties: 4,
    },
  },
  { name: 'an object of anything', schema: { type: 'object' } },
  { name: 'anything', schema: {} },
  {
    name: 'at least two of three optional properties',
    schema: {
      type: 'object',
      minProperties: 2,
      additionalProperties: false,
      properties: { a: integer, b: text, c: { type: 'boolean' } },
    },
  },
  {
    name: 'at most one of three optional properties',
    schema: { type: 'object', maxProperties: 1, properties: { a: integer, b: text, c: { type: 'boolean' } } },
  },
  {
    name: 'more properties than it names',
    schema: { type: 'object', minProperties: 4, properties: { a: integer } },
  },
  { name: 'int64 at its ends', schema: { type: 'integer', format: 'int64', minimum: 9007199254740000 } },
  { name: 'int32', schema: { type: 'integer', format: 'int32' } },
  { name: 'an integer between fractions', schema: { type: 'integer', minimum: 0.5, maximum: 1.5 } },
  {
    name: 'an integer multiple of a fraction',
    schema: { type: 'integer', multipleOf: 1.5, minimum: 1, maximum: 10 },
  },
  { name: 'multiples of a cent', schema: { type: 'number', multipleOf: 0.01, minimum: 0.07, maximum: 0.29 } },
  { name: 'a narrow range of numbers', schema: { type: 'number', minimum: 1.2345, maximum: 1.2349 } },
  { name: 'a number that is far away', schema: { type: 'number', minimum: 1e12, maximum: 1e15 } },
  { name: 'a single number', schema: { type: 'number', minimum: 3, maximum: 3 } },
  {
    name: 'multiples of two numbers',
    schema: { type: 'integer', allOf: [{ multipleOf: 6 }, { multipleOf: 4 }], minimum: 1, maximum: 100 },
  },
  { name: 'a string of one length', schema: { type: 'string', minLength: 12, maxLength: 12 } },
  { name: 'an empty string', schema: { type: 'string', maxLength: 0 } },
  { name: 'a pattern', schema: { type: 'string', pattern: '^[A-Z]{2,3}-\\d{4}(?:/[a-z]+)?$' } },
  { name: 'a pattern without anchors', schema: { type: 'string', pattern: '\\d{3}' } },
  {
    name: 'a pattern that must be long',
    schema: { type: 'string', pattern: '^[a-z0-9-]+$', minLength: 40, maxLength: 63 },
  },
  {
    name: 'a pattern that must be short',
    schema: { type: 'string', pattern: '^([a-z]+\\.)*[a-z]+$', maxLength: 4 },
  },
  {
    name: 'a pattern of pairs of one length',
    schema: { type: 'string', pattern: '^(?:[0-9a-f]{2})+$', minLength: 7, maxLength: 9 },
  },
  {
    name: 'a pattern with lookaheads',
    schema: { type: 'string', pattern: '^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$' },
  },
  { name: 'a pattern with a negative lookahead', schema: { type: 'string', pattern: '^(?!admin)[a-z]{5}$' } },
  { name: 'a pattern with word borders', schema: { type: 'string', pattern: '\\bcat\\b' } },
  { name: 'a pattern of letters in any script', schema: { type: 'string', pattern: '^\\p{L}{2,5}$' } },
  { name: 'a pattern outside ASCII', schema: { type: 'string', pattern: '^[^\\x00-\\x7F]+$' } },
  { name: 'a pattern that only compiles without u', schema: { type: 'string', pattern: '^[\\w-.]+\\-x$' } },
  {
    name: 'a pattern that may be empty',
    schema: { type: 'string', pattern: '^$|^https?://[a-z]+\\.example$' },
  },
  { name: 'two patterns', schema: { allOf: [{ type: 'string', pattern: '^[a-z]+$' }, { pattern: 'x' }] } },
  { name: 'a pattern and a format', schema: { type: 'string', format: 'date', pattern: '^20[0-4]' } },
  { name: 'a format and a length', schema: { type: 'string', format: 'email', maxLength: 16 } },
  ...[
    'date',
    'date-time',
    'time',
    'duration',
    'uuid',
    'email',
    'uri',
    'uri-reference',
    'uri-template',
    'hostname',
    'ipv4',
    'ipv6',
    'byte',
    'regex',
    'json-pointer',
    'relative-json-pointer',
    'binary',
    'password',
    'x-own',
  ].map((format) => ({ name: `the format ${format}`, schema: { type: 'string', format } })),
  {
    name: 'unique items of a small enum',
    schema: { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 3 },
  },
  {
    name: 'unique booleans',
    schema: { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 2 },
  },
  {
    name: 'unique objects',
    schema: {
      type: 'array',
      uniqueItems: true,
      minItems: 2,
      maxItems: 4,
      items: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer', minimum: 1, maximum: 5 } },
      },
    },
  },
  { name: 'exactly three items', schema: { type: 'array', items: integer, minItems: 3, maxItems: 3 } },
  { name: 'an array of anything', schema: { type: 'array' } },
  {
    name: 'arrays of arrays',
    schema: {
      type: 'array',
      minItems: 1,
      items: { type: 'array', minItems: 1, items: { type: 'array', items: integer } },
    },
  },
  {
    name: 'allOf that overlap',
    schema: {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 1 } } },
        { type: 'object', required: ['b'], properties: { a: { maximum: 3 }, b: text } },
      ],
    },
  },
  {
    name: 'anyOf that require one of two',
    schema: {
      type: 'object',
      properties: { a: integer, b: text },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  },
  {
    name: 'oneOf that require one of two',
    schema: {
      type: 'object',
      properties: { a: integer, b: text },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  },
  {
    name: 'oneOf of overlapping numbers',
    schema: { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }] },
  },
  {
    name: 'oneOf of open objects',
    schema: {
      oneOf: [
        { type: 'object', properties: { a: text } },
        { type: 'object', properties: { b: integer } },
      ],
    },
  },
  { name: 'oneOf of multiples', schema: { type: 'integer', oneOf: [{ multipleOf: 3 }, { multipleOf: 5 }] } },
  {
    name: 'oneOf in oneOf',
    schema: {
      oneOf: [
        { type: 'string' },
        {
          oneOf: [
            { type: 'integer' },
            { type: 'array', items: { oneOf: [{ type: 'boolean' }, { type: 'integer' }] } },
          ],
        },
      ],
    },
  },
  {
    name: 'oneOf with a discriminator',
    schema: {
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: { propertyName: 'petType', mapping: { kitty: '#/components/schemas/Cat' } },
    },
    components: animals,
  },
  { name: 'a parent with a discriminator', schema: ref('Animal'), components: inherited },
  { name: 'a child of a parent with a discriminator', schema: ref('Bird'), components: inherited },
  { name: 'not a string', schema: { not: { type: 'string' } } },
  { name: 'not an enum', schema: { type: 'integer', minimum: 1, maximum: 3, not: { enum: [2] } } },
  {
    name: 'not both properties',
    schema: { type: 'object', properties: { a: integer, b: integer }, not: { required: ['a', 'b'] } },
  },
  { name: 'not a pattern', schema: { type: 'string', minLength: 1, not: { pattern: '^[a-m]' } } },
  {
    name: 'not this object',
    schema: {
      type: 'object',
      required: ['k'],
      properties: { k: { enum: ['x', 'y'] } },
      not: { properties: { k: { enum: ['x'] } } },
    },
  },
  { name: 'not in not', schema: { not: { not: { type: 'integer', minimum: 3 } } } },
  { name: 'a tree', schema: ref('Tree'), components: { Tree: tree } },
  { name: 'an expression', schema: ref('Expression'), components: { Expression: expression } },
  {
    name: 'a list that links itself',
    schema: ref('List'),
    components: {
      List: {
        type: 'object',
        required: ['value', 'next'],
        properties: {
          value: integer,
          next: { oneOf: [ref('List'), { type: 'object', additionalProperties: false, maxProperties: 0 }] },
        },
      },
    },
  },
  {
    name: 'mutual recursion',
    schema: ref('A'),
    components: {
      A: { type: 'object', required: ['bs'], properties: { bs: { type: 'array', items: ref('B') } } },
      B: { type: 'object', required: ['a'], properties: { a: ref('A'), other: ref('B') } },
    },
  },
  {
    name: 'a readOnly property in a request',
    schema: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer', readOnly: true }, name: text },
    },
  },
  {
    name: 'a writeOnly property in a response',
    view: 'response',
    schema: {
      type: 'object',
      required: ['password', 'name'],
      additionalProperties: false,
      properties: { password: { type: 'string', writeOnly: true }, name: text },
    },
  },
  {
    name: 'names that need escapes',
    schema: {
      type: 'object',
      required: ['a/b', 'm~n', '%20', ''],
      properties: {
        'a/b': integer,
        'm~n': text,
        '%20': { type: 'boolean' },
        '': { type: 'integer', minimum: 3 },
        constructor: text,
      },
    },
  },
  {
    name: 'keywords that make no sense',
    schema: {
      type: 'object',
      required: 'name',
      properties: {
        name: { type: 'string', minLength: -1, pattern: '(' },
        size: { type: 'integer', minimum: 'low' },
      },
    },
  },
  {
    name: 'an unresolved reference',
    schema: { type: 'object', properties: { lost: ref('Nowhere'), found: integer } },
  },
  { name: 'properties without a type', schema: { properties: { a: integer }, required: ['a'] } },
  {
    name: 'nested required objects',
    schema: {
      type: 'object',
      required: ['a'],
      properties: {
        a: {
          type: 'object',
          required: ['b'],
          properties: {
            b: {
              type: 'object',
              required: ['c'],
              properties: {
                c: {
                  type: 'array',
                  minItems: 1,
                  items: {
                    type: 'object',
                    required: ['d'],
                    properties: { d: { type: 'object', required: ['e'], properties: { e: integer } } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
]

const only30: readonly Omit<HardSchema, 'version'>[] = [
  {
    name: 'exclusive bounds as flags',
    schema: { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 4, exclusiveMaximum: true },
  },
  {
    name: 'exclusive bounds of a number',
    schema: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 0.01, exclusiveMaximum: true },
  },
  {
    name: 'nullable',
    schema: {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'string', nullable: true },
        b: { type: 'object', nullable: true, required: ['c'], properties: { c: integer } },
      },
    },
  },
  { name: 'nullable without a type', schema: { nullable: true, allOf: [{ type: 'string' }] } },
  {
    name: 'nullable with an enum that lacks null',
    schema: { type: 'string', nullable: true, enum: ['a', 'b'] },
  },
  {
    name: 'nullable with an enum that has null',
    schema: { type: 'string', nullable: true, enum: ['a', null] },
  },
  {
    name: 'siblings of a reference',
    schema: { $ref: '#/components/schemas/Name', maxLength: 1 },
    components: { Name: { type: 'string', minLength: 5 } },
  },
]

const only31: readonly Omit<HardSchema, 'version'>[] = [
  { name: 'a list of types', schema: { type: ['string', 'null'], minLength: 2 } },
  {
    name: 'three types',
    schema: {
      type: ['integer', 'string', 'array'],
      minimum: 5,
      minLength: 3,
      minItems: 1,
      items: { const: 1 },
    },
  },
  { name: 'const', schema: { const: { a: [1, 2.5, null], b: 'x' } } },
  {
    name: 'exclusive bounds as numbers',
    schema: { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 4 },
  },
  {
    name: 'siblings of a reference that count',
    schema: { $ref: '#/components/schemas/Name', maxLength: 6 },
    components: { Name: { type: 'string', minLength: 5 } },
  },
  {
    name: 'a tuple',
    schema: { type: 'array', prefixItems: [integer, text, { type: 'boolean' }], items: false, minItems: 3 },
  },
  {
    name: 'a tuple with more',
    schema: { type: 'array', prefixItems: [integer, text], items: { type: 'boolean' }, maxItems: 4 },
  },
  { name: 'a tuple that stops', schema: { type: 'array', prefixItems: [integer, false, text] } },
  {
    name: 'contains',
    schema: { type: 'array', items: { type: 'integer' }, contains: { minimum: 100 }, minContains: 2 },
  },
  {
    name: 'contains at most',
    schema: {
      type: 'array',
      items: { type: 'integer', minimum: 0, maximum: 9 },
      contains: { multipleOf: 2 },
      minContains: 1,
      maxContains: 2,
      minItems: 3,
      maxItems: 6,
    },
  },
  {
    name: 'contains in a tuple',
    schema: {
      type: 'array',
      prefixItems: [{ enum: [1, 2] }, { enum: [1, 2] }],
      items: false,
      contains: { const: 2 },
    },
  },
  {
    name: 'unique items with contains',
    schema: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: 20 },
      contains: { maximum: 3 },
      uniqueItems: true,
      minItems: 4,
    },
  },
  {
    name: 'patternProperties',
    schema: {
      type: 'object',
      patternProperties: { '^x-': { type: 'integer' }, '-y$': { minimum: 5 } },
      additionalProperties: false,
      minProperties: 1,
    },
  },
  {
    name: 'a property that matches a pattern',
    schema: {
      type: 'object',
      required: ['n1'],
      properties: { n1: { type: 'integer' } },
      patternProperties: { '^n\\d': { minimum: 7 } },
    },
  },
  {
    name: 'propertyNames',
    schema: {
      type: 'object',
      propertyNames: { pattern: '^[a-z]{3}$' },
      additionalProperties: integer,
      minProperties: 3,
    },
  },
  {
    name: 'propertyNames that forbid a property',
    schema: { type: 'object', properties: { long_name: text, ok: integer }, propertyNames: { maxLength: 2 } },
  },
  {
    name: 'propertyNames of an enum',
    schema: {
      type: 'object',
      propertyNames: { enum: ['red', 'green'] },
      additionalProperties: { type: 'integer' },
      minProperties: 2,
    },
  },
  {
    name: 'dependentRequired',
    schema: {
      type: 'object',
      properties: { card: text, address: text, city: text },
      dependentRequired: { card: ['address'], address: ['city'] },
      minProperties: 1,
    },
  },
  {
    name: 'dependentRequired of a required property',
    schema: {
      type: 'object',
      required: ['card'],
      properties: { card: text },
      dependentRequired: { card: ['address'] },
    },
  },
  {
    name: 'dependentSchemas',
    schema: {
      type: 'object',
      properties: { kind: text, size: integer },
      dependentSchemas: {
        kind: { required: ['size'], properties: { size: { minimum: 10 } } },
        size: { properties: { size: { maximum: 20 } } },
      },
    },
  },
  {
    name: 'if then else',
    schema: {
      type: 'object',
      required: ['country'],
      properties: { country: { enum: ['NL', 'US'] }, code: text },
      if: { properties: { country: { const: 'US' } } },
      then: { required: ['code'], properties: { code: { pattern: '^\\d{5}$' } } },
      else: { required: ['code'], properties: { code: { pattern: '^\\d{4}[A-Z]{2}$' } } },
    },
  },
  {
    name: 'if then of numbers',
    schema: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
      if: { minimum: 50 },
      then: { multipleOf: 10 },
      else: { multipleOf: 7 },
    },
  },
  {
    name: 'unevaluatedProperties over allOf',
    schema: {
      allOf: [{ type: 'object', properties: { a: integer } }, { properties: { b: text } }],
      required: ['a', 'b'],
      unevaluatedProperties: false,
    },
  },
  {
    name: 'unevaluatedProperties over oneOf',
    schema: {
      type: 'object',
      required: ['kind'],
      properties: { kind: text },
      oneOf: [
        { required: ['a'], properties: { kind: { const: 'a' }, a: integer } },
        { required: ['b'], properties: { kind: { const: 'b' }, b: text } },
      ],
      unevaluatedProperties: false,
    },
  },
  {
    name: 'unevaluatedProperties of a cousin',
    schema: {
      type: 'object',
      properties: { top: integer },
      allOf: [{ properties: { inner: text }, unevaluatedProperties: { type: 'boolean' } }],
    },
  },
  {
    name: 'unevaluatedProperties with a schema',
    schema: {
      type: 'object',
      properties: { a: text },
      unevaluatedProperties: { type: 'integer' },
      minProperties: 2,
    },
  },
  {
    name: 'unevaluatedItems',
    schema: {
      type: 'array',
      allOf: [{ prefixItems: [integer] }],
      prefixItems: [{ minimum: 3 }, text],
      unevaluatedItems: { type: 'boolean' },
      minItems: 3,
    },
  },
  {
    name: 'unevaluatedItems with contains',
    schema: {
      type: 'array',
      prefixItems: [text],
      contains: { type: 'integer' },
      unevaluatedItems: false,
      minItems: 3,
    },
  },
  {
    name: 'a dynamic reference',
    schema: ref('Node'),
    components: {
      Node: {
        $dynamicAnchor: 'node',
        type: 'object',
        required: ['data'],
        properties: { data: integer, children: { type: 'array', items: { $dynamicRef: '#node' } } },
      },
    },
  },
  {
    name: 'an anchor',
    schema: { type: 'object', required: ['p'], properties: { p: { $ref: '#positive' } } },
    components: { Positive: { $anchor: 'positive', type: 'integer', minimum: 1 } },
  },
  { name: 'a forbidden property', schema: { type: 'object', properties: { a: integer, gone: false } } },
  {
    name: 'a property of any value',
    schema: { type: 'object', required: ['any'], properties: { any: true } },
  },
  { name: 'base64 content', schema: { type: 'string', contentEncoding: 'base64', minLength: 8 } },
  {
    name: 'one of anyOf under unique items',
    schema: {
      type: 'array',
      uniqueItems: true,
      minItems: 2,
      items: { anyOf: [{ type: 'integer', minimum: 0, maximum: 1 }, { type: 'null' }] },
    },
  },
]

const as =
  (version: SpecVersion) =>
  (schema: Omit<HardSchema, 'version'>): HardSchema => ({ version, ...schema })

export const hardSchemas: readonly HardSchema[] = [
  ...[...both, ...only30].map(as('3.0')),
  ...[...both, ...only31].map(as('3.1')),
]

/** Schemas for which there is no value, and a word of the reason. */
export const impossibleSchemas: readonly (HardSchema & { readonly reason: RegExp })[] = [
  { version: '3.1', name: 'false', schema: false, reason: /no value is allowed/ },
  {
    version: '3.1',
    name: 'lengths that cross',
    schema: { type: 'string', minLength: 3, maxLength: 2 },
    reason: /minLength 3 is above maxLength 2/,
  },
  {
    version: '3.1',
    name: 'bounds that cross',
    schema: { type: 'integer', minimum: 3, maximum: 2 },
    reason: /no integer lies within/,
  },
  {
    version: '3.1',
    name: 'types that exclude one another',
    schema: { allOf: [{ type: 'string' }, { type: 'integer' }] },
    reason: /exclude one another/,
  },
  {
    version: '3.1',
    name: 'endless recursion',
    schema: ref('Endless'),
    components: { Endless: { type: 'object', required: ['next'], properties: { next: ref('Endless') } } },
    reason: /without end/,
  },
  {
    version: '3.1',
    name: 'a required property that is forbidden',
    schema: { type: 'object', required: ['a'], properties: { a: false } },
    reason: /no value is allowed/,
  },
  {
    version: '3.1',
    name: 'too many unique booleans',
    schema: { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 },
    reason: /uniqueItems/,
  },
  {
    version: '3.1',
    name: 'a back reference',
    schema: { type: 'string', pattern: '^(a+)b\\1$', minLength: 30, maxLength: 30 },
    reason: /pattern/,
  },
  {
    version: '3.1',
    name: 'no branch of oneOf',
    schema: { type: 'integer', oneOf: [{ minimum: 0 }, { minimum: 0 }], minimum: 5 },
    reason: /none of its schemas|no value was found/,
  },
  {
    version: '3.0',
    name: 'a closed object that must have more',
    schema: { type: 'object', additionalProperties: false, properties: { a: integer }, minProperties: 2 },
    reason: /minProperties/,
  },
]
