import { isJsonObject } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { idIn } from '../answers/answer-records.ts'
import type { RoleOperation } from '../api/api.ts'
import type { Context } from '../context.ts'
import { bodyValue } from '../draft.ts'
import type { Answer, Draft, Fixture } from '../interaction.ts'
import type { RequestTemplate } from '../requests/templates.ts'
import { createdFixture } from './created-record.ts'
import { readPages } from './lists.ts'

/** Strings at least this long, made for one request, do not occur in other records by chance. */
const shortest = 8

/**
 * Finds a created record whose id the answer did not return: the only one in the list with a string unique to the request.
 * `start` is an accepted request of the list.
 */
export async function findCreated(
  context: Context,
  resource: Resource,
  list: RoleOperation,
  start: Draft,
  creation: Answer,
  template: RequestTemplate,
): Promise<Fixture | undefined> {
  const role = context.api.model.roles.get(creation.draft.operation.id)?.operation
  const texts = newTexts(creation.draft, template)
  if (!role || texts.length === 0) return undefined
  const scope = list.role.scope.map(
    (name, index) =>
      [name, creation.draft.path[role.scope[index] ?? ''] ?? start.path[name] ?? null] as const,
  )
  const path = { ...start.path, ...Object.fromEntries(scope) }
  const listing = await readPages({ context, resource, list, start: { ...start, path } })
  const found = listing?.items.filter((item) => texts.some(([name, text]) => item[name] === text)) ?? []
  const [record] = found
  const id = idIn(record, resource)
  if (found.length !== 1 || id === undefined) return undefined
  return context.run.records.add(createdFixture(resource, role, creation, id, record))
}

/** The strings that were made unique for this request. */
function newTexts(
  draft: Draft,
  { body }: RequestTemplate,
): readonly (readonly [name: string, text: string])[] {
  const [sent, given] = [bodyValue(draft), body?.value]
  if (!isJsonObject(sent) || !isJsonObject(given)) return []
  return Object.entries(sent).flatMap(([name, value]) =>
    typeof value === 'string' && value.length >= shortest && value !== given[name]
      ? [[name, value] as const]
      : [],
  )
}
