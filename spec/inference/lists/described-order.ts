import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { typesOf } from '../../schemas/types.ts'
import { own } from '../../util/object.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { isChangeTimestamp, isCreationTimestamp, isEventTimestamp } from '../records/timestamps.ts'
import type { Order } from './order.ts'

const byAge = / (newest|latest|most recent|oldest)(?: one)? first /

/**
 * The order of a list's items that its operation describes, such as `newest first`: by their creation time, or by the only other
 * time of an event that all records have. Undefined if the property is ambiguous.
 */
export function describedOrder(
  document: Document,
  operation: Operation,
  record: SchemaNode,
): Order | undefined {
  const ages = sentencesOf(operation).map((sentence) => byAge.exec(sentence)?.[1])
  const [age, ...others] = new Set(ages.filter((each) => each !== undefined))
  if (age === undefined || others.length > 0) return undefined
  const required = requiredOf(document, record)
  const timestamps = [...possiblePropertiesOf(document, record)].flatMap(([name, node]) =>
    own(resolveRef(document, node).schema, 'format') === 'date-time' &&
    required.has(name) &&
    !typesOf(document, node).has('null')
      ? [name]
      : [],
  )
  const creations = timestamps.filter(isCreationTimestamp)
  const events = timestamps.filter((name) => isEventTimestamp(name) && !isChangeTimestamp(name))
  const [property, ...more] = creations.length > 0 ? creations : events
  if (property === undefined || more.length > 0) return undefined
  return { property, descending: age !== 'oldest' }
}
