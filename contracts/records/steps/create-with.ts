import { equalJson, isJsonObject, type Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { isSuccess } from '../../answer.ts'
import { operationFor } from '../../api/api.ts'
import type { Context } from '../../context.ts'
import { bodyValue } from '../../draft.ts'
import type { Draft, Fixture } from '../../interaction.ts'
import { withProperty } from '../../requests/validity.ts'

/** Creates a record with a value, and keeps it as the one to work on; undefined if that is not possible, or the answer shows another one. */
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
  if (!made || !equalJson(made.record?.[property] ?? value, value)) return undefined
  context.group.fixtures.set(resource.name, made)
  return made
}

/**
 * Creates a record whose numbers differ from those of others, and from each other: two of a thing show what one does not. Falls back
 * on a plain new record.
 */
export async function createVaried(context: Context, resource: Resource): Promise<Fixture | undefined> {
  const create = operationFor(context.api, resource, 'create')
  const { template } = create ? await context.control(create.operation) : {}
  if (create && template) {
    const draft = await context.instantiate(create.operation, template, { attempt: 1 })
    const varied = withOtherNumbers(context, draft)
    const answer = varied === draft ? undefined : await context.send(varied, 'valid')
    const made = answer && isSuccess(answer.status) ? context.run.records.createdBy(answer) : undefined
    if (made) context.group.fixtures.set(resource.name, made)
    if (made) return made
  }
  return context.fixture(resource, { fresh: true })
}

/** The request with larger numbers, as far as the document allows them; ids stay as they are. */
function withOtherNumbers({ api }: Context, draft: Draft): Draft {
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return draft
  const ids = new Set(draft.bindings.map(({ at }) => at.split('/')[1]))
  const numbers = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'number' && !ids.has(name) ? [[name, value] as const] : [],
  )
  return numbers.reduce(
    (changed, [name, value], index) => withProperty(api, changed, name, value + index + 1) ?? changed,
    draft,
  )
}
