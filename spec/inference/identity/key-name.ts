import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'

const keyNames = ['name', 'login', 'username', 'slug', 'key', 'label', 'title', 'tag']

/** The text that clients know an object by, the `name` of a label, unless it has an id that is a text as well. */
export function keyNamed(document: Document, node: SchemaNode): string | undefined {
  const known = possiblePropertiesOf(document, node)
  const isText = (name: string): boolean => {
    const property = known.get(name)
    return property !== undefined && typesOf(document, property).has('string')
  }
  if (['id', 'uuid', 'gid'].some(isText)) return undefined
  return keyNames.find(isText)
}
