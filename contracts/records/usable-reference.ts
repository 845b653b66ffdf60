import type { Operation } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { enumValues } from '../../spec/schemas/types.ts'
import { isSuccess } from '../answer.ts'
import { operationFor, recordProperties } from '../api/api.ts'
import { refusedReferences } from '../api/usable-states.ts'
import type { Context } from '../context.ts'
import type { Fixture } from '../interaction.ts'
import { withProperty } from '../requests/validity.ts'
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

/** Creates a record with a value, and keeps it as the one to refer to; undefined if that is refused. */
async function createWith(
  context: Context,
  resource: Resource,
  property: string,
  value: Json,
): Promise<Fixture | undefined> {
  const create = operationFor(context.api, resource, 'create')
  if (!create || create.role.requestPath.length > 0 || context.run.options.readOnly) return undefined
  const { template } = await context.control(create.operation)
  const draft = template && (await context.instantiate(create.operation, template, { attempt: 1 }))
  const changed = draft && withProperty(context.api, draft, property, value)
  const answer = changed && (await context.send(changed, 'valid'))
  const made = answer && isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
  if (made) context.group.fixtures.set(resource.name, made)
  return made
}
