import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import type { Filter } from '../../resources.ts'
import { itemOf, itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, formatOf, isNumeric, isOrdered, typesOf } from '../../schemas/types.ts'
import { anyCase } from '../constraints/letter-case.ts'
import { normalizedSentences, parameterDescription } from '../prose/sentences.ts'
import { normalizeName, singular, singularWordsOf, wordsOf } from '../prose/words.ts'
import { isExpandable } from '../references/expandable.ts'
import { referencedNoun } from '../references/names.ts'
import { isDescribedInclusion } from './described-inclusion.ts'
import { filterName, listName } from './operators.ts'
import { shapesResponse } from './paging.ts'

/** Words of parameters that bound a property rather than equal it: `start_time`, `created_before`, `minPrice`. */
const bounds = new Set(
  'start starting end ending since until before after min max from to gt gte lt lte between range'.split(' '),
)

/** Whether a parameter searches, by its description: "Only towns whose name starts with this text". */
export const searches = (document: Document, parameter: Parameter): boolean =>
  /\bwhose [^.;]+ (?:contains?|includes?|(?:begins?|starts?) with) (?:this|the) |^\W*(?:(?:a )?part of|partial match) /i.test(
    parameterDescription(document, parameter),
  )

/** Says that a parameter is about what the items show: "Whether to include the `dnssec` field". */
const showing =
  /\bwhether to (?:include|show|return|add|omit|leave out|exclude) [^.;]*\b(?:fields?|propert(?:y|ies)|attributes?)\b/i

/** Paths that say of what they are asked that it is compared otherwise: `findByTitleContaining`. */
const finder = /By\p{Lu}\w*(?:Contain|Like|With|Between|After|Before|Than|Not|Case)/u

const scalars = ['string', 'integer', 'number', 'boolean'] as const

/** The query parameters of a list that select the items with an equal property. */
export function filtersOf(
  document: Document,
  operation: Operation,
  record: SchemaNode,
  idProperty: string | undefined,
): readonly Filter[] {
  const properties = possiblePropertiesOf(document, record)
  if (finder.test(operation.path)) return []
  return queryParametersOf(operation)
    .filter((parameter) => !isDescribedInclusion(document, operation, parameter))
    .filter(
      (parameter) =>
        !searches(document, parameter) && !showing.test(parameterDescription(document, parameter)),
    )
    .filter(
      (parameter) =>
        !shapesResponse(parameter) ||
        isChoice(document, parameter, properties) ||
        isNamesake(document, parameter, properties),
    )
    .flatMap((parameter) => {
      const property = propertyFor(document, parameter, properties, idProperty)
      if (property === undefined) return []
      return [
        {
          parameter: parameter.name,
          property,
          ...(ignoresCase(document, parameter) && { ignoresCase: true }),
          ...(isSeparated(document, parameter) && { isSeparated: true }),
        },
      ]
    })
}

/** Whether a text lists values, by its description: "Comma-separated statuses". */
export const isSeparated = (document: Document, parameter: Parameter): boolean =>
  parameter.schema !== undefined &&
  !typesOf(document, parameter.schema).has('array') &&
  /\bcomma[- ](?:separated|delimited)\b|\bseparated? by commas?\b|\bcommas to separate\b/i.test(
    parameterDescription(document, parameter),
  )

const ignoresCase = (document: Document, parameter: Parameter): boolean =>
  normalizedSentences(parameterDescription(document, parameter)).some((sentence) => anyCase.test(sentence))

/**
 * Whether a parameter whose name suggests that it shapes the response, such as `language` or `size`, is a filter after all: it and a
 * property of the same name are enums, and its description does not contradict.
 */
function isChoice(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): boolean {
  const { name, schema } = parameter
  const node = properties.get(name) ?? properties.get(shortFor(document, parameter, properties) ?? '')
  if (
    !schema ||
    !node ||
    enumValues(document, itemOf(document, schema)).length === 0 ||
    enumValues(document, node).length === 0
  )
    return false
  const text = parameterDescription(document, parameter)
  return text === ''
    ? !/^format$/i.test(name)
    : /\b(?:only|filter\w*|whose|match\w*|who \w+ (?:one|any) of these)\b/i.test(text)
}

