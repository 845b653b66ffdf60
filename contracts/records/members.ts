import { isSameSchema } from '../../spec/inference/schemas/similarity.ts'
import type { Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { isId, recordsIn } from '../answers/answer-records.ts'
import { operationFor, type Api, type RoleOperation } from '../api/api.ts'
import { isTrusted, type Context } from '../context.ts'
import type { InstantiateOptions } from './case-group.ts'
import { resourceOfParameter } from './parameter-resource.ts'

/**
 * The collection whose records a PUT without content adds to a list: the one that its parameter is named after, or else the only one of
 * such records.
 */
export function membersOf(
  api: Api,
  resource: Resource,
  { operation, role }: RoleOperation,
): Resource | undefined {
  const named =
    role.idParameter === undefined ? undefined : resourceOfParameter(api, operation, role.idParameter)
  if (named && named !== resource) return named
  const [alike, ...others] = api.model.resources.filter(
    (each) =>
      each !== resource &&
      each.scope.length === 0 &&
      isSameSchema(api.document, each.record, resource.record),
  )
  return others.length === 0 ? alike : undefined
}

/** The id of a record that a PUT without content can add to a list. */
export async function idOfMember(
  context: Context,
  resource: Resource,
  put: RoleOperation,
  freshness: InstantiateOptions = {},
): Promise<Json | undefined> {
  const members = membersOf(context.api, resource, put)
  const found = members && (await context.fixture(members, freshness))
  return found?.id ?? (members && (await listedId(context, members, resource.idProperty ?? '')))
}

/** The id in the first record of a list, where no path identifies these records. */
async function listedId(context: Context, members: Resource, idProperty: string): Promise<Json | undefined> {
  const list = operationFor(context.api, members, 'list')
  const { answer } =
    list && isTrusted(context.run, list.operation) ? await context.control(list.operation) : {}
  const records = (list && answer && recordsIn(answer, list.role)) ?? []
  return records.map((record) => record[idProperty]).find(isId)
}
