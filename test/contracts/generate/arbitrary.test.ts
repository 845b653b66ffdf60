import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isImpossible } from '../../../contracts/generate/impossible.ts'
import { goalOf } from '../../../contracts/generate/schema/goal.ts'
import { createMaker } from '../../../contracts/generate/values/maker.ts'
import type { SchemaNode } from '../../../spec/document.ts'
import { stringifyJson, type Json, type JsonObject } from '../../../spec/json.ts'
import { workbench } from './document.ts'
import { hardSchemas, impossibleSchemas } from './schemas.ts'

const named = (name: string) =>
  hardSchemas.find((schema) => schema.name === name && schema.version !== '3.0')!

/** Values of a schema, always the same ones. */
function sample(schema: unknown, count = 200, version: '3.0' | '3.1' = '3.1'): readonly Json[] {
  const { generator, node } = workbench({ version, schema })
  const arbitrary = generator.arbitrary(node, 'request')
  if (isImpossible(arbitrary)) throw new Error(arbitrary.reason)
  return fc.sample(arbitrary, { seed: 11, numRuns: count })
}

describe('every value is valid', () => {
  it.each(hardSchemas.map((schema) => [`${schema.version} ${schema.name}`, schema] as const))(
    '%s',
    (_, schema) => {
      const { document, node, validator, generator } = workbench(schema)
      const view = schema.view ?? 'request'
      const validate = validator.of(node, view)
      const constructed = createMaker({ document, view }, validator).make(goalOf([node]))
      const arbitrary = generator.arbitrary(node, view)
      if (isImpossible(constructed) || isImpossible(arbitrary)) throw new Error('a schema with valid values')
      for (const value of fc.sample(constructed, { seed: 5, numRuns: 100 }))
        expect(validate(value)).toEqual([])
      for (const value of fc.sample(arbitrary, { seed: 6, numRuns: 100 })) expect(validate(value)).toEqual([])
    },
  )
})

describe('a schema without values', () => {
  it.each(impossibleSchemas.map((schema) => [schema.name, schema] as const))('%s is named', (_, schema) => {
    const { node, generator } = workbench(schema)
    const result = generator.arbitrary(node, 'request')
    expect(isImpossible(result) && result.reason).toMatch(schema.reason)
    expect(generator.valid(node, 'request', 1)).toBe(result)
    expect(generator.boundaries(node, 'request')).toEqual([])
    expect(generator.violations(node, 'request')).toEqual([])
  })

  it('is distinguished from a value that looks the same', () => {
    const { node, generator } = workbench({
      version: '3.1',
      schema: { const: { kind: 'impossible', reason: 'x' } },
    })
    expect(isImpossible(generator.valid(node, 'request', 1))).toBe(false)
  })
})

describe('seeds', () => {
  it('give the same value again, and different seeds another', () => {
    const { node, generator } = workbench(named('a plain object'))
    const values = [1, 1, 2, 3].map((seed) => stringifyJson(generator.valid(node, 'request', seed) as Json))
    expect(values[0]).toBe(values[1])
    expect(new Set(values).size).toBe(3)
  })

  it('give the same value whatever was generated before', () => {
    const schemas = hardSchemas.filter(({ name }) =>
      /tree|expression|recursion|oneOf|discriminator/.test(name),
    )
    for (const each of schemas) {
      const [fresh, used] = [workbench(each), workbench(each)]
      const inner = Object.entries(Object(used.document.root.components?.schemas) as object).reverse()
      for (const [name, schema] of inner as [string, SchemaNode['schema']][]) {
        used.generator.valid({ schema, pointer: `#/components/schemas/${name}` }, 'request', 9)
      }
      used.generator.violations(used.node, 'request')
      const valueOf = ({ generator, node }: typeof fresh): string =>
        stringifyJson([1, 2, 3].map((seed) => generator.valid(node, 'request', seed) as Json))
      expect(valueOf(used)).toBe(valueOf(fresh))
    }
  })
})

