import type { Document, SchemaNode } from '../document.ts'
import { pointerTokens } from '../json/pointer.ts'
import { itemsOf, possiblePropertiesOf } from '../schemas/properties.ts'
import { partsOf } from '../schemas/subschemas.ts'
import { typeOfValue } from '../schemas/types.ts'
import { own } from '../util/object.ts'

/**
 * Whether an issue is caused by a contradiction in the document: the `additionalProperties` of one schema in an `allOf`
 * forbids a property that another one declares or requires (JSON Schema 2020-12 core §10.3.2.3).
 *
 * @param path the pointer of the issue in the value of `node`
 * @param schema the pointer of the violated keyword
 */
export function isContradicted(document: Document, node: SchemaNode, path: string, schema: string): boolean {
  const closing = /^(.*)\/additionalProperties(?:\/|$)/.exec(schema)?.[1]
  if (closing === undefined) return false
  let at: SchemaNode | undefined = node
  for (const name of pointerTokens(path)) {
    if (at === undefined) return false
    const parts = partsOf(document, at, ['allOf'])
    if (parts.some(({ pointer }) => pointer === closing) && parts.some((part) => mentions(part, name)))
      return true
    at = partAt(document, at, name)
  }
  return false
}

/** The schema of a member or an item. */
const partAt = (document: Document, node: SchemaNode, name: string): SchemaNode | undefined =>
  possiblePropertiesOf(document, node).get(name) ?? itemsOf(document, node)

/**
 * Whether the schema at a path has `nullable: true`. If null is refused nevertheless, it is not beside a `type`, and so has no
 * effect (OpenAPI 3.0.4 §4.7.24).
 */
export function hasNullable(document: Document, node: SchemaNode, path: string): boolean {
  const at = pointerTokens(path).reduce<SchemaNode | undefined>(
    (holder, name) => holder && partAt(document, holder, name),
    node,
  )
  return (
    at !== undefined &&
    [at, ...partsOf(document, at, ['allOf', 'oneOf', 'anyOf'])].some(
      ({ schema }) => own(schema, 'nullable') === true,
    )
  )
}

function mentions({ schema }: SchemaNode, name: string): boolean {
  const required = own(schema, 'required')
  return (
    own(own(schema, 'properties'), name) !== undefined || (Array.isArray(required) && required.includes(name))
  )
}

/** Whether a schema accepts no value at all, as none in its `enum` has its `type`. */
export function allowsNothing(schema: unknown): boolean {
  const [values, type] = [own(schema, 'enum'), own(schema, 'type')]
  if (!Array.isArray(values) || type === undefined) return false
  const types = new Set([type].flat())
  if (types.has('number')) types.add('integer')
  return !values.some((value) => types.has(typeOfValue(value)))
}
