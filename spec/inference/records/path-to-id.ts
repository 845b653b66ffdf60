import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'

/** Where an answer that need not show more of a record tells its id by that name: `{id}`, `{data: {id}}`. */
export function pathToId(
  document: Document,
  schema: SchemaNode,
  name: string,
): readonly string[] | undefined {
  const properties = possiblePropertiesOf(document, schema)
  if (properties.has(name)) return [name]
  const [holder, ...others] = [...properties].filter(([, node]) =>
    possiblePropertiesOf(document, node).has(name),
  )
  return holder && others.length === 0 ? [holder[0], name] : undefined
}
