import type { SchemaNode } from '../../spec/document.ts'
import { parameterDescription } from '../../spec/inference/prose/sentences.ts'
import { isArray, isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import { directionSeparator } from '../../spec/inference/lists/order.ts'
import { resolvePointer } from '../../spec/json/pointer.ts'
import { branches, resolveRef } from '../../spec/schemas/subschemas.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import { isKeywordValue } from '../../spec/schemas/keywords.ts'
import { isSuccess, type Answer } from '../answer.ts'
import { recordProperties, referredBy, type Api } from '../api/api.ts'
import type { Context } from '../context.ts'
import { unknownFormatIn } from '../generate/values/formats.ts'
import { keywordsOf } from '../api/keywords.ts'
import type { Mutation } from './mutation.ts'

/** The format of a parameter's values where only the server knows what is of it, whatever else it may be. */
export function unknownFormat(api: Api, mutation: Mutation): string | undefined {
  if (asksForOrder(api, mutation)) return 'property to order by'
  const node = mutation.place === 'body' || mutation.isGiven ? undefined : placeOf(api, mutation)
  if (!node) return undefined
  const { value } = mutation
  const unknown = alternativesOf(api, node)
    .map((each) => Object.fromEntries(keywordsOf(api, each)))
    .filter(({ type }) => type === 'string')
    .map(unknownFormatIn)
  const isText = value === undefined || typeof value === 'string'
  return isText && unknown.every((each) => each !== undefined) ? unknown[0] : undefined
}

function asksForOrder({ document }: Api, { operation, place, parameter, isGiven }: Mutation): boolean {
  const declared = operation.parameters.find(({ in: each, name }) => each === place && name === parameter)
  return !isGiven && declared !== undefined && directionSeparator(document, declared) !== undefined
}

/** A schema, and what it may be instead. */
function alternativesOf({ document }: Api, node: SchemaNode): readonly SchemaNode[] {
  const target = resolveRef(document, node)
  return [node, ...['anyOf', 'oneOf'].flatMap((keyword) => branches(target, keyword))]
}

/**
 * Whether a query has texts, or names, of which the document says nothing, and others are refused as well: there may be few that
 * are taken, such as the names of columns.
 */
export async function isOfUntoldTexts(
  context: Context,
  { draft }: Answer,
  mutation: Mutation,
): Promise<boolean> {
  const { operation, place, parameter } = mutation
  const declared = operation.parameters.find(({ in: each, name }) => each === 'query' && name === parameter)
  const sent = parameter === undefined ? undefined : draft.query[parameter]
  if (place !== 'query' || parameter === undefined || sent === undefined || !declared?.schema) return false
  const isOpen = alternativesOf(context.api, declared.schema).some((node) =>
    isArray(sent)
      ? leavesOpen(context.api, itemsOf(context.api.document, node), sent[0])
      : leavesOpen(context.api, node, sent),
  )
  if (!isOpen) return false
  const query = { ...draft.query, [parameter]: withOtherTexts(sent) }
  return !isSuccess((await context.send({ ...draft, query }, 'probe')).status)
}

/** Whether the words of a parameter say which texts it takes: by an example of them, or that they are names of fields. */
export function saysWhich({ document }: Api, { operation, parameter }: Mutation): boolean {
  const said = operation.parameters.find(({ in: place, name }) => place === 'query' && name === parameter)
  return said !== undefined && /[`"'“<]|\bfields?\b/i.test(parameterDescription(document, said))
}

function leavesOpen(api: Api, node: SchemaNode | undefined, value: Json | undefined): boolean {
  if (!node || value === undefined) return false
  if (typeof value === 'object')
    return alternativesOf(api, node).some((each) => hasNamesOfItsOwn(api, each, value))
  return (
    typeof value === 'string' && alternativesOf(api, node).some((each) => isOfAnyForm(api, each, lengths))
  )
}

function withOtherTexts(value: Json): Json {
  if (isArray(value)) return value.map(withOtherTexts)
  if (isJsonObject(value))
    return Object.fromEntries(Object.values(value).map((member, index) => [`other${String(index)}`, member]))
  return typeof value === 'string' ? 'other' : value
}

/** Whether a filter that may be any text is by what records have a number for: an id, as often as not. */
export function namesRecord(api: Api, mutation: Mutation, parameter: string): boolean {
  const { operation } = mutation
  if (!isOfAnyForm(api, placeOf(api, mutation))) return false
  if (referredBy(api, operation, parameter) !== undefined) return true
  const resource = api.model.roles.get(operation.id)?.resource
  const property = resource && recordProperties(api, resource).get(parameter)
  const types = property && typesOf(api.document, property)
  return types?.has('integer') === true && !types.has('string')
}

/** Whether the document leaves open what the ids in that place look like: none of another form can exist. */
export function isOfAnyForm(
  api: Api,
  node: SchemaNode | undefined,
  but: ReadonlySet<string> = new Set(),
): boolean {
  if (node === undefined) return false
  const keywords = keywordsOf(api, node)
  const isOfForm = (each: string): boolean => keywords.has(each) && isKeywordValue(each, keywords.get(each))
  return (
    /^(?:string|number)$/.test(String(keywords.get('type'))) &&
    !forms.some((each) => !but.has(each) && isOfForm(each))
  )
}

/** The schema that a mutation is about; undefined where what it changes is none. */
export function placeOf(api: Api, { pointer }: Mutation): SchemaNode | undefined {
  const schema = resolvePointer(api.document.root, pointer)
  return isJsonObject(schema as Json) ? { schema: schema as JsonObject, pointer } : undefined
}

/** Keywords that tell how long texts are, and nothing of which these are. */
const lengths = new Set(['minLength', 'maxLength'])

/** Keywords that say what a text or a number looks like. */
const forms = [
  'format',
  'pattern',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]

/** Whether a value has names that its schema leaves open: there need be nothing so called, such as a column. */
export function hasNamesOfItsOwn(api: Api, node: SchemaNode, value: Json): boolean {
  if (isArray(value)) {
    const items = itemsOf(api.document, node)
    return items !== undefined && value.some((item) => hasNamesOfItsOwn(api, items, item))
  }
  if (!isJsonObject(value)) return false
  const properties = possiblePropertiesOf(api.document, node)
  const keywords = keywordsOf(api, node)
  const isMap = (keywords.get('additionalProperties') ?? false) !== false && !keywords.has('propertyNames')
  return Object.entries(value).some(([name, member]) => {
    const property = properties.get(name)
    return property ? hasNamesOfItsOwn(api, property, member) : isMap
  })
}
