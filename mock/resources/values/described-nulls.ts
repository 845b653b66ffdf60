import type { Document, SchemaNode } from '../../../spec/document.ts'
import { likelyNulls, isNullIn } from '../../../spec/inference/states/described-nulls.ts'
import type { Json } from '../../../spec/json.ts'
import { settableIn } from './amounts.ts'

/**
 * Creates a function that makes properties null, or leaves them out, in the states in which their descriptions say so. Undefined if there are none.
 *
 * @param accepted The schema of the record that clients may send: what they may set is left as it is.
 */
export function createSetNulls(
  document: Document,
  record: SchemaNode,
  accepted: SchemaNode | undefined,
): ((record: Record<string, Json>) => void) | undefined {
  const settable = settableIn(document, accepted)
  const nulls = likelyNulls(document)(record).filter(({ property }) => !settable.has(property))
  if (nulls.length === 0) return undefined
  return (members) => {
    for (const { property, isNullable, ...each } of nulls) {
      if (!Object.hasOwn(members, property) || !isNullIn(each, members)) continue
      if (isNullable) members[property] = null
      else Reflect.deleteProperty(members, property)
    }
  }
}
