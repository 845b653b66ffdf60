import type { Json } from '../../../spec/json.ts'
import { canonicalJson } from '../../../spec/json/canonical.ts'
import type { TypeName } from '../../../spec/schemas/types.ts'
import { isInteger } from '../values/numbers.ts'
import { valuesOf, type Shape } from './shape.ts'

/** The types that all schemas of a shape allow, where `number` includes integers; undefined when none has `type`. */
export function declaredTypes(shape: Shape): readonly TypeName[] | undefined {
  const types = valuesOf(shape, 'type')
  const lists = types.map((type) => (typeof type === 'string' ? [type] : type))
  return lists.length === 0 ? undefined : lists.reduce(intersection)
}

/** The values that every `enum` and `const` allows, regardless of other keywords; undefined when there is neither. */
export function enumValues(shape: Shape): readonly Json[] | undefined {
  const lists = [...valuesOf(shape, 'enum'), ...valuesOf(shape, 'const').map((value) => [value])]
  const [first, ...others] = lists
  if (others.length === 0) return first
  const known = others.map((list) => new Set(list.map(canonicalJson)))
  return first?.filter((value) => known.every((texts) => texts.has(canonicalJson(value))))
}

/** The type of a value in JSON Schema. */
export function typeOf(value: Json): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isInteger(value)) return 'integer'
  return typeof value as TypeName
}

export function hasType(value: Json, kind: TypeName): boolean {
  const actual = typeOf(value)
  return actual === kind || (kind === 'number' && actual === 'integer')
}

function intersection(one: readonly TypeName[], other: readonly TypeName[]): readonly TypeName[] {
  const both = one.filter((kind) => other.includes(kind) || (kind === 'integer' && other.includes('number')))
  const isNarrowed = one.includes('number') && !other.includes('number') && other.includes('integer')
  return [...new Set([...both, ...(isNarrowed ? (['integer'] as const) : [])])]
}
