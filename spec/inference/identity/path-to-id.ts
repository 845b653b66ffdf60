import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'

/** The path to the id in a response that may show nothing else of a record: `{id}`, `{data: {id}}`. */
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
