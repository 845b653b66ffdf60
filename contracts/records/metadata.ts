import type { SchemaNode } from '../../spec/document.ts'
import type { Resource } from '../../spec/resources.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { recordProperties, writableProperties, type Api } from '../api/api.ts'
import { isMetadata } from '../api/nested-ids.ts'
import { isAssigned } from './sent-values.ts'

/** A part of a record whose properties are about the record itself. */
interface Metadata {
  readonly name: string
  readonly node: SchemaNode
}

/** The objects of metadata in a record: SCIM's `meta`, Kubernetes' `metadata`. */
export const metadataIn = (api: Api, resource: Resource): readonly Metadata[] =>
  [...recordProperties(api, resource)].flatMap(([name, node]) => (isMetadata(name) ? [{ name, node }] : []))

/** Whether only the server sets a property of the metadata. */
export function isSetByServer(
  api: Api,
  resource: Resource,
  { name, node }: Metadata,
  property: string,
): boolean {
  const isWritable = writableProperties(api, resource).has(name) && !isAssigned(api, node)
  return !isWritable || isAssigned(api, possiblePropertiesOf(api.document, node).get(property))
}
