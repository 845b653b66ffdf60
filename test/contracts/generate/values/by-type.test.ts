import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isImpossible } from '../../../../contracts/generate/impossible.ts'
import type { Made } from '../../../../contracts/generate/values/checked.ts'
import { isString, lengthRange, strings } from '../../../../contracts/generate/values/strings.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import { workbench } from '../document.ts'
import { shapeFor } from '../shapes.ts'

type Components = Readonly<Record<string, unknown>>

function drawn<T>(arbitrary: Made<T>, numRuns: number): readonly T[] {
  if (isImpossible(arbitrary)) throw new Error(arbitrary.reason)
  return fc.sample(arbitrary, { seed: 5, numRuns })
}
function valuesOf(schema: object, components: Components = {}, numRuns = 100): readonly Json[] {
  const { generator, node } = workbench({ version: '3.1', schema, components })
  return drawn(generator.arbitrary(node, 'request'), numRuns)
}
function why(schema: object, components: Components = {}): string {
  const { generator, node } = workbench({ version: '3.1', schema, components })
  const arbitrary = generator.arbitrary(node, 'request')
  return isImpossible(arbitrary) ? arbitrary.reason.replace(/^[^:]*: /, '') : 'possible'
}
function typical(schema: object, components: Components = {}): Json {
  const { generator, node } = workbench({ version: '3.1', schema, components })
  const value = generator.typical(node, 'request')
  if (isImpossible(value)) throw new Error(value.reason)
  return value
}
const codePoints = (text: unknown): number => [...(text as string)].length
const sizes = (values: readonly unknown[]): ReadonlySet<number> =>
  new Set(
    values.map((value) =>
      typeof value === 'string' ? codePoints(value) : Object.keys(value as object).length,
    ),
  )
const range = (from: number, to: number): ReadonlySet<number> =>
  new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index))
const kinds = (values: readonly Json[]): ReadonlySet<string> =>
  new Set(values.map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)))

