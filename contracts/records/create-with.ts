import type { Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { isSuccess } from '../answer.ts'
import { operationFor } from '../api/api.ts'
import type { Context } from '../context.ts'
import type { Fixture } from '../interaction.ts'
import { withProperty } from '../requests/validity.ts'

/** Creates a record with a value, and keeps it as the one to work on; undefined if that is not possible. */
export async function createWith(
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
