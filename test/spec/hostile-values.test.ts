import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { equalJson, type Json } from '../../spec/json.ts'
import { equalItems } from '../../spec/json/canonical.ts'
import { loadDocument } from '../../spec/load.ts'
import { createValidator, type ValidateSchema } from '../../spec/validate.ts'
import { quote } from '../../spec/validation/sentences.ts'

const schemas = {
  Tree: {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: {
          child: { $ref: '#/components/schemas/Tree' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
      },
    ],
  },
  Set: { type: 'array', uniqueItems: true },
  Digits: { type: 'array', items: { $ref: '#/components/schemas/Digit' } },
  Digit: { type: 'integer', maximum: 9 },
  Shape: { enum: ['none', { kind: 'point' }, [1, 2]] },
  Origin: { const: { x: 0, y: 0 } },
}

let check: (name: keyof typeof schemas) => ValidateSchema

beforeAll(async () => {
  const document = await loadDocument({
    openapi: '3.1.0',
    info: { title: 'Trees', version: '1' },
    paths: {},
    components: { schemas },
  })
  const validator = createValidator(document)
  check = (name) =>
    validator.of({ schema: schemas[name], pointer: `#/components/schemas/${name}` }, 'request')
})

describe('a value of a discriminated oneOf', () => {
  it.each<Json>([{ kind: 'point' }, [1, 2], 'none'])('is valid: %j', (value) => {
    expect(check('Shape')(value)).toEqual([])
  })

  it.each<Json>([{ kind: 'line' }, { kind: 'point', more: 1 }, [2, 1], null])('is invalid: %j', (value) => {
    expect(check('Shape')(value)).toEqual([
      expect.objectContaining({ path: '', keyword: 'enum', schema: '#/components/schemas/Shape/enum' }),
    ])
  })

  it.each<Json>([{ toString: 1 }, { valueOf: {} }, { constructor: 1 }])(
    'is validated beyond its discriminator: %j',
    (value) => {
      expect(check('Shape')(value)).toHaveLength(1)
      expect(check('Origin')(value)).toHaveLength(1)
    },
  )

  it('can have its members in any order', () => {
    expect(check('Origin')({ y: 0, x: 0 })).toEqual([])
  })
})

const nested = (depth: number): Json => {
  let value: Json = 5
  for (let level = 0; level < depth; level++) value = { child: value }
  return value
}

describe('a value designed to take long', () => {
  it('with many different items is compared in one pass', () => {
    const items = Array.from({ length: 50_000 }, (_, index) => ({ index }))
    expect(check('Set')(items)).toEqual([])
    expect(check('Set')([...items, { index: 7 }])).toEqual([
      expect.objectContaining({
        schema: '#/components/schemas/Set/uniqueItems',
        message: expect.stringContaining('(7 and 50000)'),
      }),
    ])
  })

  it('with many different integers beyond 2^53 is compared in one pass', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => 2n ** 60n + BigInt(index))
    expect(check('Set')(items)).toEqual([])
  })

  it('with many levels of a recursive oneOf is reported by its innermost violation', () => {
    expect(check('Tree')(nested(25))).toEqual([
      expect.objectContaining({ path: '/child'.repeat(25), keyword: 'anyOf' }),
    ])
  })

  it('with hundreds of levels of a recursive oneOf is still rejected', () => {
    expect(check('Tree')(nested(500))).not.toEqual([])
  })

  it('with more invalid items than are reported is rejected', () => {
    const wrong = Array.from({ length: 100_000 }, () => 10)
    expect(check('Digits')(wrong)).toHaveLength(10_000)
    expect(check('Tree')({ children: wrong })).not.toEqual([])
  })

  it('is quoted without being serialized', () => {
    expect(quote([1, { a: 'x'.repeat(1_000_000) }])).toBe(`[1,{"a":"${'x'.repeat(50)}…`)
    expect(quote(Array.from({ length: 100_000 }, () => 0))).toBe(`[${'0,'.repeat(29)}…`)
  })
})

it('finds the same duplicates as pairwise comparison', () => {
  const item = fc.oneof(
    fc.constantFrom<Json>(0, -0, 1, 1n, 2n ** 60n, 2 ** 60, 1e300, '1', null, true),
    fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json),
  )
  fc.assert(
    fc.property(fc.array(item, { maxLength: 6 }), (items) => {
      const hasEqual = items.some((one, index) =>
        items.slice(0, index).some((other) => equalJson(one, other)),
      )
      expect(equalItems(items) !== undefined).toBe(hasEqual)
    }),
    { seed: 1, numRuns: 500 },
  )
})
