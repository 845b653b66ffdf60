import type { Document, Operation, SchemaNode } from '../../document.ts'
import { own } from '../../util/object.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { isChangeTimestamp, isCreationTimestamp, isEventTimestamp } from '../records/timestamps.ts'
import type { Order } from './order.ts'
import { sentencesOf } from '../prose/sentences.ts'

const byAge = / (newest|latest|most recent|oldest)(?: one)? first /

/**
 * The order in which a list's items come by the words of its operation, `newest first`: by when they were made, where their
 * records tell it by one property.
 */
export function describedOrder(
  document: Document,
  operation: Operation,
  record: SchemaNode,
): Order | undefined {
  const told = sentencesOf(operation).map((sentence) => byAge.exec(sentence)?.[1])
  const [age, ...others] = new Set(told.filter((each) => each !== undefined))
  if (age === undefined || others.length > 0) return undefined
  const certain = requiredOf(document, record)
  const instants = [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    own(resolveRef(document, node).schema, 'format') === 'date-time' &&
    certain.has(name) &&
    !typesOf(document, node).has('null')
      ? [name]
      : [],
  )
  const made = instants.filter(isCreationTimestamp)
  const deeds = instants.filter((name) => isEventTimestamp(name) && !isChangeTimestamp(name))
  const [property, ...more] = made.length > 0 ? made : deeds
  if (property === undefined || more.length > 0) return undefined
  return { property, descending: age !== 'oldest' }
}
