import * as fc from 'fast-check'
import type { Json } from '../../../spec/json.ts'
import type { TypeName } from '../../../spec/schemas/types.ts'
import { impossible, isImpossible } from '../impossible.ts'
import { isReal, placeOf } from '../schema/goal.ts'
import type { BuildContext } from '../schema/members.ts'
import { factsOf, valuesOf, type Shape } from '../schema/shape.ts'
import { declaredTypes, enumValues, hasType } from '../schema/types-and-enums.ts'
import { arrays } from './arrays.ts'
import { checked, trials, type Made } from './checked.ts'
import { integers, isNumber, numbers } from './numbers.ts'
import { objects } from './objects.ts'
import { isString, strings } from './strings.ts'

const allTypes: readonly TypeName[] = ['string', 'number', 'boolean', 'null', 'object', 'array']

/** Keywords that apply to one type only: a schema without `type` that has them is probably meant for that type. */
const implying: readonly (readonly [TypeName, readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'dependentSchemas',
      'unevaluatedProperties',
    ],
  ],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'contentEncoding']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]
const numericFormats = new Set(['int32', 'int64', 'float', 'double'])

/** Values of a shape whose choices have all been made. */
export function values(shape: Shape, build: BuildContext): Made<Json> {
  const made = listed(shape, build) ?? likeExamples(shape, build, ofTypes(shape, build))
  const { never } = shape.goal
  if (isImpossible(made) || never.length === 0) return made
  const accepts = (value: Json): boolean => !never.some((node) => build.accepts(node, value))
  const kept = checked(
    made,
    accepts,
    placeOf(shape.goal),
    `no value was found that does not match ${never.map(({ pointer }) => pointer).join(', ')}`,
  )
  if (isImpossible(kept)) build.effort.spend(trials * judging)
  return kept
}

/** The effort of validating one value. */
const judging = 12

/** The valid values of `enum` and `const`; undefined when a shape has neither. */
export function listedValues(shape: Shape, build: BuildContext): readonly Json[] | undefined {
  return enumValues(shape)?.filter((value) => fits(shape, build, value))
}

function listed(shape: Shape, build: BuildContext): Made<Json> | undefined {
  const found = listedValues(shape, build)
  if (!found) return undefined
  return found.length === 0
    ? impossible(placeOf(shape.goal), 'no value of its enum or const is valid')
    : anyItem(found)
}

/** More values than a function call can take as arguments. */
const manyValues = 10_000

function anyItem(values: readonly Json[]): fc.Arbitrary<Json> {
  if (values.length <= manyValues) return fc.constantFrom(...values)
  return fc.nat(values.length - 1).map((index) => values[index] ?? null)
}

/** For minimal values, prefers the examples of the document. */
function likeExamples(shape: Shape, build: BuildContext, made: Made<Json>): Made<Json> {
  if (!build.isLeast || isImpossible(made)) return made
  const given = ['example', 'examples', 'default'].flatMap((keyword) =>
    factsOf(shape, keyword).flatMap(({ value }) => value),
  )
  const examples = given.filter((value) => isScalar(value) && fits(shape, build, value)) as Json[]
  return examples.length === 0
    ? made
    : fc.oneof({ weight: 60, arbitrary: fc.constantFrom(...examples) }, made)
}

function isScalar(value: unknown): value is string | number | boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
  )
}

function fits(shape: Shape, build: BuildContext, value: Json): boolean {
  if (declaredTypes(shape)?.some((kind) => hasType(value, kind)) === false) return false
  if (typeof value === 'string') return isString(shape, value)
  if (typeof value === 'number' || typeof value === 'bigint') return isNumber(shape, value)
  return (
    typeof value !== 'object' ||
    value === null ||
    shape.goal.parts.filter(isReal).every((node) => build.accepts(node, value))
  )
}

function ofTypes(shape: Shape, build: BuildContext): Made<Json> {
  const declared = declaredTypes(shape)
  if (declared?.length === 0) return impossible(placeOf(shape.goal), 'its types exclude one another')
  const meant = impliedTypes(shape)
  if (declared || meant.length === 0) return anyOf(declared ?? allTypes, shape, build)
  const made = anyOf(meant, shape, build)
  return isImpossible(made)
    ? anyOf(
        allTypes.filter((kind) => !meant.includes(kind)),
        shape,
        build,
      )
    : made
}

/** The types that a schema without `type` is probably meant for. */
function impliedTypes(shape: Shape): readonly TypeName[] {
  const kinds = implying.flatMap(([kind, keywords]) =>
    keywords.some((keyword) => factsOf(shape, keyword).length > 0) ? [kind] : [],
  )
  const formats = valuesOf(shape, 'format').map((format): TypeName =>
    numericFormats.has(format) ? 'number' : 'string',
  )
  return [...new Set([...kinds, ...formats])]
}

function anyOf(kinds: readonly TypeName[], shape: Shape, build: BuildContext): Made<Json> {
  const isOneEnough = build.isLeast && shape.goal.never.length === 0
  const made: [TypeName, fc.Arbitrary<Json>][] = []
  let failure: Made<Json> | undefined
  for (const kind of kinds) {
    const result = makers[kind](shape, build)
    if (isImpossible(result)) failure ??= result
    else made.push([kind, result])
    if (isOneEnough && made.length > 0 && kind !== 'null') break
  }
  if (made.length === 0) return failure ?? impossible(placeOf(shape.goal), 'it allows no type')
  if (made.length === 1 || isOneEnough) return (made.find(([kind]) => kind !== 'null') ?? made[0]!)[1]
  return fc.oneof(...made.map(([kind, arbitrary]) => ({ weight: kind === 'null' ? 1 : 4, arbitrary })))
}

const makers: Readonly<Record<TypeName, (shape: Shape, build: BuildContext) => Made<Json>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: (shape, { isLeast }) => integers(shape, isLeast),
  number: (shape, { isLeast }) => numbers(shape, isLeast),
  string: (shape, { isLeast }) => strings(shape, isLeast),
  array: arrays,
  object: objects,
}
