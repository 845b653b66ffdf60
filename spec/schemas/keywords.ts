import { toPattern } from '../patterns/pattern.ts'
import { isObject } from '../util/object.ts'
import { isSchema } from './subschemas.ts'

/** A keyword by what its value holds: one schema, a list or map of schemas, or a plain value. */
export interface Keyword {
  readonly kind: 'schema' | 'schemas' | 'map' | 'value'
  readonly accepts: (value: unknown) => boolean
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')
const typeNames = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'])
const isTypeName = (value: unknown): boolean => typeof value === 'string' && typeNames.has(value)

const value = (accepts: Keyword['accepts']): Keyword => ({ kind: 'value', accepts })
const schema: Keyword = { kind: 'schema', accepts: isSchema }
const schemaList: Keyword = {
  kind: 'schemas',
  accepts: (list) => Array.isArray(list) && list.length > 0 && list.every(isSchema),
}
const schemaMap: Keyword = {
  kind: 'map',
  accepts: (map) => isObject(map) && Object.values(map).every(isSchema),
}

/**
 * The assertions and applicators of JSON Schema 2020-12, with the values they accept (core §10, validation §6), and the schema of
 * what a string holds, which is not validated (validation §8.5).
 */
export const keywords: Readonly<Record<string, Keyword>> = {
  type: value(
    (type) => isTypeName(type) || (Array.isArray(type) && type.length > 0 && type.every(isTypeName)),
  ),
  enum: value((list) => Array.isArray(list) && list.length > 0),
  const: value(() => true),
  multipleOf: value((divisor) => isNumber(divisor) && (divisor as number) > 0),
  maximum: value(isNumber),
  exclusiveMaximum: value(isNumber),
  minimum: value(isNumber),
  exclusiveMinimum: value(isNumber),
  maxLength: value(isCount),
  minLength: value(isCount),
  pattern: value((pattern) => typeof pattern === 'string' && toPattern(pattern) !== undefined),
  format: value((format) => typeof format === 'string'),
  maxItems: value(isCount),
  minItems: value(isCount),
  uniqueItems: value((flag) => typeof flag === 'boolean'),
  maxContains: value(isCount),
  minContains: value(isCount),
  maxProperties: value(isCount),
  minProperties: value(isCount),
  required: value(isNames),
  dependentRequired: value((map) => isObject(map) && Object.values(map).every(isNames)),
  allOf: schemaList,
  anyOf: schemaList,
  oneOf: schemaList,
  not: schema,
  if: schema,
  then: schema,
  else: schema,
  dependentSchemas: schemaMap,
  prefixItems: schemaList,
  items: schema,
  contains: schema,
  properties: schemaMap,
  patternProperties: {
    kind: 'map',
    accepts: (map) => schemaMap.accepts(map) && Object.keys(map as object).every(toPattern),
  },
  additionalProperties: schema,
  propertyNames: schema,
  contentSchema: schema,
  unevaluatedItems: schema,
  unevaluatedProperties: schema,
}

/** Whether the keyword constrains values and its own value is valid; any other keyword is ignored in validation. */
export function isKeywordValue(keyword: string, keywordValue: unknown): boolean {
  return Object.hasOwn(keywords, keyword) && keywords[keyword]?.accepts(keywordValue) === true
}