describe('shrinking', () => {
  /** The smallest value, as fast-check finds it, that has what is looked for. */
  function smallest(schema: unknown, isFound: (value: Json) => boolean, components = {}): Json {
    const { generator, node } = workbench({ version: '3.1', schema, components })
    const arbitrary = generator.arbitrary(node, 'request')
    if (isImpossible(arbitrary)) throw new Error(arbitrary.reason)
    const result = fc.check(
      fc.property(arbitrary, (value) => !isFound(value)),
      { seed: 3, numRuns: 2000 },
    )
    return result.counterexample![0]
  }

  it('ends at the smallest object that still has the property', () => {
    const { schema } = named('a plain object')
    expect(smallest(schema, (value) => 'price' in (value as JsonObject))).toEqual({
      id: 1,
      name: 'a',
      price: 0,
    })
  })

  it('ends at the smallest integer, the shortest string and the empty array', () => {
    expect(smallest({ type: 'integer', minimum: -50 }, (value) => (value as number) > 6)).toBe(7)
    expect(smallest({ type: 'string' }, (value) => (value as string).length > 2)).toBe('aaa')
    expect(
      smallest({ type: 'string', pattern: '^[A-Z]{2}\\d*$' }, (value) => (value as string).length > 3),
    ).toMatch(/^AA\d\d$/)
    expect(
      smallest({ type: 'array', items: { type: 'integer' } }, (value) => (value as Json[]).length > 1),
    ).toEqual([0, 0])
  })

  it('ends at the smallest tree of two levels', () => {
    const { schema, components } = named('a tree')
    const isNested = (value: Json): boolean =>
      (((value as JsonObject)['children'] as Json[] | undefined) ?? []).length > 0
    expect(smallest(schema, isNested, components)).toEqual({ name: 'a', children: [{ name: 'a' }] })
  })
})

describe('generated values', () => {
  it('has int64 beyond 2^53 as bigints, and small numbers, too', () => {
    const values = sample({ type: 'integer', format: 'int64' })
    expect(values.some((value) => typeof value === 'bigint')).toBe(true)
    expect(
      values.filter((value) => typeof value === 'number' && Math.abs(value) <= 1000).length,
    ).toBeGreaterThan(50)
  })

  it('stays within int32 without a range and format', () => {
    const values = sample({ type: 'integer' }) as number[]
    expect(values.every((value) => value >= -(2 ** 31) && value < 2 ** 31)).toBe(true)
  })

  it('counts lengths in code points', () => {
    const lengths = sample({ type: 'string', minLength: 3, maxLength: 4 }, 1000).map(
      (value) => value as string,
    )
    expect(lengths.some((text) => text.length > 4 && [...text].length <= 4)).toBe(true)
  })

  it('covers each value of an enum, each branch and null', () => {
    expect(new Set(sample({ enum: ['a', 'b', 3] }))).toEqual(new Set(['a', 'b', 3]))
    const kinds = new Set(
      sample({ oneOf: [{ type: 'integer' }, { type: 'boolean' }, { type: ['string', 'null'] }] }).map(
        (value) => (value === null ? 'null' : typeof value),
      ),
    )
    expect(kinds).toEqual(new Set(['number', 'boolean', 'string', 'null']))
  })

  it('has each optional property sometimes', () => {
    const values = sample(named('a closed object').schema) as JsonObject[]
    for (const name of ['b', 'c'])
      expect(new Set(values.map((value) => name in value))).toEqual(new Set([true, false]))
  })

  it('adds undeclared properties only if the schema mentions them', () => {
    const names = (schema: object): Set<string> =>
      new Set(sample(schema).flatMap((value) => Object.keys(value as object)))
    expect(names({ type: 'object', properties: { a: { type: 'integer' } } })).toEqual(new Set(['a']))
    expect(
      names({
        type: 'object',
        properties: { a: { type: 'integer' } },
        additionalProperties: { type: 'integer' },
      }).size,
    ).toBeGreaterThan(1)
    expect(names({ type: 'object' }).size).toBeGreaterThan(0)
  })

  it('leaves out readOnly properties of a request, writeOnly ones of a response', () => {
    const schema = {
      type: 'object',
      required: ['id', 'secret'],
      properties: { id: { type: 'integer', readOnly: true }, secret: { type: 'string', writeOnly: true } },
    }
    const { generator, node } = workbench({ version: '3.0', schema })
    expect(Object.keys(generator.valid(node, 'request', 1) as object)).toEqual(['secret'])
    expect(Object.keys(generator.valid(node, 'response', 1) as object)).toEqual(['id'])
  })

  it('names the branch in the discriminator', () => {
    const hardSchema = named('oneOf with a discriminator')
    const { generator, node } = workbench(hardSchema)
    for (let seed = 0; seed < 30; seed++) {
      const value = generator.valid(node, 'request', seed) as JsonObject
      expect(value['petType']).toBe('lives' in value ? 'kitty' : 'Dog')
    }
  })

  it('is a child of a parent with a discriminator', () => {
    const { generator, node } = workbench(named('a parent with a discriminator'))
    expect(generator.valid(node, 'request', 1)).toMatchObject({ kind: 'bird', wings: 2 })
  })

  it('stays small for recursive schemas', () => {
    for (const name of ['a tree', 'an expression', 'mutual recursion', 'anything']) {
      const { generator, node } = workbench(named(name))
      const arbitrary = generator.arbitrary(node, 'request')
      if (isImpossible(arbitrary)) throw new Error(arbitrary.reason)
      const sizes = fc
        .sample(arbitrary, { seed: 2, numRuns: 200 })
        .map((value) => stringifyJson(value).length)
      expect(Math.max(...sizes)).toBeLessThan(30_000)
    }
  })

  it('holds the bounds of 3.0 and of 3.1', () => {
    expect(
      new Set(
        sample(
          { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 4, exclusiveMaximum: true },
          100,
          '3.0',
        ),
      ),
    ).toEqual(new Set([2, 3]))
    expect(new Set(sample({ type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 4 }))).toEqual(
      new Set([2, 3]),
    )
    expect(new Set(sample({ type: 'integer', minimum: 0.5, maximum: 2.5 }))).toEqual(new Set([1, 2]))
    expect(new Set(sample({ type: 'number', multipleOf: 0.1, exclusiveMinimum: 0.1, maximum: 0.3 }))).toEqual(
      new Set([0.2, 0.3]),
    )
  })
})

