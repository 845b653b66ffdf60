import type { SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { enumValues, typesOf } from '../../spec/schemas/types.ts'
import { recordProperties, type Api } from './api.ts'

/** Whether a property holds a state: a boolean, or one of an enumeration. */
export function isState(api: Api, node: SchemaNode): boolean {
  return statesOf(api, node) !== undefined
}

/** The names of the properties of a resource's records that hold states. */
export function stateProperties(api: Api, resource: Resource): readonly string[] {
  return [...recordProperties(api, resource)].flatMap(([name, node]) => (isState(api, node) ? [name] : []))
}

/** The possible values of a property that holds a state; undefined for any other property. */
export function statesOf(api: Api, node: SchemaNode): readonly Json[] | undefined {
  const values = enumValues(api.document, node)
  if (values.length > 0) return values.filter((value) => value !== null)
  const types = typesOf(api.document, node)
  return types.has('boolean') && types.size === 1 ? [true, false] : undefined
}