/** The only enum with the same values that a described parameter's name is short for: `preferredLanguage` for `language`. */
function shortFor(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): string | undefined {
  const { name, schema } = parameter
  const values = new Set(schema ? enumValues(document, itemOf(document, schema)) : [])
  if (values.size === 0 || parameterDescription(document, parameter) === '') return undefined
  const [found, ...others] = [...properties].filter(([property, node]) => {
    const allowed = enumValues(document, node)
    const isSame = allowed.length === values.size && allowed.every((each) => values.has(each))
    return isSame && singularWordsOf(property).endsWith(` ${singularWordsOf(name)}`)
  })
  return others.length === 0 ? found?.[0] : undefined
}

/** Whether a parameter that might bound something, `From`, has the name of a text. */
const isNamesake = (
  document: Document,
  { name, schema }: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
): boolean => {
  const isText = (node: SchemaNode | undefined): boolean =>
    node !== undefined && typesOf(document, node).has('string') && !isOrdered(document, node)
  const wanted = normalizeName(name)
  const namesake = [...properties].find(([property]) => normalizeName(property) === wanted)?.[1]
  return /^(?:from|to)$/.test(wanted) && isText(schema) && isText(namesake)
}

/** What a parameter leaves out: `category` is short for `categoryId`, unless it may be a name, `country` for `countryCode` if it is a code. */
function suffixFor(document: Document, parameter: Parameter, asked: SchemaNode): 'id' | 'code' | '' {
  if (isNumeric(typesOf(document, asked)) || formatOf(document, asked) === 'uuid') return 'id'
  return /\bcode\b/i.test(parameterDescription(document, parameter)) ? 'code' : ''
}

function propertyFor(
  document: Document,
  parameter: Parameter,
  properties: ReadonlyMap<string, SchemaNode>,
  idProperty: string | undefined,
): string | undefined {
  const isList = parameter.schema && typesOf(document, parameter.schema).has('array')
  const asked = parameter.schema && (isList ? itemsOf(document, parameter.schema) : parameter.schema)
  // An id is no bound: `from_account_id`.
  const isBound =
    referencedNoun(parameter.name) === undefined &&
    wordsOf(parameter.name).some((word) => bounds.has(word)) &&
    !isNamesake(document, parameter, properties)
  if (asked === undefined || isBound) return undefined
  const name = filterName(isList ? listName(parameter.name) : parameter.name)
  const names = new Set([normalizeName(name), ...(isList ? [normalizeName(singular(name))] : [])])
  const named = (wanted: ReadonlySet<string>): string | undefined =>
    [...properties].find(
      ([property, schema]) => wanted.has(normalizeName(property)) && isComparable(document, asked, schema),
    )?.[0]
  const found =
    named(names) ??
    named(new Set([...names].map((each) => each + suffixFor(document, parameter, asked)))) ??
    shortFor(document, parameter, properties)
  if (found !== undefined) return found
  const id = isList && idProperty !== undefined && names.has('id') ? properties.get(idProperty) : undefined
  return id && isComparable(document, asked, id) ? idProperty : undefined
}

/** Whether a value of a filter stands for all values of the property: `state=all`. */
export const choosesAll = (value: Json): boolean =>
  typeof value === 'string' && /^(?:all|any|both|every(?:thing)?|\*)$/i.test(value)

/** Whether a parameter's values can equal a property's: scalars of a common type, and no value outside the property's enum. */
export function isComparable(document: Document, asked: SchemaNode, property: SchemaNode): boolean {
  const [types, others] = [typesOf(document, asked), typesOf(document, property)]
  if (others.has('array') || (others.has('object') && !isExpandable(document, property))) return false
  const isCommon = scalars.some(
    (type) => types.has(type) && (others.has(type) || (type === 'integer' && others.has('number'))),
  )
  const [values, allowed] = [enumValues(document, asked), enumValues(document, property)]
  return (
    isCommon &&
    (allowed.length === 0 ? !values.some(choosesAll) : values.every((value) => allowed.includes(value)))
  )
}
