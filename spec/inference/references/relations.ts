import { pathParameter, type Document, type Operation, type SchemaNode } from '../../document.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { requestSchema } from '../bodies/content.ts'
import { isParameter, lastLiteral, parseTemplate } from '../paths/template.ts'
import { singularWordsOf } from '../prose/words.ts'
import { referencedNoun } from './names.ts'

/** A property of a record that operations at a path below the record set and clear, or add values to and remove them from. */
export interface Relation {
  readonly property: string
  /** The path parameter that names one of many values: `PUT /tasks/{taskId}/tags/{tag}`. Undefined if the property has one value. */
  readonly parameter: string | undefined
  /** The property of the request body that holds the value, as in `PUT /pickups/{id}/driver`. */
  readonly sent: string | undefined
  /** Whether what is sent is the id of a record that the property shows. */
  readonly isShown: boolean
}

/** The property that a PUT or DELETE below a record changes: the only one with the name of its path, or for the id or code of that. */
export function relationOf(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): Relation | undefined {
  const { segments } = parseTemplate(operation.path)
  const [last, noun] = [segments.at(-1), singularWordsOf(lastLiteral(segments))]
  const [match, other] = [...possiblePropertiesOf(document, record)].filter(([name]) =>
    [noun, `${noun} id`, `${noun} code`].includes(singularWordsOf(name)),
  )
  if (!match || other) return undefined
  const [property, node] = match
  const body = requestSchema(operation)
  if (isParameter(last)) {
    const { parameter } = last
    const named = pathParameter(operation, parameter)?.schema
    const isValid = !body && isSameScalar(document, named, itemsOf(document, node))
    return isValid ? { property, parameter, sent: undefined, isShown: false } : undefined
  }
  const values = body ? possiblePropertiesOf(document, body) : new Map<string, SchemaNode>()
  const sent = values.has(property) || values.size !== 1 ? property : [...values.keys()][0]
  const mayBeNull = typesOf(document, node).has('null')
  const isCleared = operation.method === 'DELETE' && mayBeNull
  const isShown = sent !== undefined && isIdOfShown(document, sent, values, node)
  const isValid =
    (isCleared ||
      isShown ||
      isSameScalar(document, operation.method === 'PUT' ? values.get(sent ?? '') : node, node)) &&
    (mayBeNull || !requiredOf(document, record).has(property))
  return isValid ? { property, parameter: undefined, sent, isShown } : undefined
}

/** Whether the only value of a body is the id of what an object shows: the `employee_id` of the `head` of a department. */
function isIdOfShown(
  document: Document,
  sent: string,
  values: ReadonlyMap<string, SchemaNode>,
  node: SchemaNode,
): boolean {
  const [given, shown] = [values.get(sent), possiblePropertiesOf(document, node).get('id')]
  return referencedNoun(sent) !== undefined && values.size === 1 && isSameScalar(document, given, shown)
}

/** Whether both schemas are numbers, or both are strings. */
function isSameScalar(
  document: Document,
  one: SchemaNode | undefined,
  other: SchemaNode | undefined,
): boolean {
  const kinds = [one, other].map((node) => {
    const types = node && typesOf(document, node)
    if (!types || types.has('object') || types.has('array')) return undefined
    return isNumeric(types) ? 'number' : types.has('string') ? 'string' : undefined
  })
  return kinds[0] !== undefined && kinds[0] === kinds[1]
}

/** Whether the 404 of a relation's DELETE is described as a missing value: `The tag is not on the task`. */
export function documentsMissing({ path, responses }: Operation): boolean {
  const { description = '' } = responses.find(({ status }) => status === '404') ?? {}
  const noun = singularWordsOf(lastLiteral(parseTemplate(path).segments))
  const isNamed = ` ${singularWordsOf(description)} `.includes(` ${noun} `)
  return isNamed || /\bnot (?:on|in|set|part of|assigned|attached|a member)\b/i.test(description)
}