describe('a typical value', () => {
  const typical = (schema: unknown): unknown => {
    const { generator, node } = workbench({ version: '3.1', schema })
    return generator.typical(node, 'request')
  }

  it('has required parts only, small and plain', () => {
    const value = typical(named('a plain object').schema) as { id: number; name: string }
    expect(Object.keys(value)).toEqual(['id', 'name'])
    expect(value.id).toBeLessThanOrEqual(100)
    expect(value.name).toMatch(/^[a-z]{3,8}$/)
  })

  it('uses valid examples and defaults of the document', () => {
    expect(typical({ type: 'string', example: 'EUR' })).toBe('EUR')
    expect(typical({ type: 'string', examples: ['EUR'], maxLength: 3 })).toBe('EUR')
    expect(
      typical({ type: 'object', required: ['n'], properties: { n: { type: 'integer', default: 20 } } }),
    ).toEqual({ n: 20 })
    expect(typical({ type: 'string', example: 'EUR', maxLength: 2 })).not.toBe('EUR')
    expect(typical({ type: 'integer', example: 'EUR' })).not.toBe('EUR')
  })

  it('is what boundaries and violations start from', () => {
    const { generator, node } = workbench(named('a plain object'))
    const value = generator.typical(node, 'request')
    expect(generator.boundaries(node, 'request')[0]!.value).toEqual(value)
  })

  it('is impossible if there is no value', () => {
    expect(isImpossible(typical(false))).toBe(true)
  })
})

it('makes a thousand values of an ordinary schema well within a second of CPU', () => {
  const { generator, node } = workbench(named('a plain object'))
  const arbitrary = generator.arbitrary(node, 'request')
  if (isImpossible(arbitrary)) throw new Error(arbitrary.reason)
  const before = process.cpuUsage()
  expect(fc.sample(arbitrary, { seed: 1, numRuns: 1000 })).toHaveLength(1000)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(600)
})
