import addFormats, { type FormatsPlugin } from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Fake, createFake } from '../../../mock/data/fake.ts'
import type { Document } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import type { View } from '../../../spec/schema.ts'
import { createValidator } from '../../../spec/validate.ts'
import { documentOf, nodeOf } from './documents.ts'
import { schemaArbitrary } from './schemas.ts'

const now = new Date('2026-03-01T12:00:00Z')

function fakeOf(document: Document, seed: number | string = 1): Fake {
  return createFake({ document, validator: createValidator(document), seed, now })
}

interface Wish {
  readonly name?: string
  readonly parent?: string
  readonly key?: string
  readonly version?: string
  readonly view?: View
  readonly isSuccess?: boolean
  readonly others?: Record<string, unknown>
}

/** Generates a value of the schema. */
async function fake(schema: unknown, wish: Wish = {}): Promise<Json> {
  const { version, view = 'response', others, key = 'k', ...names } = wish
  const document = await documentOf({ ...others, S: schema }, version)
  return fakeOf(document).value(nodeOf(document, 'S'), view, { ...names, key })
}

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, logger: false })
;(addFormats as unknown as FormatsPlugin)(ajv)

/** The errors of ajv, called directly, for the value. */
function errors(schema: unknown, value: Json): unknown {
  const validate = ajv.compile(schema as object)
  return validate(value) ? null : validate.errors
}

