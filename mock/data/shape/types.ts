import { equalJson } from '../../../spec/json.ts'
import type { Json } from '../../../spec/json.ts'
import type { TypeName } from '../../../spec/schemas/types.ts'
import { isObject } from '../../../spec/util/object.ts'
import { allowsNothing } from '../../../spec/validation/contradictions.ts'
import type { Keywords } from './converted.ts'

/** The types that all schemas allow, `null` last; undefined if there is no constraint. */
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

/** The type that keywords such as `properties` imply: documents often leave out `type`. */
function impliedTypes(keywords: readonly Keywords[]): readonly TypeName[] | undefined {
  const implication = implications.find(([, names]) =>
    keywords.some((each) => names.some((name) => Object.hasOwn(each, name))),
  )
  return implication && [implication[0]]
}

/** The values that all `enum` and `const` keywords allow; undefined if there are none. */
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
  // An `enum` whose values all contradict the declared type is more likely to be right than the type.
  const isDeclared = keywords.some((each) => Object.hasOwn(each, 'type')) && !keywords.some(allowsNothing)
  return first.filter(
    (value) =>
      others.every((list) => list.some((other) => equalJson(value, other))) &&
      (!isDeclared || types === undefined || types.some((type) => hasType(value, type))),
  )
}

/** Whether a value has a JSON Schema type. */
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
