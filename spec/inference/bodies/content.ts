import type { Document, MediaType, Operation, Response, SchemaNode } from '../../document.ts'
import { canonicalJson } from '../../json/canonical.ts'
import type { Json } from '../../json.ts'
import { isXmlType, jsonFirst } from '../../http/media-type.ts'
import { pointerTokens } from '../../json/pointer.ts'
import { branches, resolveRef } from '../../schemas/subschemas.ts'
import { itemsOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { byNormalizedName } from '../prose/words.ts'

/** A part of a body and the property names that lead to it. */
export interface BodyPart {
  readonly path: readonly string[]
  readonly schema: SchemaNode
}

function isJson(mediaType: string): boolean {
  return /^(?:[^;]*[/+]json|text\/json|\*\/\*|application\/\*)\s*(?:;|$)/i.test(mediaType)
}

/** The lowest declared 2xx, `default` when there is none, else a redirection; a 201 before others if `created`. */
export function successResponse(operation: Operation, created = false): Response | undefined {
  const successes = operation.responses.filter(({ status }) => /^2(?:\d\d|XX)$/i.test(status)).sort(byStatus)
  const preferred = created ? successes.find(({ status }) => status === '201') : undefined
  const named = preferred ?? successes[0] ?? operation.responses.find(({ status }) => status === 'default')
  return named ?? operation.responses.filter(({ status }) => /^3\d\d$/.test(status)).sort(byStatus)[0]
}

/** The status a response is sent with; 200 for a range, for `default`, and where there is none. */
export function statusOf(response: Response | undefined): number {
  const status = Number(response?.status)
  return Number.isInteger(status) ? status : 200
}

function byStatus(one: Response, other: Response): number {
  return statusOf(one) - statusOf(other)
}

/** The JSON content that has a schema, else the XML content, which is read as JSON is. */
export function jsonContent(content: readonly MediaType[]): MediaType | undefined {
  const described = jsonFirst(content).filter(({ schema }) => schema !== undefined)
  return described.find(({ type }) => isJson(type)) ?? described.find(({ type }) => isXmlType(type))
}

/** The schema of the {@link jsonContent}. */
export function jsonSchema(content: readonly MediaType[]): SchemaNode | undefined {
  return jsonContent(content)?.schema
}

/** The schema of what an operation answers with when all is well. */
export function responseSchema(operation: Operation): SchemaNode | undefined {
  return jsonSchema(successResponse(operation)?.content ?? [])
}

/** The schema of what an operation is sent: JSON before a form. */
export function requestSchema(operation: Operation): SchemaNode | undefined {
  const content = operation.requestBody?.content ?? []
  return jsonSchema(content) ?? content.find(({ schema }) => schema !== undefined)?.schema
}

/** Whether values of the schema are objects, as far as it says: `{}` says nothing. */
export function isObjectSchema(document: Document, node: SchemaNode): boolean {
  return typesOf(document, node).has('object')
}

/** Whether values of the schema are arrays, and cannot be objects. */
export function isArraySchema(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  return types.has('array') && !types.has('object')
}

/** The items of an array of objects. */
export function objectItems(document: Document, node: SchemaNode): SchemaNode | undefined {
  if (!isArraySchema(document, node)) return undefined
  const items = itemsOf(document, node)
  return items && isObjectSchema(document, items) ? items : undefined
}

/** Whether two schemas stand for the same one in the document. */
export function isSameSchema(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  return meant(document, one).pointer === meant(document, other).pointer
}

const texts = new WeakMap<object, string>()

/**
 * What tells a schema from others: where it stands, or what it says where a document without names for its schemas writes out
 * a record anew wherever it is shown.
 */
export function schemaIdentity(document: Document, node: SchemaNode): string {
  const { pointer, schema } = meant(document, node)
  const isNamed = pointerTokens(pointer).length <= 3
  if (isNamed || typeof schema !== 'object' || possiblePropertiesOf(document, node).size < 3) return pointer
  const known = texts.get(schema) ?? canonicalJson(schema as Json)
  texts.set(schema, known)
  return known
}

/** The schema that an `allOf` adds only words to, which 3.0 has no place for beside a `$ref`. */
function meant(document: Document, node: SchemaNode, depth = 0): SchemaNode {
  const target = resolveRef(document, node)
  if (depth > 5 || !hasOnlyAnnotations(target, 'allOf')) return target
  const [only, ...others] = branches(target, 'allOf').filter((branch) => !hasOnlyAnnotations(branch))
  return only && others.length === 0 ? meant(document, only, depth + 1) : target
}

const words = /^(?:title|description|examples?|default|deprecated|externalDocs|xml|readOnly|writeOnly|x-.*)$/

/** Whether nothing in a schema restricts values, but for one keyword. */
export const hasOnlyAnnotations = ({ schema }: SchemaNode, but?: string): boolean =>
  typeof schema === 'object' && Object.keys(schema).every((keyword) => keyword === but || words.test(keyword))

/** Whether two schemas describe the same kind of record: the same schema, or most properties of the smaller in common. */
export function isSimilar(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  if (isSameSchema(document, one, other)) return true
  const [names, others] = [one, other].map((node) => byNormalizedName(possiblePropertiesOf(document, node)))
  if (!names?.size || !others?.size) return false
  const common = [...names.keys()].filter((name) => others.has(name)).length
  return (
    common >=
    Math.max(0.6 * Math.min(names.size, others.size), Math.min(2, Math.max(names.size, others.size)))
  )
}

/** Whether what is sent could be a record: nothing in it, or hardly anything, that a record does not have. */
export function couldBeRecord(document: Document, sent: SchemaNode, record: SchemaNode): boolean {
  if (isSimilar(document, sent, record)) return true
  const [names, known] = [sent, record].map((node) => byNormalizedName(possiblePropertiesOf(document, node)))
  return names !== undefined && names.size > 0 && [...names.keys()].every((name) => known?.has(name))
}

/** Why an operation without a JSON answer has no part in a resource. */
export function noJsonReason(operation: Operation): string {
  const types = successResponse(operation)?.content.map(({ type }) => type) ?? []
  return types.length === 0 || types.some(isJson)
    ? 'The document does not say what it answers with.'
    : `It answers with ${types.join(', ')}, and records are read from JSON and XML only.`
}