describe('strings', () => {
  const of = (schema: object, isTypical = false, numRuns = 200) =>
    drawn(strings(shapeFor(schema), isTypical), numRuns)

  it('have every requested length, in code points', () => {
    expect(
      lengthRange(shapeFor({ minLength: 2, maxLength: 9, allOf: [{ minLength: 3, maxLength: 7 }] })),
    ).toEqual([3, 7])
    expect(lengthRange(shapeFor({}))).toEqual([0, Infinity])
    expect(sizes(of({ minLength: 3, maxLength: 7 }))).toEqual(range(3, 7))
    expect(sizes(of({ minLength: 3 }))).toEqual(range(3, 19))
    expect(sizes(of({}))).toEqual(range(0, 16))
  })

  it('are words for typical values, if the length allows', () => {
    const words = (schema: object) => of(schema, true).filter((text) => /^[a-z]{3,8}$/.test(text)).length
    expect(words({})).toBeGreaterThan(180)
    expect(words({ maxLength: 4 })).toBeGreaterThan(150)
    expect(of({ maxLength: 2 }, true).filter((text) => /^[a-z]{2}$/.test(text)).length).toBeGreaterThan(150)
    expect(of({ minLength: 12 }, true).filter((text) => /^[a-z]{12}$/.test(text)).length).toBeGreaterThan(150)
    expect(of({}).filter((text) => /^[a-z]{3,8}$/.test(text)).length).toBeLessThan(20)
  })

  it('are mostly of ordinary characters, some not', () => {
    const characters = of({ minLength: 10, maxLength: 10 }).flatMap((text) => [...text])
    const unusual =
      characters.filter((character) => !/[a-zA-Z0-9]/.test(character)).length / characters.length
    expect([unusual > 0.03, unusual < 0.15]).toEqual([true, true])
  })

  it('shrink to ordinary characters', () => {
    const any = fc.check(
      fc.property(strings(shapeFor({ minLength: 2 })) as fc.Arbitrary<string>, () => false),
      { seed: 3 },
    )
    expect(any.counterexample).toEqual(['aa'])
  })

  it('repeat themselves when very long', () => {
    const [text = ''] = of({ minLength: 501 }, false, 1)
    expect(codePoints(text)).toBe(501)
    expect(sizes(of({ minLength: 500 }, false, 5)).has(501)).toBe(false)
    expect(of({ minLength: 600 }, false, 60).every((text) => codePoints(text) === 600)).toBe(true)
  })

  it('have a format and a length, or a pattern and a format', () => {
    const hosts = of({ format: 'hostname', maxLength: 14 })
    expect(hosts.every((text) => text.length <= 14 && text.endsWith('.example.com'))).toBe(true)
    expect(sizes(of({ format: 'date', minLength: 10, maxLength: 10 }))).toEqual(new Set([10]))
    const dates = of({ format: 'date', pattern: '^20[01]' })
    expect(dates.every((text) => /^20[01]\d-\d\d-\d\d$/.test(text))).toBe(true)
    const urls = of({ format: 'uri', pattern: '^https://' })
    expect(urls.every((text) => text.startsWith('https://example.com/'))).toBe(true)
    expect(
      of({ pattern: '^[a-c]{4}$', allOf: [{ pattern: '^a' }] }, false, 20).every((text) =>
        /^a[a-c]{3}$/.test(text),
      ),
    ).toBe(true)
  })

  it('are base64 with that encoding', () => {
    const isEncoded = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
    expect(of({ contentEncoding: 'base64' }).every(isEncoded)).toBe(true)
    const url = of({ contentEncoding: 'base64url' })
    expect(url.every((text) => /^[\w-]*$/.test(text))).toBe(true)
    expect(url.some((text) => text.includes('-')) && url.some((text) => text.includes('_'))).toBe(true)
    expect(of({ contentEncoding: 'gzip' }).every(isEncoded)).toBe(false)
  })

  it.each([
    [{ minLength: 3, maxLength: 2 }, 'minLength 3 is above maxLength 2'],
    [{ minLength: 1_000_001 }, 'a string of 1000001 characters is not made'],
    [{ format: 'date', maxLength: 9 }, 'no string of 0 to 9 characters was found for format date'],
    [
      { format: 'date', pattern: 'x' },
      'no string of 0 to Infinity characters was found for pattern x and format date',
    ],
  ])('are impossible in %j', (schema, reason) => {
    const arbitrary = strings(shapeFor(schema), false)
    expect(isImpossible(arbitrary) && arbitrary.reason).toBe(`#/components/schemas/Subject: ${reason}.`)
  })

  it.each([
    [{ minLength: 2, maxLength: 3 }, ['ab', '🙂🙂'], ['a', '🙂', 'abcd']],
    [{ pattern: '^a' }, ['a'], ['b']],
    [{ pattern: '^a', allOf: [{ pattern: 'b$' }] }, ['ab'], ['a', 'b']],
    [{ format: 'date' }, ['2024-01-01'], ['2024-13-01', '']],
  ])('are valid for %j or not', (schema, valid, others) => {
    expect(valid.filter((text) => !isString(shapeFor(schema), text))).toEqual([])
    expect(others.filter((text) => isString(shapeFor(schema), text))).toEqual([])
  })
})

