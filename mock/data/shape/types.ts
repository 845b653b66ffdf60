import { allowsNothing } from '../../../spec/validation/contradictions.ts'
import { isObject } from '../../../spec/util/object.ts'
import { equalJson } from '../../../spec/json.ts'
import type { Json } from '../../../spec/json.ts'
import type { TypeName } from '../../../spec/schemas/types.ts'
import type { Keywords } from './converted.ts'

/** Undefined when nothing is said; `integer` is a `number` too. */
export function typesOf(keywords: readonly Keywords[]): readonly TypeName[] | undefined {
  const declared = keywords.flatMap(({ type }) => (type === undefined ? [] : [[type].flat() as TypeName[]]))
  const [first, ...others] = declared
  if (first === undefined) return impliedTypes(keywords)
  const both = others.reduce((left, right) => left.flatMap((type) => narrowed(type, right)), first)
  const unique = [...new Set(both)]
  return [...unique.filter((type) => type !== 'null'), ...unique.filter((type) => type === 'null')]
}

function narrowed(type: TypeName, others: readonly TypeName[]): readonly TypeName[] {
  if (others.includes(type)) return [type]
  if (type === 'integer' && others.includes('number')) return ['integer']
  return type === 'number' && others.includes('integer') ? ['integer'] : []
}

const implications: readonly (readonly [TypeName, readonly string[]])[] = [
  [
    'object',
    ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'propertyNames'],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

/** Documents that say `properties` mean an object. */
function impliedTypes(keywords: readonly Keywords[]): readonly TypeName[] | undefined {
  const found = implications.find(([, names]) =>
    keywords.some((each) => names.some((name) => Object.hasOwn(each, name))),
  )
  return found && [found[0]]
}

/** What `enum` and `const` leave; undefined when neither is there. */
export function valuesOf(
  keywords: readonly Keywords[],
  types: readonly TypeName[] | undefined,
): readonly Json[] | undefined {
  const lists = keywords.flatMap((each) => [
    ...(Object.hasOwn(each, 'const') ? [[each['const'] as Json]] : []),
    ...(Object.hasOwn(each, 'enum') ? [each['enum'] as readonly Json[]] : []),
  ])
  const [first, ...others] = lists
  if (first === undefined) return undefined
  // What is listed says more than a type that none of it has.
  const isDeclared = keywords.some((each) => Object.hasOwn(each, 'type')) && !keywords.some(allowsNothing)
  return first.filter(
    (value) =>
      others.every((list) => list.some((other) => equalJson(value, other))) &&
      (!isDeclared || types === undefined || types.some((type) => hasType(value, type))),
  )
}

/** Whether a value is of a type of JSON Schema. */
export function hasType(value: Json, type: TypeName): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value)
    case 'number':
      return typeof value === 'bigint' || typeof value === 'number'
    default:
      return typeof value === type
  }
}
