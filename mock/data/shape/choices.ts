import type { Json } from '../../../spec/json.ts'
import type { JsonSchema } from '../../../spec/schema.ts'
import { own } from '../../../spec/util/object.ts'
import type { Converted, Keywords } from './converted.ts'
import { typesOf, valuesOf } from './types.ts'

/** Alternatives in a schema. Each option is a list of schemas that apply in addition if it is chosen. */
export interface Choice {
  readonly options: readonly (readonly JsonSchema[])[]
  /** Whether the options are subtypes of the schema itself. */
  readonly isOfSubtypes?: boolean
}

/**
 * The choices of one schema: `anyOf`, `oneOf`, `if`, `dependentSchemas` and `discriminator`.
 *
 * @param applied All schemas that apply to the same value.
 */
export function choicesOf(
  converted: Converted,
  schema: Keywords,
  applied: readonly JsonSchema[],
): readonly Choice[] {
  const alternatives = ['anyOf', 'oneOf'].flatMap((keyword) => {
    const options = schema[keyword] as readonly JsonSchema[] | undefined
    if (options === undefined) return []
    const discriminate = discriminatorOf(converted, schema, keyword)
    return [{ options: options.map((option, index) => [option, ...discriminate(option, index)]) }]
  })
  return [...alternatives, ...conditionsOf(schema), ...subtypeChoice(converted, schema, applied)]
}

/** The choice between the subtypes of a schema with a `discriminator`. If one applies already, it is the only option. */
function subtypeChoice(
  converted: Converted,
  schema: Keywords,
  applied: readonly JsonSchema[],
): readonly Choice[] {
  const property = discriminatorPropertyOf(converted, schema)
  if (property === undefined) return []
  const subtypes = converted.subtypesOf(schema)
  const decided = appliedSubtypes(converted, schema, applied)
  // If a supertype with the same discriminator has been decided already, the value is none of this schema's subtypes.
  const isDecidedAbove = (each: JsonSchema): boolean =>
    each !== schema &&
    discriminatorPropertyOf(converted, each) === property &&
    appliedSubtypes(converted, each, applied).length > 0
  if (decided.length === 0 && applied.some(isDecidedAbove)) return []
  const options = (decided.length > 0 ? decided.slice(0, 1) : subtypes).map((subtype) => [
    subtype.schema,
    ...propertyConst(converted, subtype.schema, property, subtype.value),
  ])
  return options.length === 0 ? [] : [{ options, isOfSubtypes: true }]
}

/** The `propertyName` of a schema's discriminator. */
function discriminatorPropertyOf(converted: Converted, schema: JsonSchema): string | undefined {
  const property = own(own(converted.writtenOf(schema), 'discriminator'), 'propertyName')
  return typeof property === 'string' ? property : undefined
}

/** The subtypes of a schema that apply already, nearest first. */
function appliedSubtypes(
  converted: Converted,
  schema: JsonSchema,
  applied: readonly JsonSchema[],
): ReturnType<Converted['subtypesOf']> {
  const subtypes = converted.subtypesOf(schema)
  return applied.flatMap((each) =>
    each === schema ? [] : subtypes.filter((subtype) => subtype.schema === each),
  )
}

/** The choices between satisfying a condition or not: of `if`, and of each entry of `dependentSchemas`. */
function conditionsOf(schema: Keywords): readonly Choice[] {
  const { if: condition, then = true, else: otherwise = true, dependentSchemas = {} } = schema
  const conditional =
    condition === undefined
      ? []
      : [
          [
            [condition, then],
            [otherwise, { not: condition }],
          ],
        ]
  const dependent = Object.entries(dependentSchemas as Keywords).map(([name, applied]) => [
    [applied],
    [{ properties: { [name]: false } }],
  ])
  return [...conditional, ...dependent].map((options) => ({
    options: options as readonly (readonly JsonSchema[])[],
  }))
}

/** Returns the schemas that set the discriminator property for an option, by its index in `oneOf` or `anyOf`. */
type Discriminate = (option: JsonSchema, index: number) => readonly JsonSchema[]

/** The discriminator of a schema's `oneOf` or `anyOf` (OpenAPI 3.0.4 §4.7.25). */
function discriminatorOf(converted: Converted, schema: Keywords, keyword: string): Discriminate {
  const written = converted.writtenOf(schema)
  const discriminator = own(written, 'discriminator')
  const property = own(discriminator, 'propertyName')
  const options = own(written, keyword)
  if (typeof property !== 'string' || !Array.isArray(options)) return () => []
  const mapping = Object.entries((own(discriminator, 'mapping') ?? {}) as Keywords)
  return (option, index) => {
    const ref = own(options[index], '$ref')
    if (typeof ref !== 'string') return []
    const name = ref.split('/').at(-1) as string
    const value = mapping.find(([, target]) => target === ref || target === name)?.[0] ?? name
    return propertyConst(converted, option, property, value)
  }
}

/** A schema that sets the property to the value, if the option allows that. */
const propertyConst = (
  converted: Converted,
  option: JsonSchema,
  property: string,
  value: string,
): readonly JsonSchema[] =>
  allowsValue(converted, option, property, value) ? [{ properties: { [property]: { const: value } } }] : []

function allowsValue(converted: Converted, option: JsonSchema, property: string, value: Json): boolean {
  const declared = converted.flatten([option]).flatMap((each) => {
    const schema = own(own(each, 'properties'), property)
    return schema === undefined ? [] : converted.flatten([schema as JsonSchema])
  })
  const keywords = declared.filter((each) => typeof each === 'object')
  const [types, values] = [typesOf(keywords), valuesOf(keywords, undefined)]
  const isText = types === undefined || types.includes('string')
  const isAmong = values === undefined || values.includes(value)
  return declared.length > 0 && !declared.includes(false) && isText && isAmong
}
