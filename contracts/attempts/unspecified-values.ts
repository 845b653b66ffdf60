import type { SchemaNode } from '../../spec/document.ts'
import { directionSeparator } from '../../spec/inference/lists/order.ts'
import { parameterDescription } from '../../spec/inference/prose/sentences.ts'
import { equalJson, isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { resolvePointer } from '../../spec/json/pointer.ts'
import { isKeywordValue } from '../../spec/schemas/keywords.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { branches, resolveRef } from '../../spec/schemas/subschemas.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import { isSuccess } from '../answer.ts'
import { recordProperties, referredBy, type Api } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import type { Context } from '../context.ts'
import { unknownFormatIn } from '../generate/values/formats.ts'
import type { Answer } from '../interaction.ts'
import type { Mutation } from './mutation.ts'

/** The format of a mutated parameter if only the server knows which strings are of that format; undefined for any other. */
export function unknownFormat(api: Api, mutation: Mutation): string | undefined {
  if (isSortParameter(api, mutation)) return 'property to order by'
  const node = mutation.place === 'body' || mutation.isGiven ? undefined : mutatedSchema(api, mutation)
  if (!node) return undefined
  const { value } = mutation
  const unknown = alternativesOf(api, node)
    .map((each) => Object.fromEntries(keywordsOf(api, each)))
    .filter(({ type }) => type === 'string')
    .map(unknownFormatIn)
  const isText = value === undefined || typeof value === 'string'
  return isText && unknown.every((each) => each !== undefined) ? unknown[0] : undefined
}

function isSortParameter({ document }: Api, { operation, place, parameter, isGiven }: Mutation): boolean {
  const declared = operation.parameters.find(({ in: each, name }) => each === place && name === parameter)
  return !isGiven && declared !== undefined && directionSeparator(document, declared) !== undefined
}

/** A schema and the branches of its `anyOf` and `oneOf`. */
function alternativesOf({ document }: Api, node: SchemaNode): readonly SchemaNode[] {
  const target = resolveRef(document, node)
  return [node, ...['anyOf', 'oneOf'].flatMap((keyword) => branches(target, keyword))]
}

/**
 * Whether a query parameter takes only texts, or property names, that the document does not specify, such as names of columns: its
 * schema allows any, and the target refuses another text as well. Sends a request.
 */
export async function takesUnspecifiedTexts(
  context: Context,
  { draft }: Answer,
  mutation: Mutation,
): Promise<boolean> {
  const { operation, place, parameter } = mutation
  const declared = operation.parameters.find(({ in: each, name }) => each === 'query' && name === parameter)
  const sent = parameter === undefined ? undefined : draft.query[parameter]
  if (place !== 'query' || parameter === undefined || sent === undefined || !declared?.schema) return false
  const other = withOtherTexts(context.api, declared.schema, sent)
  if (equalJson(other, sent)) return false
  const query = { ...draft.query, [parameter]: other }
  return !isSuccess((await context.send({ ...draft, query }, 'probe')).status)
}

/** Whether a parameter's description says which texts it takes: by quoting some, or by mentioning fields. */
export function describesTexts({ document }: Api, { operation, parameter }: Mutation): boolean {
  const declared = operation.parameters.find(({ in: place, name }) => place === 'query' && name === parameter)
  return declared !== undefined && /[`"'“<]|\bfields?\b/i.test(parameterDescription(document, declared))
}

/**
 * Whether a parameter is limited by nothing but its description, which names numbers other than the one sent: "0 without the content, 1
 * with it".
 */
export function namesOtherNumbers(api: Api, { operation, parameter, value }: Mutation): boolean {
  const declared = operation.parameters.find(({ in: place, name }) => place === 'query' && name === parameter)
  const keywords = declared?.schema && keywordsOf(api, declared.schema)
  if (!declared || !keywords || limits.some((each) => keywords.has(each))) return false
  const named = parameterDescription(api.document, declared).match(/-?\d+(?:\.\d+)?/g) ?? []
  return typeof value === 'number' && named.length > 0 && !named.some((each) => Number(each) === value)
}

/** The value with other texts and property names wherever its schema allows any. */
function withOtherTexts(api: Api, node: SchemaNode, value: Json): Json {
  if (isArray(value)) {
    const [items] = alternativesOf(api, node).flatMap((each) => itemsOf(api.document, each) ?? [])
    return items ? value.map((item) => withOtherTexts(api, items, item)) : value
  }
  if (isJsonObject(value)) {
    const properties = possiblePropertiesOf(api.document, node)
    const isOpen = alternativesOf(api, node).some((each) => isMap(api, each))
    const members = Object.entries(value).map(([name, member], index) => {
      const property = properties.get(name)
      if (property) return [name, withOtherTexts(api, property, member)] as const
      return [isOpen ? `other${String(index)}` : name, member] as const
    })
    return Object.fromEntries(members)
  }
  const isOpen = alternativesOf(api, node).some((each) => isUnconstrained(api, each, lengths))
  return isOpen && typeof value === 'string' ? 'other' : value
}

/** Whether a filter is by a reference, or, without constraints, by a property with integers, which most often is an id. */
export function filtersByRecord(api: Api, mutation: Mutation, parameter: string): boolean {
  const { operation } = mutation
  if (referredBy(api, operation, parameter) !== undefined) return true
  if (!isUnconstrained(api, mutatedSchema(api, mutation))) return false
  const resource = api.model.roles.get(operation.id)?.resource
  const property = resource && recordProperties(api, resource).get(parameter)
  const types = property && typesOf(api.document, property)
  return types?.has('integer') === true && !types.has('string')
}

/**
 * Whether a schema allows any string, or any number.
 *
 * @param ignored keywords that do not count as constraints
 */
export function isUnconstrained(
  api: Api,
  node: SchemaNode | undefined,
  ignored: ReadonlySet<string> = new Set(),
): boolean {
  if (node === undefined) return false
  const keywords = keywordsOf(api, node)
  const constrains = (keyword: string): boolean =>
    keywords.has(keyword) && isKeywordValue(keyword, keywords.get(keyword))
  return (
    /^(?:string|number)$/.test(String(keywords.get('type'))) &&
    !constraints.some((keyword) => !ignored.has(keyword) && constrains(keyword))
  )
}

/** The schema that a mutation is about; undefined when its pointer does not lead to a schema. */
export function mutatedSchema(api: Api, { pointer }: Mutation): SchemaNode | undefined {
  const schema = resolvePointer(api.document.root, pointer)
  return isJsonObject(schema as Json) ? { schema: schema as JsonObject, pointer } : undefined
}

/** Keywords that constrain the length of strings only. */
const lengths = new Set(['minLength', 'maxLength'])

/** Keywords that say which numbers there may be. */
const limits = ['enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

/** Keywords that constrain strings and numbers. */
const constraints = ['format', 'pattern', 'minLength', 'maxLength', ...limits]

/** Whether a value has property names that its schema does not declare: the target may know only some, such as names of columns. */
export function hasUndeclaredNames(api: Api, node: SchemaNode, value: Json): boolean {
  if (isArray(value)) {
    const items = itemsOf(api.document, node)
    return items !== undefined && value.some((item) => hasUndeclaredNames(api, items, item))
  }
  if (!isJsonObject(value)) return false
  const properties = possiblePropertiesOf(api.document, node)
  return Object.entries(value).some(([name, member]) => {
    const property = properties.get(name)
    return property ? hasUndeclaredNames(api, property, member) : isMap(api, node)
  })
}

/** Whether the document says that a schema takes properties of any name. */
function isMap(api: Api, node: SchemaNode): boolean {
  const keywords = keywordsOf(api, node)
  return (keywords.get('additionalProperties') ?? false) !== false && !keywords.has('propertyNames')
}
