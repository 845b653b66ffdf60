import type { Document, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import { canonicalJson } from '../../json/canonical.ts'
import { pointerTokens } from '../../json/pointer.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { branches } from '../../schemas/subschemas.ts'
import { getOrInsertComputed } from '../../util/memo.ts'
import { byNormalizedName } from '../prose/words.ts'
import { withoutKept } from './kept-property.ts'

/** Whether two schemas resolve to the same schema of the document. */
export function isSameSchema(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  return unwrap(document, one).pointer === unwrap(document, other).pointer
}

const canonicalTexts = new WeakMap<object, string>()

/**
 * A key that is equal for schemas of the same records: the schema's pointer, or its content if it is an inline object. Documents
 * without named schemas write a record's schema out again wherever it is used.
 */
export function schemaIdentity(document: Document, node: SchemaNode): string {
  const { pointer, schema } = unwrap(document, node)
  const isNamed = pointerTokens(pointer).length <= 3
  if (isNamed || typeof schema !== 'object' || possiblePropertiesOf(document, node).size < 3) return pointer
  return getOrInsertComputed(canonicalTexts, schema, () => canonicalJson(schema as Json))
}

/**
 * Follows references, and `allOf`s that only add annotations: OpenAPI 3.0 allows no description beside a `$ref`, so documents wrap
 * the reference.
 */
function unwrap(document: Document, node: SchemaNode, depth = 0): SchemaNode {
  const target = withoutKept(document, node)
  if (depth > 5 || !hasOnlyAnnotations(target, 'allOf')) return target
  const [only, ...others] = branches(target, 'allOf').filter((branch) => !hasOnlyAnnotations(branch))
  return only && others.length === 0 ? unwrap(document, only, depth + 1) : target
}

const annotations =
  /^(?:title|description|examples?|default|deprecated|nullable|externalDocs|xml|readOnly|writeOnly|x-.*)$/

/** Whether no keyword of a schema restricts its values, not counting the keyword `except`. */
export const hasOnlyAnnotations = ({ schema }: SchemaNode, except?: string): boolean =>
  typeof schema === 'object' &&
  Object.keys(schema).every((keyword) => keyword === except || annotations.test(keyword))

/** Whether two schemas describe the same kind of record: the same schema, or sharing 60% of the properties of the smaller one. */
export function isSimilar(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  if (isSameSchema(document, one, other)) return true
  const [names, otherNames] = [one, other].map((node) =>
    byNormalizedName(possiblePropertiesOf(document, node)),
  )
  if (!names?.size || !otherNames?.size) return false
  const common = [...names.keys()].filter((name) => otherNames.has(name)).length
  const [smaller, larger] = [Math.min(names.size, otherNames.size), Math.max(names.size, otherNames.size)]
  return common >= Math.max(0.6 * smaller, Math.min(2, larger))
}

/** Whether a request body could be a record: it is similar to one, or has no property that records lack. */
export function couldBeRecord(document: Document, sent: SchemaNode, record: SchemaNode): boolean {
  if (isSimilar(document, sent, record)) return true
  const [names, known] = [sent, record].map((node) => byNormalizedName(possiblePropertiesOf(document, node)))
  return names !== undefined && names.size > 0 && [...names.keys()].every((name) => known?.has(name))
}