describe('a generated value is valid', () => {
  it('for any satisfiable schema', async () => {
    await fc.assert(
      fc.asyncProperty(schemaArbitrary, fc.string(), async (schema, key) => {
        expect(errors(schema, await fake(schema, { key }))).toBeNull()
      }),
      { numRuns: 400 },
    )
  })

  it.each([
    ['bounds that allow one value', { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 6 }],
    ['a narrow range of fractions', { type: 'number', exclusiveMinimum: 0.001, maximum: 0.0015 }],
    ['multiples of a fraction', { type: 'number', multipleOf: 0.01, minimum: 0.07, maximum: 0.08 }],
    [
      'two multiples',
      {
        allOf: [
          { type: 'integer', multipleOf: 4 },
          { multipleOf: 6, minimum: 1 },
        ],
      },
    ],
    ['a large multiple', { type: 'integer', multipleOf: 100_000, minimum: 1 }],
    ['a negative range', { type: 'number', maximum: -5 }],
    ['a short email', { type: 'string', format: 'email', maxLength: 8 }],
    ['a long email', { type: 'string', format: 'email', minLength: 60 }],
    ['a short URI', { type: 'string', format: 'uri', maxLength: 5 }],
    ['a long URI', { type: 'string', format: 'uri', minLength: 200 }],
    ['base64 of some length', { type: 'string', format: 'byte', minLength: 30, maxLength: 40 }],
    ['a long instant', { type: 'string', format: 'date-time', minLength: 25, maxLength: 25 }],
    ['a date with a pattern', { type: 'string', format: 'date', pattern: '^20' }],
    ['two patterns', { type: 'string', allOf: [{ pattern: '^[a-z]+$' }, { pattern: '^.{5,9}$' }] }],
    ['emoji counted as one', { type: 'string', pattern: '^😀+$', minLength: 3, maxLength: 3 }],
    ['an empty string', { type: 'string', maxLength: 0 }],
    [
      'as many unique items as its enum has values',
      { type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 },
    ],
    ['unique booleans', { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 2 }],
    [
      'a closed tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }], items: false, minItems: 2 },
    ],
    [
      'contains',
      {
        type: 'array',
        items: { type: ['string', 'integer'] },
        contains: { type: 'integer', minimum: 7 },
        minContains: 2,
      },
    ],
    [
      'contains with maxContains',
      { type: 'array', minItems: 3, contains: { const: 1 }, maxContains: 1, items: { enum: [1, 2] } },
    ],
    [
      'dependentRequired',
      { type: 'object', properties: { a: {}, b: {} }, required: ['a'], dependentRequired: { a: ['b', 'c'] } },
    ],
    [
      'dependentSchemas',
      {
        type: 'object',
        properties: { a: {} },
        required: ['a'],
        dependentSchemas: { a: { required: ['z'] } },
      },
    ],
    ['propertyNames', { type: 'object', minProperties: 3, propertyNames: { pattern: '^x-[a-z]{4}$' } }],
    [
      'patternProperties alone',
      {
        type: 'object',
        minProperties: 2,
        patternProperties: { '^\\d{3}$': { type: 'integer' } },
        additionalProperties: false,
      },
    ],
    [
      'maxProperties',
      { type: 'object', properties: { a: {}, b: {}, c: {} }, required: ['c'], maxProperties: 2 },
    ],
    [
      'additionalProperties: false',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        unevaluatedProperties: false,
        minProperties: 1,
      },
    ],
    [
      'allOf of a closed and an open object',
      {
        allOf: [
          { properties: { a: { type: 'string' } }, additionalProperties: false },
          { properties: { b: {} } },
        ],
      },
    ],
    ['not with required', { type: 'object', properties: { a: {}, b: {} }, not: { required: ['a'] } }],
    ['not with const', { type: 'boolean', not: { const: true } }],
    [
      'if, then, else',
      {
        type: 'object',
        properties: { kind: { enum: ['a', 'b'] } },
        required: ['kind'],
        if: { properties: { kind: { const: 'a' } } },
        then: { required: ['x'] },
        else: { required: ['y'] },
      },
    ],
    [
      'one of two that overlap',
      {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ],
    [
      'any of with a common part',
      {
        required: ['id'],
        properties: { id: { type: 'integer' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    ],
    [
      'oneOf inside allOf inside anyOf',
      { anyOf: [{ allOf: [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, { type: 'integer' }] }] },
    ],
    [
      'a property named __proto__',
      { type: 'object', properties: JSON.parse('{"__proto__":{"type":"integer"}}'), required: ['__proto__'] },
    ],
    [
      'a property named constructor',
      {
        type: 'object',
        properties: { constructor: { type: 'string' } },
        required: ['constructor', 'toString'],
      },
    ],
    ['const objects', { const: { a: [1, null] } }],
    ['true', true],
    ['an empty schema', {}],
    ['a list of types', { type: ['null', 'array', 'boolean'] }],
  ])('with %s', async (_, schema) => {
    for (const key of ['1', '2', '3', '4', '5'])
      expect(errors(schema, await fake(schema, { key }))).toBeNull()
  })

  it.each([
    [
      'nullable and exclusive bounds',
      { type: 'integer', minimum: 3, exclusiveMinimum: true, maximum: 4, nullable: true },
      (value: Json) => value === 4 || value === null,
    ],
    [
      'keywords beside a $ref',
      { $ref: '#/components/schemas/Other', maxLength: 1 },
      (value: Json) => value === 'as it is',
    ],
  ])('in OpenAPI 3.0 with %s', async (_, schema, isRight) => {
    const value = await fake(schema, {
      version: '3.0.3',
      others: { Other: { type: 'string', enum: ['as it is'] } },
    })
    expect(value).toSatisfy(isRight)
  })

  it('with recursive references', async () => {
    const others = {
      Node: {
        type: 'object',
        required: ['name', 'children'],
        properties: {
          name: { type: 'string' },
          parent: { $ref: '#/components/schemas/Node' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
        },
      },
      Self: { $ref: '#/components/schemas/Self' },
      Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }, { type: 'integer' }] },
    }
    expect(await fake({ $ref: '#/components/schemas/Node' }, { others })).toEqual({
      name: expect.any(String),
      children: [],
    })
    expect(await fake({ $ref: '#/components/schemas/Loop' }, { others })).toEqual(expect.any(Number))
    await expect(fake({ $ref: '#/components/schemas/Self' }, { others })).resolves.toBeDefined()
  })

  it('as far as possible for a contradictory or infinitely recursive schema', async () => {
    const others = {
      Endless: {
        type: 'object',
        required: ['next'],
        properties: { next: { $ref: '#/components/schemas/Endless' } },
      },
    }
    await expect(fake({ $ref: '#/components/schemas/Endless' }, { others })).resolves.toBeDefined()
    await expect(fake({ type: 'string', minLength: 5, maxLength: 2 })).resolves.toBeDefined()
    await expect(fake({ type: 'object', required: ['a'], properties: { a: false } })).resolves.toBeDefined()
    await expect(fake({ type: 'integer', enum: ['x'] })).resolves.toBe('x')
  })

  it('and small for a schema that fans out without end', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`p${index}`, { $ref: `#/components/schemas/L${index}` }]),
    )
    const others = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `L${index}`,
        { type: 'object', properties: { ...wide, id: { type: 'integer' } } },
      ]),
    )
    const value = await fake({ $ref: '#/components/schemas/L0' }, { others })
    expect(JSON.stringify(value).length).toBeLessThan(40_000)
  })
})

