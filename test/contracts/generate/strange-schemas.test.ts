import { describe, expect, it } from 'vitest'
import { isImpossible } from '../../../contracts/generate/impossible.ts'
import { workbench } from './document.ts'

const self = { $ref: '#/components/schemas/Subject' }
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const nested = (levels: number): object =>
  levels === 0
    ? { type: 'integer' }
    : { type: 'object', required: ['a'], properties: { a: nested(levels - 1) } }

const strange: Readonly<Record<string, unknown>> = {
  'a reference to itself': self,
  'all of itself': { allOf: [self] },
  'one of itself, twice': { oneOf: [self, self] },
  'one of itself and a string': { oneOf: [self, { type: 'string' }] },
  'not itself': { not: self },
  'a condition of itself': { if: self, then: self, else: self },
  'a child that is all of a parent that is one of its children': {
    type: 'object',
    oneOf: [{ allOf: [self, { required: ['a'] }] }, { required: ['b'] }],
  },
  'an array that must hold itself': { type: 'array', items: self, minItems: 1 },
  'a billion items': { type: 'array', minItems: 1e9 },
  'a billion characters': { type: 'string', minLength: 1e9 },
  'a hundred thousand characters': { type: 'string', minLength: 100_000 },
  'a pattern that backtracks for ever': { type: 'string', pattern: '^(a+)+$', minLength: 40 },
  'a pattern of a million characters': { type: 'string', pattern: '^([a-z]{1000}){1000}$' },
  'a pattern with back references': { type: 'string', pattern: '^(a|b)\\1(?<x>c)\\k<x>$' },
  'sixty branches': {
    oneOf: many(60, (index) => ({
      type: 'object',
      required: ['k'],
      properties: { k: { const: `k${index}` } },
    })),
  },
  'a hundred million combinations of anyOf': {
    allOf: many(8, (one) => ({
      anyOf: many(10, (other) => ({ properties: { [`a${one}`]: { const: other } } })),
    })),
  },
  'many combinations of oneOf': {
    type: 'object',
    allOf: many(6, (one) => ({
      oneOf: many(6, (other) => ({ required: [`a${one}`], properties: { [`a${one}`]: { const: other } } })),
    })),
  },
  'two hundred properties': {
    type: 'object',
    properties: Object.fromEntries(many(200, (index) => [`p${index}`, { type: 'integer' }])),
  },
  'a tree of twenty children': {
    type: 'object',
    properties: Object.fromEntries(many(20, (index) => [`c${index}`, self])),
  },
  'fifty levels': nested(50),
  'more levels than are made': nested(80),
  'names of Object.prototype': JSON.parse(
    '{"type":"object","required":["__proto__","constructor"],"properties":{"__proto__":{"type":"integer"},"toString":{"type":"string"}}}',
  ) as object,
  'keywords of the wrong type': {
    type: 'banana',
    properties: 7,
    required: { a: 1 },
    allOf: {},
    oneOf: [],
    items: 3,
    enum: 'x',
    multipleOf: 0,
    discriminator: 5,
  },
  'a discriminator that leads nowhere': {
    discriminator: { propertyName: 5, mapping: { a: 7, b: '#/nowhere' } },
    oneOf: [{ $ref: '#/nowhere' }, { $ref: 5 }],
  },
  'a minimum beyond all integers': { type: 'integer', minimum: 1e308 },
  'multiples of next to nothing': { type: 'number', multipleOf: 1e-20, minimum: 0, maximum: 1e-10 },
  'multiples of three fractions': {
    type: 'number',
    allOf: [{ multipleOf: 0.37 }, { multipleOf: 0.0011 }, { multipleOf: 7 }],
  },
  'all doubles': { type: 'number', minimum: -1.7e308, maximum: 1.7e308 },
  'no double between two neighbours': {
    type: 'number',
    exclusiveMinimum: 1,
    exclusiveMaximum: 1.0000000000000002,
  },
  'four times not': {
    not: {
      not: {
        not: { not: { type: 'object', required: ['a'], properties: { a: { not: { type: 'string' } } } } },
      },
    },
  },
  'a text for a schema': 'text',
  'a list for a schema': [],
}

describe('strange schemas quickly give valid values or a reason', () => {
  it.each(Object.entries(strange))('%s', { timeout: 120_000 }, (_, schema) => {
    for (const version of ['3.0', '3.1'] as const) {
      const { generator, node, validator } = workbench({ version, schema })
      const validate = validator.of(node, 'request')
      const value = generator.valid(node, 'request', 1)
      if (!isImpossible(value)) expect(validate(value)).toEqual([])
      else expect(value.reason).toMatch(/^#\/.*\.$/)
      for (const boundary of generator.boundaries(node, 'request'))
        expect(validate(boundary.value)).toEqual([])
      for (const violation of generator.violations(node, 'request'))
        expect(validate(violation.value)).not.toEqual([])
    }
  })
})

describe('formats that are not asserted', () => {
  it.each([
    ['idn-email', /^\w+@example\.com$/],
    ['url', /^https:\/\/example\.com\/\w+$/],
    ['iri-reference', /^\/\w+$/],
    ['idn-hostname', /^\w+\.example\.com$/],
    ['base64url', /^[\w-]*$/],
    ['date-time-local', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/],
    ['time-local', /^\d\d:\d\d:\d\d$/],
    ['http-date', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/],
    ['int64', /^\d+$/],
    ['decimal', /^\d{1,2}\.5$/],
    ['char', /^[a-z]$/],
    ['phone', /^\+1555\d{7}$/],
  ])('%s still say what to put there', (format, expected) => {
    const { generator, node } = workbench({ version: '3.1', schema: { type: 'string', format } })
    for (let seed = 0; seed < 20; seed++) expect(generator.valid(node, 'request', seed)).toMatch(expected)
  })

  it('is base64 with that contentEncoding', () => {
    const { generator, node } = workbench({
      version: '3.1',
      schema: { type: 'string', contentEncoding: 'base64', minLength: 8 },
    })
    for (let seed = 0; seed < 20; seed++) {
      const text = generator.valid(node, 'request', seed) as string
      expect(Buffer.from(text, 'base64').toString('base64').length).toBe(text.length)
      expect(text.length).toBeGreaterThanOrEqual(8)
    }
  })
})
