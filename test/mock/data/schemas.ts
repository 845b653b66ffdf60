import * as fc from 'fast-check'

type Schema = Record<string, unknown>

/** Omits undefined members. */
const clean = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

const some = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

const names = ['id', 'name', 'email', 'createdAt', 'price', 'tags', 'a b', 'x-y', 'status', 'total']

const formats = [
  'date-time',
  'date',
  'time',
  'email',
  'uri',
  'uri-reference',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
  'duration',
  'json-pointer',
  'regex',
  'byte',
  'unheard-of',
]

const text = fc.oneof(
  fc
    .tuple(fc.nat(12), fc.nat(12), fc.boolean())
    .map(([minLength, more, isBounded]) =>
      clean({ type: 'string', minLength, maxLength: isBounded ? minLength + more : undefined }),
    ),
  fc.constantFrom(...formats).map((format) => ({ type: 'string', format })),
  fc
    .constantFrom('^[A-Z]{2,4}$', '^\\d+-\\d+$', '[aeiou]', '^(?=.*\\d)[a-z\\d]{4,}$', '^\\S+@\\S+$')
    .map((pattern) => ({ type: 'string', pattern })),
)

const number = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    minimum: some(fc.integer({ min: -1000, max: 1000 })),
    width: some(fc.integer({ min: 10, max: 500 })),
    multipleOf: some(fc.constantFrom(1, 2, 5, 0.5, 10)),
    open: fc.boolean(),
  })
  .map(({ type, minimum, width, multipleOf, open }) => {
    const maximum = width === undefined ? undefined : (minimum ?? 0) + width
    const bounds = open ? { exclusiveMinimum: minimum, exclusiveMaximum: maximum } : { minimum, maximum }
    return clean({
      type,
      ...bounds,
      multipleOf: maximum !== undefined && (width ?? 0) < 25 ? undefined : multipleOf,
    })
  })

const fixed = fc.oneof(
  fc.constantFrom(
    { type: 'boolean' },
    { type: 'null' },
    {},
    true,
    { type: ['string', 'null'] },
    { type: ['integer', 'boolean'] },
  ),
  fc
    .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), {
      minLength: 1,
      maxLength: 5,
    })
    .map((values) => ({ enum: values })),
  fc
    .jsonValue({ maxDepth: 2 })
    // ajv calls these members when it compares objects, and throws if they are not functions.
    .filter((value) => !/"(?:toString|valueOf)":/.test(JSON.stringify(value)))
    .map((value) => ({ const: value })),
  fc.string().map((value) => ({ type: 'string', not: { const: value } })),
)

/** Object schemas with required and optional properties and any other object keyword. */
const objectOf = (member: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> =>
  fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...names), member, { maxKeys: 5 }),
      required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
      additionalProperties: some(fc.oneof(member, fc.constant(false))),
      patternProperties: some(fc.constant({ '^x-': { type: 'integer' } })),
      dependent: some(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names))),
      minProperties: some(fc.nat(3)),
    })
    .map(({ properties, required, additionalProperties, patternProperties, dependent, minProperties }) => {
      const { 'x-y': _, ...others } = properties
      const isClosed = additionalProperties === false
      const known = Object.keys(others)
      return clean({
        type: 'object',
        properties: others,
        required: isClosed ? required.filter((name) => known.includes(name)) : required,
        additionalProperties,
        patternProperties,
        dependentRequired: dependent && !isClosed ? { [dependent[0]]: [dependent[1]] } : undefined,
        minProperties: isClosed ? undefined : minProperties,
      })
    })

const arrayOf = (member: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> =>
  fc.oneof(
    fc
      .record({ items: member, minItems: fc.nat(3), more: some(fc.nat(3)) })
      .map(({ items, minItems, more }) =>
        clean({ type: 'array', items, minItems, maxItems: more === undefined ? undefined : minItems + more }),
      ),
    fc
      .array(member, { minLength: 1, maxLength: 3 })
      .map((prefixItems) => ({ type: 'array', prefixItems, minItems: prefixItems.length, items: false })),
    fc.nat(5).map((minItems) => ({
      type: 'array',
      uniqueItems: true,
      minItems,
      items: { type: ['string', 'integer'] },
    })),
    fc.constant({ type: 'array', contains: { type: 'integer', minimum: 3 } }),
  )

const tagged = (member: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> =>
  fc.array(member, { minLength: 2, maxLength: 4 }).map((members) => ({
    oneOf: members.map((schema, index) => ({
      type: 'object',
      required: ['kind', 'value'],
      properties: { kind: { const: `kind ${String(index)}` }, value: schema },
    })),
  }))

const combined = (member: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> =>
  fc.oneof(
    fc.array(member, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    tagged(member),
    fc.tuple(member, member).map(([one, other]) => ({
      allOf: [
        { type: 'object', properties: { left: one }, required: ['left'] },
        { type: 'object', properties: { right: other } },
      ],
      unevaluatedProperties: false,
    })),
    fc.tuple(member, member).map(([then, otherwise]) => ({
      type: 'object',
      required: ['flag', 'value'],
      properties: { flag: { type: 'boolean' } },
      if: { properties: { flag: { const: true } } },
      then: { properties: { value: then } },
      else: { properties: { value: otherwise } },
    })),
    fc.constantFrom(
      { type: 'object', properties: { a: {}, b: {} }, not: { required: ['a', 'b'] } },
      {
        type: 'object',
        properties: { a: { type: 'integer' } },
        dependentSchemas: { a: { required: ['b'] } },
      },
      {
        oneOf: [
          { type: 'integer', multipleOf: 3 },
          { type: 'integer', multipleOf: 5 },
        ],
      },
    ),
  )

/** JSON Schemas 2020-12 that at least one value satisfies. */
export const schemaArbitrary: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    number,
    fixed,
    objectOf(tie('schema')),
    arrayOf(tie('schema')),
    combined(tie('schema')),
  ),
})).schema