it('leaves a derived list empty without changing the other values', async () => {
  const items = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } }
  const total = { type: 'integer', minimum: 100 }
  const page = { type: 'object', properties: { items, total, next: { type: 'string' } }, required: ['items'] }
  const document = await documentOf({ S: { type: 'object', properties: { page, items } } })
  const valueOf = async (open?: readonly string[]): Promise<unknown> =>
    fakeOf(document).value(nodeOf(document, 'S'), 'response', { key: 'k', ...(open && { open }) })
  const whole = (await valueOf()) as { page: { items: unknown[] } }
  expect(whole.page.items).not.toEqual([])
  expect(await valueOf(['page', 'items'])).toEqual({ ...whole, page: { ...whole.page, items: [] } })
})

describe('a schema whose variants are given only by its discriminator', () => {
  const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` })
  const heir = (base: string, name: string): object => ({
    allOf: [ref(base), { type: 'object', properties: { [name]: { type: 'integer' } }, required: [name] }],
  })
  const shape = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' } },
    discriminator: { propertyName: 'kind' },
  }
  const others = { Shape: shape, Circle: heir('Shape', 'radius'), Ring: heir('Circle', 'hole') }
  const mapped = {
    ...others,
    Shape: { ...shape, discriminator: { propertyName: 'kind', mapping: { round: ref('Circle').$ref } } },
  }
  const drawn = async (schema: unknown, given: object): Promise<ReadonlySet<string>> => {
    const keys = Array.from({ length: 12 }, (_, index) => String(index))
    const values = await Promise.all(keys.map((key) => fake(schema, { key, others: { ...given } })))
    return new Set(
      values.map((value) =>
        Object.values({ ...(value as object) })
          .map((part) => (typeof part === 'number' ? '#' : part))
          .join(),
      ),
    )
  }

  it('generates one of the schemas derived from it, with its name', async () => {
    expect(await drawn(ref('Shape'), others)).toEqual(new Set(['Circle,#', 'Ring,#,#']))
  })

  it('uses the name given in the mapping', async () => {
    expect(await drawn(ref('Shape'), mapped)).toEqual(new Set(['round,#', 'Ring,#,#']))
  })

  it('does not nest itself, whichever variant is chosen', async () => {
    const within = { kind: { type: 'string' }, next: ref('Shape') }
    const ring = { ...others, Shape: { ...shape, properties: within } }
    expect(await drawn(ref('Shape'), ring)).toEqual(new Set(['Circle,#', 'Ring,#,#']))
  })

  it('generates a base schema by its name even if it has variants of its own', async () => {
    const own = {
      type: 'object',
      required: ['kind', 'radius'],
      properties: { kind: { type: 'string' }, radius: { type: 'integer' } },
      discriminator: { propertyName: 'kind', mapping: { hollow: ref('Ring').$ref } },
    }
    const parted = {
      ...mapped,
      Shape: {
        ...shape,
        discriminator: {
          propertyName: 'kind',
          mapping: { round: ref('Circle').$ref, hollow: ref('Ring').$ref },
        },
      },
      Circle: { allOf: [ref('Shape'), own] },
    }
    expect(await drawn(ref('Circle'), parted)).toEqual(new Set(['round,#']))
    expect(await drawn(ref('Ring'), parted)).toEqual(new Set(['hollow,#,#']))
    expect(await drawn(ref('Shape'), parted)).toEqual(new Set(['round,#', 'hollow,#,#']))
  })

  it('ignores the discriminator where its property is not a string', async () => {
    const numbered = { ...others, Shape: { ...shape, properties: { kind: { type: 'integer' } } } }
    expect(await drawn(ref('Circle'), numbered)).toEqual(new Set(['#,#']))
  })

  it('uses its own name where it is requested directly', async () => {
    expect(await drawn(ref('Circle'), mapped)).toEqual(new Set(['round,#']))
    expect(await drawn(ref('Ring'), mapped)).toEqual(new Set(['Ring,#,#']))
  })
})

describe('hidden properties', () => {
  const schema = {
    type: 'object',
    required: ['id', 'secret'],
    properties: {
      id: { type: 'integer', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      name: { type: 'string' },
    },
  }

  it('are omitted: writeOnly in responses, readOnly in requests', async () => {
    expect(Object.keys((await fake(schema)) as object)).toEqual(['id', 'name'])
    expect(Object.keys((await fake(schema, { view: 'request' })) as object)).toEqual(['secret', 'name'])
  })
})

describe('the body of a successful response', () => {
  const message = { type: 'object', required: ['code'], properties: { code: { type: 'integer' } } }
  const schema = {
    type: 'object',
    required: ['errors', 'errorCode', 'errorMessage', 'status', 'ok', 'data'],
    properties: {
      ok: { type: 'boolean' },
      status: { enum: ['error', 'success'] },
      error: message,
      errors: { type: 'array', items: message },
      errorCode: { type: 'integer' },
      errorMessage: { type: 'string' },
      data: { type: 'object', required: ['errors'], properties: { errors: { type: 'integer', minimum: 1 } } },
    },
  }

  it('tells of success and of no errors', async () => {
    expect(await fake(schema, { isSuccess: true })).toMatchObject({
      ok: true,
      status: 'success',
      errors: [],
      errorCode: 0,
      errorMessage: '',
    })
    expect(await fake(schema, { isSuccess: true })).not.toHaveProperty('error')
  })

  it('has errors all the same where its schema requires some', async () => {
    const failing = {
      type: 'object',
      required: ['errors'],
      properties: { errors: { type: 'array', items: message, minItems: 1 } },
    }
    expect(await fake(failing, { isSuccess: true })).toEqual({
      errors: [{ code: expect.any(Number) as number }],
    })
  })
})

describe('values are deterministic', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string' },
      createdAt: { type: 'string', format: 'date-time' },
      tags: { type: 'array', items: { type: 'string' } },
    },
  }

  it('by key and seed, regardless of other values generated before', async () => {
    const document = await documentOf({ S: schema })
    const node = nodeOf(document, 'S')
    const [one, other] = [fakeOf(document), fakeOf(document)]
    const first = await one.value(node, 'response', { key: 'a' })
    const second = await one.value(node, 'response', { key: 'b' })
    expect(await other.value(node, 'response', { key: 'b' })).toEqual(second)
    expect(await other.value(node, 'response', { key: 'a' })).toEqual(first)
    expect(first).not.toEqual(second)
    expect(await fakeOf(document, 2).value(node, 'response', { key: 'a' })).not.toEqual(first)
  })

  it('and never change between releases', async () => {
    expect(await fake(schema, { key: 'release' })).toMatchInlineSnapshot(`
      {
        "createdAt": "2025-12-04T19:48:28Z",
        "id": "35cb16e0-3e74-4464-a949-8f9cff624a69",
        "name": "Sunny Lantern",
        "tags": [
          "steady",
          "sunny",
        ],
      }
    `)
  })

  it('and available synchronously once the data is loaded', async () => {
    const document = await documentOf({ S: schema })
    const generator = fakeOf(document)
    const node = nodeOf(document, 'S')
    expect(generator.value(node, 'response', { key: 'a' })).toBeInstanceOf(Promise)
    await generator.value(node, 'response', { key: 'a' })
    expect(generator.value(node, 'response', { key: 'a' })).not.toBeInstanceOf(Promise)
  })
})

describe('values are realistic', () => {
  const text = { type: 'string' }
  const integer = { type: 'integer' }

  it.each<[string, unknown, RegExp]>([
    ['email', text, /^\S+@example\.(?:com|org|net)$/],
    ['contactEmail', text, /@example\./],
    ['phoneNumber', text, /^\+\d{8,}/],
    ['zip_code', text, /^\d{5}$/],
    ['countryCode', text, /^[A-Z]{2}$/],
    ['country', { ...text, description: 'Two-letter country code' }, /^[A-Z]{2}$/],
    ['currency', text, /^[A-Z]{3}$/],
    ['website', text, /^https:\/\//],
    ['avatarUrl', text, /^https:\/\/images\.example\.com\/.+\.jpg$/],
    ['userId', text, /^[0-9a-f-]{36}$/],
    ['gid', { ...text, example: '12345' }, /^[0-9a-f-]{36}$/],
    ['created_at', text, /^202[56]-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
    ['last_edited_time', text, /^202[56]-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
    ['openingTime', text, /^\d\d:\d\d$/],
    ['birthday', text, /^(?:19|20)\d\d-\d\d-\d\d$/],
    ['ipAddress', text, /^192\.0\.2\.\d+$/],
    ['macAddress', text, /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/],
    ['slug', text, /^[a-z]+-[a-z]+$/],
    ['version', text, /^\d+\.\d+\.\d+$/],
    ['description', text, /^[A-Z].*[.!?]$/],
    ['latitude', { type: 'number' }, /^-?\d{1,2}(?:\.\d+)?$/],
    ['price', { type: 'number' }, /^\d+(?:\.\d{1,2})?$/],
    ['rating', { type: 'number', maximum: 5 }, /^[1-5](?:\.\d)?$/],
    ['totalItems', { type: 'number' }, /^\d+$/],
    ['cores', { type: 'number', example: 4 }, /^\d+$/],
    ['expiresAt', integer, /^1[78]\d{8}$/],
    ['year', integer, /^202[56]$/],
    ['deletedAt', { type: ['string', 'null'], format: 'date-time' }, /^null$/],
    ['plate', { type: 'string', example: 'B-AB 123' }, /^B-AB 123$/],
    ['status', { type: 'string', example: 'delivered' }, /^delivered$/],
  ])('%s', async (name, schema, looks) => {
    for (const key of ['1', '2', '3']) expect(plain(await fake(schema, { name, key }))).toMatch(looks)
  })

  it('and names match the kind of thing they name', async () => {
    const record = (name: string): Promise<Json> =>
      fake(
        { $ref: `#/components/schemas/${name}` },
        { key: 'x', others: { [name]: { type: 'object', required: ['name'], properties: { name: text } } } },
      )
    const [pet, user, product] = (await Promise.all(['Pet', 'User', 'Product'].map(record))) as {
      name: string
    }[]
    expect(pet?.name).toMatch(/^\S+$/)
    expect(user?.name).toMatch(/^\S+ \S+/)
    expect(product?.name).toMatch(/^\S+ \S+ \S+/)
  })

  it('and categories are not named like their members', async () => {
    const named = async (name: string): Promise<unknown> => {
      const record = { type: 'object', required: ['name'], properties: { name: text } }
      const value = await fake({ $ref: `#/components/schemas/${name}` }, { others: { [name]: record } })
      return (value as { readonly name: unknown }).name
    }
    const heading = await named('Thing')
    for (const name of ['UserGroup', 'AccountStageDto', 'ClientRoleV2', 'CustomerListResponse']) {
      expect(await named(name)).toBe(heading)
    }
    expect(await named('ProductCategory')).toBe(await named('Category'))
    expect(await named('GroupMember')).toBe(await named('UserDetails'))
  })

  it('and consistent within one object', async () => {
    const properties = {
      firstName: text,
      lastName: text,
      email: text,
      createdAt: text,
      updatedAt: text,
      deletedAt: text,
      startDate: text,
      endDate: text,
      startsAt: text,
      endsAt: text,
    }
    for (let key = 0; key < 50; key += 1) {
      const value = (await fake(
        { type: 'object', required: Object.keys(properties), properties },
        { key: String(key) },
      )) as Record<string, string>
      const {
        email = '',
        firstName = '',
        lastName = '',
        createdAt = '',
        updatedAt = '',
        deletedAt = '',
        startDate = '',
        endDate = '',
        startsAt = '',
        endsAt = '',
      } = value
      const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')
      expect([letters(firstName), letters(lastName)].some((name) => letters(email).includes(name))).toBe(true)
      expect([createdAt, updatedAt, deletedAt, timestampOf(now)]).toEqual(
        [createdAt, updatedAt, deletedAt, timestampOf(now)].sort(),
      )
      expect(startDate <= endDate).toBe(true)
      expect(startsAt <= endsAt).toBe(true)
    }
  })

  it('but always within the constraints', async () => {
    expect(await fake({ type: 'string', maxLength: 6 }, { name: 'description' })).toHaveProperty(
      'length',
      expect.toSatisfy((length: number) => length <= 6),
    )
    expect(await fake({ type: 'string', pattern: '^\\d{4}$' }, { name: 'email' })).toMatch(/^\d{4}$/)
    expect(await fake({ type: 'integer', minimum: 1000, maximum: 1001 }, { name: 'age' })).toBeOneOf([
      1000, 1001,
    ])
  })

  it('and have the discriminator of their variant', async () => {
    const others = {
      Pet: {
        type: 'object',
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'petType', mapping: { feline: '#/components/schemas/Cat' } },
      },
      Cat: { type: 'object', required: ['petType', 'lives'], properties: { petType: text, lives: integer } },
      Dog: { type: 'object', required: ['petType', 'bark'], properties: { petType: text, bark: text } },
    }
    for (let key = 0; key < 10; key += 1) {
      const pet = (await fake({ $ref: '#/components/schemas/Pet' }, { key: String(key), others })) as Record<
        string,
        unknown
      >
      expect(pet['petType']).toBe('lives' in pet ? 'feline' : 'Dog')
    }
  })
})

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function timestampOf(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z')
}

it('a list of choices has each of them once at most', async () => {
  const values = ['created', 'approved', 'paid']
  for (const key of Array.from({ length: 20 }, (_, index) => String(index))) {
    const chosen = (await fake({ type: 'array', items: { enum: values }, minItems: 1 }, { key })) as string[]
    expect(new Set(chosen).size).toBe(chosen.length)
  }
})