describe('values of several types', () => {
  it('are of each declared type', () => {
    expect(kinds(valuesOf({ type: ['string', 'integer', 'null'] }))).toEqual(
      new Set(['string', 'number', 'null']),
    )
    expect(kinds(valuesOf({}))).toEqual(new Set(['string', 'number', 'boolean', 'null', 'object', 'array']))
  })

  it('are seldom null', () => {
    const nulls = valuesOf({ type: ['string', 'null'] }, {}, 300).filter((value) => value === null).length
    expect([nulls > 20, nulls < 120]).toEqual([true, true])
  })

  it.each([
    [{ properties: { a: true } }, 'object'],
    [{ required: ['a'] }, 'object'],
    [{ minProperties: 1 }, 'object'],
    [{ dependentRequired: { a: ['b'] } }, 'object'],
    [{ items: { type: 'integer' } }, 'array'],
    [{ uniqueItems: true }, 'array'],
    [{ contains: { const: 1 } }, 'array'],
    [{ minLength: 1 }, 'string'],
    [{ pattern: 'a' }, 'string'],
    [{ format: 'date' }, 'string'],
    [{ contentEncoding: 'base64' }, 'string'],
    [{ minimum: 1 }, 'number'],
    [{ multipleOf: 2 }, 'number'],
    [{ format: 'int32' }, 'number'],
    [{ format: 'double' }, 'number'],
  ])('are what the keywords of %j are about', (schema, kind) => {
    expect(kinds(valuesOf(schema, {}, 20))).toEqual(new Set([kind]))
  })

  it('are of another type if the implied one is impossible', () => {
    expect(kinds(valuesOf({ minLength: 3, maxLength: 2 })).has('string')).toBe(false)
    expect(kinds(valuesOf({ minLength: 3, maxLength: 2 })).size).toBeGreaterThan(3)
  })

  it('are the valid ones of an enum', () => {
    expect(
      new Set(valuesOf({ enum: ['a', 'bb', 1, null, 'ccc'], maxLength: 2, type: ['string', 'null'] })),
    ).toEqual(new Set(['a', 'bb', null]))
    expect(new Set(valuesOf({ enum: [1, 5, 'a', true], minimum: 3, type: ['integer', 'boolean'] }))).toEqual(
      new Set([5, true]),
    )
    expect(valuesOf({ enum: [{ a: 1 }, { b: 1 }, []], required: ['b'] }, {}, 40)).toEqual(
      expect.arrayContaining([{ b: 1 }, []]),
    )
    expect(valuesOf({ enum: [{ a: 1 }, { b: 1 }, []], required: ['b'] }, {}, 40)).not.toContainEqual({ a: 1 })
  })

  it.each([
    [{ enum: ['a'], minLength: 2 }, 'no value of its enum or const is valid'],
    [{ type: 'string', allOf: [{ type: 'null' }] }, 'its types exclude one another'],
    [{ allOf: [false] }, 'no value is allowed here'],
    [{ oneOf: [false, false] }, 'no value is allowed here'],
    [{ type: 'array', minItems: 3, maxItems: 2 }, 'minItems 3 is above maxItems 2'],
    [{ type: 'array', minItems: 10_001 }, 'an array of 10001 items is not made'],
    [{ type: 'object', minProperties: 3, maxProperties: 2 }, 'it asks for more than maxProperties 2'],
    [{ type: 'object', required: ['a', 'b'], maxProperties: 1 }, 'it asks for more than maxProperties 1'],
    [{ type: 'object', minProperties: 1001 }, 'an object of 1001 properties is not made'],
    [
      { type: 'object', minProperties: 2, properties: { a: true }, additionalProperties: false },
      'fewer than minProperties 2 properties can be made',
    ],
    [{ type: 'object', required: ['A'], propertyNames: { pattern: '^a$' } }, 'the name "A" is not allowed'],
    [{ $ref: '#/components/schemas/Endless' }, 'it contains itself without end'],
  ])('are impossible in %j', (schema, reason) => {
    const endless = {
      type: 'object',
      required: ['a'],
      properties: { a: { $ref: '#/components/schemas/Endless' } },
    }
    expect(why(schema, { Endless: endless })).toBe(`${reason}.`)
  })
})

