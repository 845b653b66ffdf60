import type { Document, SchemaNode } from '../document.ts'
import { own } from '../util/object.ts'
import { pointerTokens } from '../json/pointer.ts'
import { itemsOf, possiblePropertiesOf } from '../schemas/properties.ts'
import { partsOf } from '../schemas/subschemas.ts'
import { typeOfValue } from '../schemas/types.ts'

/**
 * Whether what is wrong is the document's fault: one schema of an `allOf` says by `additionalProperties` what a property
 * may not be that another one describes or requires (JSON Schema 2020-12 §10.3.2.3).
 *
 * @param path where in the value of `node` the issue is
 * @param schema the keyword that is broken
 */
export function isContradicted(document: Document, node: SchemaNode, path: string, schema: string): boolean {
  const closing = /^(.*)\/additionalProperties(?:\/|$)/.exec(schema)?.[1]
  if (closing === undefined) return false
  let at: SchemaNode | undefined = node
  for (const name of pointerTokens(path)) {
    if (at === undefined) return false
    const parts = partsOf(document, at, ['allOf'])
    if (parts.some(({ pointer }) => pointer === closing) && parts.some((part) => asksFor(part, name)))
      return true
    at = inside(document, at, name)
  }
  return false
}

/** The schema of a member or an item. */
const inside = (document: Document, node: SchemaNode, name: string): SchemaNode | undefined =>
  possiblePropertiesOf(document, node).get(name) ?? itemsOf(document, node)

/** Whether a schema at that place says `nullable`, which allows null only beside the `type` (OpenAPI 3.0.4 §4.7.24). */
export function saysNullable(document: Document, node: SchemaNode, path: string): boolean {
  const at = pointerTokens(path).reduce<SchemaNode | undefined>(
    (holder, name) => holder && inside(document, holder, name),
    node,
  )
  return (
    at !== undefined &&
    [at, ...partsOf(document, at, ['allOf', 'oneOf', 'anyOf'])].some(
      ({ schema }) => own(schema, 'nullable') === true,
    )
  )
}

function asksFor({ schema }: SchemaNode, name: string): boolean {
  const required = own(schema, 'required')
  return (
    own(own(schema, 'properties'), name) !== undefined || (Array.isArray(required) && required.includes(name))
  )
}

/** Whether a schema lists but values of other types than its own: then there is none that it allows. */
export function allowsNothing(schema: unknown): boolean {
  const [values, type] = [own(schema, 'enum'), own(schema, 'type')]
  if (!Array.isArray(values) || type === undefined) return false
  const types = new Set([type].flat())
  if (types.has('number')) types.add('integer')
  return !values.some((value) => types.has(typeOfValue(value)))
}
