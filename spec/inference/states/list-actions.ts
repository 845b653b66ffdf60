import type { Document, Operation, SchemaNode } from '../../document.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { requestSchema } from '../bodies/content.ts'
import { singularWords, singularWordsOf } from '../prose/words.ts'
import { isArraySchema } from '../schemas/objects.ts'
import { actionWords } from './action-outcome.ts'

/** What an action does to a list of its record by its name: `subnets` for `POST /networks/{id}/add-subnet`. */
export interface ListAction {
  readonly property: string
  readonly isRemoval: boolean
  /** The property of the body with the item, if the items are no objects. */
  readonly value: string | undefined
}

/** The list to which an action adds what it is sent, or from which it removes what has the values that it is sent. */
export function listActionOf(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): ListAction | undefined {
  const [verb = '', ...noun] = actionWords(operation)
  const isRemoval = /^(?:remove|delete)$/.test(verb)
  const body = requestSchema(operation)
  if (noun.length === 0 || !body || !(isRemoval || /^(?:add|append|insert)$/.test(verb))) return undefined
  const sent = [...possiblePropertiesOf(document, body).keys()]
  const required = [...requiredOf(document, body)]
  const words = singularWords(noun)
  const [found] = [...possiblePropertiesOf(document, record)].flatMap(([property, node]): ListAction[] => {
    const item = isArraySchema(document, node) ? itemsOf(document, node) : undefined
    if (!item || singularWordsOf(property) !== words) return []
    const known = possiblePropertiesOf(document, item)
    if (known.size > 0)
      return required.every((name) => known.has(name)) && sent.some((name) => known.has(name))
        ? [{ property, isRemoval, value: undefined }]
        : []
    const value = required.find((name) => singularWordsOf(name) === words)
    return value !== undefined && typesOf(document, item).has('string')
      ? [{ property, isRemoval, value }]
      : []
  })
  return found
}

/** The property that an action empties by its name: the `iso` of `detach-iso`, the `group` of `remove-from-group`. */
export function emptiedBy(document: Document, record: SchemaNode, operation: Operation): string | undefined {
  const [verb = '', ...rest] = actionWords(operation)
  if (!/^(?:remove|detach|clear|unset|unassign)$/.test(verb)) return undefined
  const words = singularWords(rest[0] === 'from' ? rest.slice(1) : rest)
  return [...possiblePropertiesOf(document, record)].find(([property, node]) => {
    const types = typesOf(document, node)
    return singularWordsOf(property) === words && types.has('null') && !types.has('array')
  })?.[0]
}

/** The property that an action sets to what it is sent, by its name: the `group` of `add-to-group`. */
export function addedTo(document: Document, record: SchemaNode, operation: Operation): string | undefined {
  const [verb = '', to = '', ...noun] = actionWords(operation)
  const body = requestSchema(operation)
  if (verb !== 'add' || to !== 'to' || !body) return undefined
  const sent = requiredOf(document, body)
  return [...possiblePropertiesOf(document, record)].find(
    ([property, node]) =>
      singularWordsOf(property) === singularWords(noun) &&
      sent.has(property) &&
      !typesOf(document, node).has('array'),
  )?.[0]
}
