import * as fc from 'fast-check'
import type { Json } from '../../../spec/json.ts'

type RandomSchema = Readonly<Record<string, unknown>> | boolean

const name = fc.constantFrom('a', 'b', 'c', 'kind')
const small = fc.integer({ min: 0, max: 4 })
const number = fc.constantFrom(-3, 0, 1, 2.5, 5, 10)
const value = fc.constantFrom<Json>(null, true, 0, 1, 2.5, 'a', 'bb', [], [1], {}, { a: 1 })

const optional = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(keywords, { requiredKeys: [], noNullPrototype: true })
const typed = (
  type: unknown,
  keywords: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<Record<string, unknown>> => optional(keywords).map((rest) => ({ type, ...rest }))

/** Schemas of 2020-12 with few names and small numbers, so that keywords meet; one may allow nothing at all. */
export const randomSchema: fc.Arbitrary<RandomSchema> = fc.letrec<{
  schema: RandomSchema
  leaf: RandomSchema
}>((tie) => {
  const names = fc.uniqueArray(name, { maxLength: 2 })
  const self = fc.constant({ $ref: '#/components/schemas/Subject' })
  const child = fc.oneof({ weight: 6, arbitrary: tie('schema') }, { weight: 1, arbitrary: self })
  const branches = fc.array(tie('schema'), { minLength: 1, maxLength: 3 })
  const leaf = fc.oneof(
    typed('integer', { minimum: number, maximum: number, multipleOf: fc.constantFrom(1, 2, 0.5, 3) }),
    typed('number', { minimum: number, exclusiveMaximum: number, multipleOf: fc.constantFrom(0.1, 0.25) }),
    typed('string', {
      minLength: small,
      maxLength: small,
      pattern: fc.constantFrom('^a', 'b$', '^[a-c]*$', '^\\d{2}$'),
    }),
    typed('string', { format: fc.constantFrom('date', 'uuid', 'email', 'ipv4') }),
    typed('boolean', {}),
    typed(['string', 'null'], { maxLength: small }),
    typed(['integer', 'array'], { minimum: number, maxItems: small }),
    fc.record({
      enum: fc.uniqueArray(value, {
        minLength: 1,
        maxLength: 4,
        selector: (member) => JSON.stringify(member),
      }),
    }),
    fc.record({ const: value }),
    fc.constant<RandomSchema>(true),
    fc.constant({}),
  )
  const object = typed('object', {
    properties: fc.dictionary(name, child, { maxKeys: 3, noNullPrototype: true }),
    required: names,
    additionalProperties: fc.oneof(fc.boolean(), tie('leaf')),
    minProperties: fc.integer({ min: 0, max: 2 }),
    maxProperties: small,
    propertyNames: fc.constantFrom({ maxLength: 1 }, { pattern: '^[a-k]' }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', '^k'), tie('leaf'), {
      maxKeys: 1,
      noNullPrototype: true,
    }),
    dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }),
    dependentSchemas: fc.dictionary(name, tie('schema'), { maxKeys: 1, noNullPrototype: true }),
    unevaluatedProperties: fc.oneof(fc.boolean(), tie('leaf')),
  })
  const array = typed('array', {
    items: child,
    prefixItems: fc.array(child, { minLength: 1, maxLength: 2 }),
    minItems: fc.integer({ min: 0, max: 2 }),
    maxItems: small,
    uniqueItems: fc.boolean(),
    contains: tie('leaf'),
    minContains: fc.integer({ min: 0, max: 2 }),
    maxContains: fc.integer({ min: 1, max: 3 }),
    unevaluatedItems: fc.oneof(fc.boolean(), tie('leaf')),
  })
  const combined = fc.oneof(
    fc.record({ allOf: branches }),
    fc.record({ anyOf: branches }),
    fc.record({ oneOf: branches }),
    fc.record({ not: tie('leaf') }),
    fc.record({ if: tie('leaf'), then: tie('leaf'), else: tie('leaf') }),
    fc.tuple(object, fc.record({ anyOf: branches })).map(([one, other]) => ({ ...one, ...other })),
    fc.tuple(object, fc.record({ oneOf: branches })).map(([one, other]) => ({ ...one, ...other })),
  )
  return {
    leaf,
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: leaf },
      { weight: 2, arbitrary: object },
      { weight: 2, arbitrary: array },
      { weight: 2, arbitrary: combined },
    ),
  }
}).schema

/** Plain values, to find one that a schema takes although none is said to exist. */
const scalars = [null, true, false, 0, 1, 2, 3, 5, 6, 10, 0.5, 2.5, -3, -4]
const texts = ['', 'a', 'b', 'ab', 'bb', 'abc', '12', '2024-02-29', '127.0.0.1', 'a@example.com']
const lists = [[], [0], [1, 2], [null], ['a'], [true, false], ['a', 1], [[], []], [{}, []]]
const objects = [
  {},
  { a: 1 },
  { a: 'a' },
  { b: 1 },
  { c: null },
  { a: 1, b: 1 },
  { a: {}, b: [] },
  { kind: 'a' },
  { d: 1 },
  { e: 'a', f: 'b' },
]
export const plainValues: readonly Json[] = [...scalars, ...texts, ...lists, ...objects]
