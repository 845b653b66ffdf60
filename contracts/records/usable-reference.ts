import type { Operation } from '../../spec/document.ts'
import { enumValues } from '../../spec/schemas/types.ts'
import { recordProperties } from '../api/api.ts'
import { refusedReferences } from '../api/usable-states.ts'
import type { Context } from '../context.ts'
import type { Fixture } from '../interaction.ts'
import { createWith } from './create-with.ts'
import type { ReferencePlace } from './reference-places.ts'

/**
 * The record, or one created in another state or of another kind if the description says that the operation refuses references to
 * it: a physician instead of a nurse for "The prescriber must be a physician".
 */
export async function usableReference(
  context: Context,
  operation: Operation,
  { property, resource }: ReferencePlace,
  record: Fixture | undefined,
): Promise<Fixture | undefined> {
  const { api } = context
  for (const rule of refusedReferences(api, operation)) {
    const state = record?.record?.[rule.property]
    if (rule.reference.property !== property || state === undefined || !rule.certain.includes(state)) continue
    const node = recordProperties(api, resource).get(rule.property)
    const states = node ? enumValues(api.document, node) : []
    const other = states.find((each) => each !== null && !rule.refused.includes(each))
    const made = other === undefined ? undefined : await createWith(context, resource, rule.property, other)
    if (made) return made
  }
  return record
}
