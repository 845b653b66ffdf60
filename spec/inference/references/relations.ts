import { pathParameter, type Document, type Operation, type SchemaNode } from '../../document.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { requestSchema } from '../bodies/content.ts'
import { isParameter, lastText, parseTemplate } from '../paths/template.ts'
import { singularWordsOf } from '../prose/words.ts'

/** A property of a record that has an operation of its own by which something is put into it, or taken from it. */
export interface Relation {
  readonly property: string
  /** The path parameter that names one of many: `PUT /tasks/{taskId}/tags/{tag}`. Undefined where there is but one. */
  readonly parameter: string | undefined
  /** The property of the body that names the one: `PUT /pickups/{id}/driver`. */
  readonly sent: string | undefined
}

/** What a PUT below a record puts into a property of it, or a DELETE takes from it; undefined where none is called so. */
export function relationOf(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): Relation | undefined {
  const { segments } = parseTemplate(operation.path)
  const [last, noun] = [segments.at(-1), singularWordsOf(lastText(segments))]
  const [found, other] = [...possiblePropertiesOf(document, record)].filter(([name]) =>
    [noun, `${noun} id`].includes(singularWordsOf(name)),
  )
  if (!found || other) return undefined
  const [property, node] = found
  const body = requestSchema(operation)
  if (isParameter(last)) {
    const { parameter } = last
    const named = pathParameter(operation, parameter)?.schema
    const isFit = !body && isSame(document, named, itemsOf(document, node))
    return isFit ? { property, parameter, sent: undefined } : undefined
  }
  const values = body ? possiblePropertiesOf(document, body) : new Map<string, SchemaNode>()
  const sent = values.has(property) || values.size !== 1 ? property : [...values.keys()][0]
  const isFit =
    isSame(document, operation.method === 'PUT' ? values.get(sent ?? '') : node, node) &&
    (typesOf(document, node).has('null') || !requiredOf(document, record).has(property))
  return isFit ? { property, parameter: undefined, sent } : undefined
}

/** Whether both are numbers, or both texts. */
function isSame(document: Document, one: SchemaNode | undefined, other: SchemaNode | undefined): boolean {
  const kinds = [one, other].map((node) => {
    const types = node && typesOf(document, node)
    if (!types || types.has('object') || types.has('array')) return undefined
    return isNumeric(types) ? 'number' : types.has('string') ? 'text' : undefined
  })
  return kinds[0] !== undefined && kinds[0] === kinds[1]
}
