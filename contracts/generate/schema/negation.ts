import type { Schema, SchemaNode } from '../../../spec/document.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { goalOf, isReal, synthetic, type Addition } from './goal.ts'
import { listOf, mapOf, schemaOf, shapeOf, sibling, type Context, type Fact } from './shape.ts'

/**
 * Ways to violate a schema, each of which satisfies its `not`: one or more for each keyword. Values are checked against the schema as
 * well, because violations of some keywords, such as `pattern`, cannot be constructed.
 */
export function negations(context: Context, node: SchemaNode): readonly Addition[] {
  const schema = isReal(node) ? node : resolveRef(context.document, node)
  const facts = [...shapeOf(context, goalOf([node])).facts.values()].flat()
  const never = isReal(schema) ? [schema] : []
  return facts.flatMap((fact) =>
    (breakers[fact.keyword]?.(fact) ?? []).map((way) => ({ parts: [synthetic(way)], never })),
  )
}

type Breaker = (fact: Fact) => readonly Schema[]

const kinds = ['null', 'boolean', 'object', 'array', 'number', 'string']

const type: Breaker = ({ value }) => {
  const given = new Set<string>(typeof value === 'string' ? [value] : (value as readonly string[]))
  return kinds.filter((kind) => !given.has(kind)).map((kind) => ({ type: kind }))
}

const number =
  (keyword: string): Breaker =>
  ({ value }) => [{ type: 'number', [keyword]: value }]
const anyOfType =
  (kind: string): Breaker =>
  () => [{ type: kind }]
const fewer =
  (kind: string, keyword: string): Breaker =>
  ({ value }) =>
    value === 0 ? [] : [{ type: kind, [keyword]: (value as number) - 1 }]
const more =
  (kind: string, keyword: string): Breaker =>
  ({ value }) => [{ type: kind, [keyword]: (value as number) + 1 }]
const not = ({ pointer }: SchemaNode): Schema => ({ not: { $ref: pointer } })

/** By keyword, schemas whose values usually violate it. */
const breakers: Readonly<Record<string, Breaker>> = {
  false: () => [true],
  type,
  enum: () => [true],
  const: () => [true],
  minimum: number('exclusiveMaximum'),
  maximum: number('exclusiveMinimum'),
  exclusiveMinimum: number('maximum'),
  exclusiveMaximum: number('minimum'),
  multipleOf: anyOfType('number'),
  minLength: fewer('string', 'maxLength'),
  maxLength: more('string', 'minLength'),
  pattern: anyOfType('string'),
  format: anyOfType('string'),
  minItems: fewer('array', 'maxItems'),
  maxItems: more('array', 'minItems'),
  uniqueItems: () => [{ type: 'array', minItems: 2 }],
  items: (fact) => [{ type: 'array', contains: not(schemaOf(fact)) }],
  contains: (fact) => [{ type: 'array', items: not(schemaOf(fact)) }],
  minProperties: fewer('object', 'maxProperties'),
  maxProperties: more('object', 'minProperties'),
  required: ({ value }) =>
    (value as readonly string[]).map((name) => ({ type: 'object', properties: { [name]: false } })),
  properties: (fact) =>
    mapOf(fact).map(([name, node]) => ({
      type: 'object',
      required: [name],
      properties: { [name]: not(node) },
    })),
  additionalProperties: () => [{ type: 'object', minProperties: 1 }],
  oneOf: (fact) => [{ allOf: listOf(fact).map(not) }],
  anyOf: (fact) => [{ allOf: listOf(fact).map(not) }],
  not: (fact) => [{ $ref: schemaOf(fact).pointer }],
  if: (fact) =>
    ['then', 'else'].flatMap((keyword) => {
      const consequence = sibling(fact, keyword)
      if (consequence === undefined) return []
      const condition = keyword === 'then' ? { $ref: schemaOf(fact).pointer } : not(schemaOf(fact))
      return [{ allOf: [condition, not(schemaOf({ ...fact, keyword }))] }]
    }),
  dependentSchemas: (fact) =>
    mapOf(fact).map(([name, node]) => ({ type: 'object', required: [name], allOf: [not(node)] })),
  prefixItems: (fact) =>
    listOf(fact).map((node, index) => ({
      type: 'array',
      minItems: index + 1,
      prefixItems: [...Array.from({ length: index }, () => true), not(node)],
    })),
  propertyNames: () => [{ type: 'object', minProperties: 1 }],
  dependentRequired: ({ value }) =>
    Object.entries(value as Readonly<Record<string, readonly string[]>>).flatMap(([name, others]) =>
      others.map((other) => ({ type: 'object', required: [name], properties: { [other]: false } })),
    ),
}
