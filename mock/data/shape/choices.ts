import { own } from '../../../spec/util/object.ts'
import type { Json } from '../../../spec/json.ts'
import type { JsonSchema } from '../../../spec/schema.ts'
import type { Converted, Keywords } from './converted.ts'
import { typesOf, valuesOf } from './types.ts'

/** Something a schema leaves open: each option is a list of schemas that then apply too. */
export interface Choice {
  readonly options: readonly (readonly JsonSchema[])[]
  /** It is between subtypes, each of which is a kind of the schema itself. */
  readonly isOfSubtypes?: boolean
}

/** What `anyOf`, `oneOf`, `if`, `dependentSchemas` and `discriminator` of one schema leave open among all that apply. */
export function choicesOf(
  converted: Converted,
  schema: Keywords,
  applied: readonly JsonSchema[],
): readonly Choice[] {
  const alternatives = ['anyOf', 'oneOf'].flatMap((keyword) => {
    const options = schema[keyword] as readonly JsonSchema[] | undefined
    if (options === undefined) return []
    const tell = discriminatorOf(converted, schema, keyword)
    return [{ options: options.map((option, index) => [option, ...tell(option, index)]) }]
  })
  return [...alternatives, ...conditionsOf(schema), ...subtypeChoice(converted, schema, applied)]
}

/** Which subtype it is, and the property that tells; where one applies already, that one. */
function subtypeChoice(
  converted: Converted,
  schema: Keywords,
  applied: readonly JsonSchema[],
): readonly Choice[] {
  const property = toldBy(converted, schema)
  if (property === undefined) return []
  const subtypes = converted.subtypesOf(schema)
  const decided = decidedOf(converted, schema, applied)
  // What it is a subtype of tells it by the same property: then it is none of its own subtypes.
  const isTold = (each: JsonSchema): boolean =>
    each !== schema && toldBy(converted, each) === property && decidedOf(converted, each, applied).length > 0
  if (decided.length === 0 && applied.some(isTold)) return []
  const options = (decided.length > 0 ? decided.slice(0, 1) : subtypes).map((subtype) => [
    subtype.schema,
    ...told(converted, subtype.schema, property, subtype.value),
  ])
  return options.length === 0 ? [] : [{ options, isOfSubtypes: true }]
}

/** The property that tells which subtype of a schema it is. */
function toldBy(converted: Converted, schema: JsonSchema): string | undefined {
  const property = own(own(converted.writtenOf(schema), 'discriminator'), 'propertyName')
  return typeof property === 'string' ? property : undefined
}

/** The subtypes of a schema that apply already, the nearest first. */
function decidedOf(
  converted: Converted,
  schema: JsonSchema,
  applied: readonly JsonSchema[],
): ReturnType<Converted['subtypesOf']> {
  const subtypes = converted.subtypesOf(schema)
  return applied.flatMap((each) =>
    each === schema ? [] : subtypes.filter((subtype) => subtype.schema === each),
  )
}

/** `if` parts what satisfies it from the rest; so does each entry of `dependentSchemas`. */
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

type Tell = (option: JsonSchema, index: number) => readonly JsonSchema[]

/** The schema that sets the property which tells which option it is (OpenAPI 3.0.4 §4.7.25), where the option lets it. */
function discriminatorOf(converted: Converted, schema: Keywords, keyword: string): Tell {
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
    return told(converted, option, property, value)
  }
}

/** The schema that sets the property to the value, where the option lets it. */
const told = (
  converted: Converted,
  option: JsonSchema,
  property: string,
  value: string,
): readonly JsonSchema[] =>
  lets(converted, option, property, value) ? [{ properties: { [property]: { const: value } } }] : []

function lets(converted: Converted, option: JsonSchema, property: string, value: Json): boolean {
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
