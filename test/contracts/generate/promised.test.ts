import { describe, expect, it } from 'vitest'
import type { Carrier } from '../../../contracts/generate/generated-values.ts'
import { isImpossible } from '../../../contracts/generate/impossible.ts'
import { stringifyJson } from '../../../spec/json.ts'
import { workbench } from './document.ts'
import { hardSchemas } from './schemas.ts'

/** A long text is told by its beginning and its length. */
const shown = (text: string): string =>
  text.length > 100 ? `${text.slice(0, 80)}… (${String(text.length)} characters)` : text

/** Those of 3.0 are the same but for what only 3.0 has. */
const schemas = hardSchemas.filter(
  ({ version, name }) =>
    version === '3.1' || !hardSchemas.some((schema) => schema.version === '3.1' && schema.name === name),
)

const formats = (
  'date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference ' +
  'uri-template uuid byte binary base64 base64url regex json-pointer relative-json-pointer date-time-local time-local ' +
  'http-date int32 int64 uint32 uint64 double float decimal char phone password unknown'
).split(' ')

/** One keyword at a time, and two that meet. */
const plain: Readonly<Record<string, object>> = {
  ...Object.fromEntries(formats.map((format) => [`format ${format}`, { type: 'string', format }])),
  'a bound above an exclusive one': { type: 'number', minimum: 2, exclusiveMinimum: 1, maximum: 4 },
  'a bound below an exclusive one': { type: 'number', minimum: 1, exclusiveMinimum: 2, maximum: 4 },
  'a bound at an exclusive one': { type: 'number', maximum: 4, exclusiveMaximum: 4, minimum: 3 },
  'exclusive bounds alone': { type: 'number', exclusiveMinimum: -1, exclusiveMaximum: 1 },
  'multiples that meet far away': { type: 'integer', multipleOf: 3_000_000_019, minimum: 1 },
  'multiples of decimals': { type: 'number', multipleOf: 0.25, minimum: -1, maximum: 1 },
  'two multiples': { type: 'integer', allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], maximum: 100 },
  'branches of a pattern by length': {
    type: 'string',
    pattern: '^(?:ab|c{3,5}|d{9})$',
    minLength: 3,
    maxLength: 8,
  },
  'no item of a kind': {
    type: 'array',
    items: { type: 'integer' },
    not: { contains: { minimum: 5 } },
    minItems: 2,
  },
  'not a number': { type: ['string', 'number', 'null'], not: { type: 'number' } },
  'not required': { type: 'object', properties: { a: { type: 'integer' } }, not: { required: ['b'] } },
  'null or an enum': { type: ['string', 'null'], enum: ['a', 'b', null] },
  'few properties of many': {
    type: 'object',
    maxProperties: 2,
    properties: { a: { const: 1 }, b: { const: 2 }, c: { const: 3 } },
    dependentRequired: { a: ['b'] },
  },
  'some matches among items': {
    type: 'array',
    items: { type: 'integer', minimum: 0, maximum: 9 },
    contains: { minimum: 8 },
    minContains: 2,
    maxContains: 3,
    maxItems: 6,
  },
}

const inText: Readonly<Record<string, object>> = {
  'an integer': { type: 'integer', minimum: 1, maximum: 100 },
  'a number': { type: 'number', exclusiveMinimum: 0 },
  'a boolean': { type: 'boolean' },
  'one of a list': { type: 'string', enum: ['open', 'closed'] },
  'a date': { type: 'string', format: 'date' },
  'a text': { type: 'string', minLength: 2, maxLength: 5 },
  'a list of integers': { type: 'array', items: { type: 'integer', maximum: 3 }, minItems: 1, maxItems: 2 },
  'an object': {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer' } },
    additionalProperties: false,
  },
  'a text or null': { type: ['string', 'null'], pattern: '^[a-z]+$' },
}

/** All that is made of a schema, a line each. */
function describeValues(
  schema: Parameters<typeof workbench>[0],
  view: 'request' | 'response',
  as: Carrier,
): string {
  const { generator, node } = workbench(schema)
  const values = [1, 2].map((seed) => generator.valid(node, view, seed))
  const lines = [
    ...values.map((value) => `a value: ${isImpossible(value) ? value.reason : stringifyJson(value)}`),
    ...generator.boundaries(node, view, { as }).map(({ name, keyword }) => `an edge of ${keyword}: ${name}`),
    ...generator.violations(node, view, { as }).map(({ title, keyword }) => `against ${keyword}: ${title}`),
  ]
  return lines.map(shown).join('\n')
}

/**
 * What a seed gives is promised to whoever replays a finding, and a case keeps its name as long as it is the same: other
 * values than these are a change to be made on purpose (`vitest run -u`).
 */
describe('what is made of a schema stays the same', () => {
  it.each(schemas.map((schema) => [`${schema.version} ${schema.name}`, schema] as const))(
    '%s',
    (_, schema) => {
      expect(describeValues(schema, schema.view ?? 'request', 'json')).toMatchSnapshot()
    },
  )

  it.each(Object.entries(plain))('%s', (_, schema) => {
    expect(describeValues({ version: '3.1', schema }, 'request', 'json')).toMatchSnapshot()
  })

  it.each(Object.entries(inText))('%s in text', (_, schema) => {
    expect(describeValues({ version: '3.1', schema }, 'request', 'text')).toMatchSnapshot()
  })
})
