import type { SchemaNode } from '../../../spec/document.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { withMember } from '../member.ts'
import type { CrudOptions } from '../options.ts'

/** Sets what a body shows of a record. */
export type SetPart = (body: Json, record: JsonObject) => Json

/**
 * For an object in a response that shows some properties of a record and nothing else, its id among them: the `id` and the `state` of a
 * campaign. Undefined if the object at the path is none.
 */
export function createSetPart(
  { document, validator }: CrudOptions,
  { record, idProperty }: Resource,
  schema: SchemaNode,
  path: readonly string[],
): SetPart | undefined {
  const part = propertyAt(document, schema, path)
  const known = possiblePropertiesOf(document, record)
  const names = part ? [...possiblePropertiesOf(document, part).keys()] : []
  const isPart =
    idProperty !== undefined && names.includes(idProperty) && names.every((name) => known.has(name))
  if (!isPart) return undefined
  const { accepts } = validator.of(schema, 'response')
  return (body, shown) =>
    names.reduce((rest, name) => {
      const object = memberAt(rest, path)
      const value = shown[name]
      if (value === undefined || !isJsonObject(object) || !Object.hasOwn(object, name)) return rest
      const next = withMember(rest, { path: [...path, name], value })
      return accepts(next) ? next : rest
    }, body)
}