describe('a typical value', () => {
  it('is a word, a small number, or an example of the document', () => {
    expect(typical({ type: 'string' })).toMatch(/^[a-z]{3,8}$/)
    const number = typical({ type: 'integer' }) as number
    expect([number >= 1, number <= 100]).toEqual([true, true])
    expect(typical({ type: 'string', example: 'Rex' })).toBe('Rex')
    expect(typical({ type: 'string', examples: ['Rex'] })).toBe('Rex')
    expect(typical({ type: 'integer', default: 70_000 })).toBe(70_000)
    expect(typical({ type: 'boolean', default: false })).toBe(false)
  })

  it('is neither an invalid example nor one with parts', () => {
    expect(typical({ type: 'string', example: 7 })).toMatch(/^[a-z]{3,8}$/)
    expect(typical({ type: 'string', maxLength: 3, example: 'abcd' })).not.toBe('abcd')
    expect(typical({ type: 'integer', example: 2e20 })).not.toBe(2e20)
    expect(typical({ type: 'array', items: { const: 1 }, example: [1, 1] })).toEqual([])
  })

  it('has only required parts', () => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, tags: { type: 'array' }, age: { type: 'integer' } },
    }
    expect(Object.keys(typical(schema) as object)).toEqual(['name'])
    expect(typical({ type: 'array', items: { type: 'string' } })).toEqual([])
    expect(typical({ type: 'array', items: { const: 1 }, minItems: 2 })).toEqual([1, 1])
  })

  it('is not null if avoidable, and the first branch of a choice', () => {
    expect(typical({ type: ['null', 'boolean'] })).toEqual(expect.any(Boolean))
    expect(typical({ oneOf: [{ const: 'first' }, { const: 'second' }] })).toBe('first')
    expect(typical({ oneOf: [false, { const: 'second' }] })).toBe('second')
  })
})

describe('arrays', () => {
  it('have each requested length, and a few items by default', () => {
    expect(sizes(valuesOf({ type: 'array', items: { type: 'null' }, minItems: 1, maxItems: 3 }))).toEqual(
      range(1, 3),
    )
    expect(sizes(valuesOf({ type: 'array', items: { type: 'null' } }))).toEqual(range(0, 3))
    expect(sizes(valuesOf({ type: 'array', items: { type: 'null' }, minItems: 2 }))).toEqual(range(2, 5))
    expect(valuesOf({ type: 'array', items: { type: 'null' }, maxItems: 0 }, {}, 5)).toEqual([
      [],
      [],
      [],
      [],
      [],
    ])
    expect(valuesOf({ type: 'array', items: false }, {}, 3)).toEqual([[], [], []])
  })

  it('have an item for each schema of a tuple, followed by others', () => {
    const pair = { type: 'array', prefixItems: [{ const: 'a' }, { const: 'b' }], items: { const: 'c' } }
    const values = valuesOf(pair)
    expect(new Set(values.map((value) => (value as string[]).join('')))).toEqual(
      new Set(['ab', 'abc', 'abcc', 'abccc']),
    )
    expect(new Set(valuesOf({ ...pair, maxItems: 1 }).map((value) => (value as string[]).join('')))).toEqual(
      new Set(['a']),
    )
    const impossible = { type: 'array', prefixItems: [{ const: 'a' }, false] }
    expect(new Set(valuesOf(impossible).map((value) => (value as string[]).join('')))).toEqual(new Set(['a']))
  })

  it('have unique items if required', () => {
    const three = { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true }
    const values = valuesOf(three) as readonly (readonly string[])[]
    expect(values.every((items) => new Set(items).size === items.length)).toBe(true)
    expect(sizes(values)).toEqual(range(0, 3))
    expect(sizes(valuesOf({ ...three, minItems: 3 }))).toEqual(new Set([3]))
    expect(why({ ...three, minItems: 4 })).toBe('no array was found that satisfies uniqueItems and contains.')
  })

  it('contain as many matching items as required, anywhere', () => {
    const some = { type: 'array', items: { type: 'integer', maximum: 9 }, contains: { const: 7 } }
    const counts = (schema: object) =>
      new Set(valuesOf(schema).map((items) => (items as Json[]).filter((item) => item === 7).length))
    expect(Math.min(...counts(some))).toBe(1)
    expect(counts({ ...some, minContains: 2, maxContains: 2 })).toEqual(new Set([2]))
    expect(counts({ ...some, minContains: 0, maxContains: 0 })).toEqual(new Set([0]))
    expect(new Set(valuesOf(some).map((items) => (items as Json[]).indexOf(7))).size).toBeGreaterThan(2)
    expect(counts({ ...some, minContains: 2, maxItems: 2 })).toEqual(new Set([2]))
  })

  it('contain them within a tuple that allows no more items', () => {
    const tuple = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }
    const values = valuesOf({ ...tuple, contains: { const: 7 } }) as readonly (readonly Json[])[]
    expect(values.every((items) => items[1] === 7)).toBe(true)
  })
})

describe('objects', () => {
  const keys = (values: readonly Json[]): ReadonlySet<string> =>
    new Set(values.map((value) => Object.keys(value as JsonObject).join('')))
  const one = { const: 1 }

  it('have required properties, and optional ones sometimes, in document order', () => {
    const schema = { type: 'object', properties: { a: one, b: one, c: one }, required: ['b'] }
    expect(keys(valuesOf(schema))).toEqual(new Set(['b', 'ab', 'bc', 'abc']))
  })

  it('have the required number of properties', () => {
    const three = { type: 'object', properties: { a: one, b: one, c: one } }
    expect(keys(valuesOf({ ...three, minProperties: 2 }))).toEqual(new Set(['ab', 'ac', 'bc', 'abc']))
    expect(keys(valuesOf({ ...three, maxProperties: 1 }))).toEqual(new Set(['a', 'b', 'c']))
    expect(sizes(valuesOf({ ...three, minProperties: 4, additionalProperties: one }, {}, 30)).has(3)).toBe(
      false,
    )
    expect(sizes(valuesOf({ type: 'object', minProperties: 5, maxProperties: 5 }, {}, 10))).toEqual(
      new Set([5]),
    )
  })

  it('have undeclared properties only if the schema mentions them, or declares none', () => {
    const named = { type: 'object', properties: { a: one } }
    expect(keys(valuesOf(named))).toEqual(new Set(['', 'a']))
    expect(keys(valuesOf({ ...named, additionalProperties: false }))).toEqual(new Set(['', 'a']))
    expect(keys(valuesOf({ ...named, additionalProperties: one })).size).toBeGreaterThan(4)
    expect(keys(valuesOf({ type: 'object', additionalProperties: one }))).toContain('alphabetagamma')
    expect(keys(valuesOf({ type: 'object', unevaluatedProperties: one })).size).toBeGreaterThan(4)
  })

  it('have allowed names', () => {
    const names = (schema: object) =>
      new Set(valuesOf(schema).flatMap((value) => Object.keys(value as JsonObject)))
    const patterned = names({
      type: 'object',
      patternProperties: { '^x-[a-z]$': one },
      additionalProperties: false,
    })
    expect(patterned.size).toBeGreaterThan(1)
    expect([...patterned].every((name) => /^x-[a-z]$/.test(name))).toBe(true)
    const listed = names({ type: 'object', propertyNames: { enum: ['p', 'q'] } })
    expect(listed).toEqual(new Set(['p', 'q']))
  })

  it('have the dependencies of a property', () => {
    const schema = {
      type: 'object',
      properties: { a: one, b: one, c: one },
      dependentRequired: { a: ['b'], b: ['c'] },
    }
    expect(keys(valuesOf(schema))).toEqual(new Set(['', 'c', 'bc', 'abc']))
    expect(keys(valuesOf({ ...schema, maxProperties: 2 }))).toEqual(new Set(['', 'c', 'bc']))
    expect(keys(valuesOf({ ...schema, required: ['a'] }))).toEqual(new Set(['abc']))
    expect(keys(valuesOf({ ...schema, properties: { a: one, b: one, c: false } }))).toEqual(new Set(['']))
  })

  it('have no hidden properties', () => {
    const { generator, node } = workbench({
      version: '3.1',
      schema: {
        type: 'object',
        properties: { id: { ...one, readOnly: true }, a: one, secret: { ...one, writeOnly: true } },
        required: ['id', 'secret'],
      },
    })
    const sent = (view: 'request' | 'response') => keys(drawn(generator.arbitrary(node, view), 50))
    expect(sent('request')).toEqual(new Set(['secret', 'asecret']))
    expect(sent('response')).toEqual(new Set(['id', 'ida']))
    const other = { schema: { const: 'other' }, pointer: '#/other' }
    expect(generator.valid(other, 'request', 1)).toBe('other')
  })
})
