import { pathParameter, type Document, type Operation, type SchemaNode } from '../document.ts'
import type { Resource, ResourceModel, ResourceOperation } from '../resources.ts'
import { endsInParameter, parameterNames, pathAbove, shapeOf } from '../routing/path-template.ts'
import { possiblePropertiesOf } from '../schemas/properties.ts'
import { typesOf } from '../schemas/types.ts'
import { requestSchema, responseSchema, statusOf, successResponse } from './bodies/content.ts'
import { findRecord } from './bodies/envelope.ts'
import { listedRecords } from './bodies/listed-records.ts'
import { parameterDescription } from './prose/sentences.ts'
import { singularNounOf } from './prose/words.ts'
import { isOwnPath } from './references/current-user.ts'
import { isSimilar } from './schemas/similarity.ts'

/**
 * Gathers what is created and listed elsewhere than where it is read: `POST /orgs/{org}/repos` and `POST /user/repos` create what
 * `GET /repos/{owner}/{repo}` reads. The owner is in the path, or the user who sends the request.
 */
export function withGathered(
  document: Document,
  operations: readonly Operation[],
  model: ResourceModel,
): ResourceModel {
  const homes = model.resources.flatMap((home) => gather(document, operations, model, home) ?? [])
  if (homes.length === 0) return model
  const byName = new Map(homes.map((each) => [each.resource.name, each.resource]))
  const own = new Map(homes.flatMap((each) => each.own.map((entry) => [entry.operation.operationId, entry])))
  const taken = new Set([
    ...own.keys(),
    ...[...byName.values()].flatMap((home) => home.operations.map(({ operationId }) => operationId)),
  ])
  const isLeft = ({ operationId }: Pick<ResourceOperation, 'operationId'>): boolean => !taken.has(operationId)
  const kept = model.resources.flatMap((resource) => {
    const home = byName.get(resource.name)
    return home ?? (resource.operations.some(isLeft) ? resource : [])
  })
  const names = new Set(kept.map(({ name }) => name))
  const resources = kept.map((resource) => ({
    ...resource,
    references: resource.references.filter((reference) => names.has(reference.resource)),
  }))
  const gathered = new Map(resources.map((resource) => [resource.name, resource]))
  return {
    ...model,
    resources,
    roles: new Map(
      resources.flatMap((resource) =>
        resource.operations.map((operation) => [operation.operationId, { resource, operation }] as const),
      ),
    ),
    own: new Map(
      [...own].map(([id, entry]) => [
        id,
        { ...entry, resource: gathered.get(entry.resource.name) ?? entry.resource },
      ]),
    ),
    stateless: model.stateless.filter(isLeft),
  }
}

interface Gathered {
  readonly resource: Resource
  readonly own: readonly { readonly resource: Resource; readonly operation: ResourceOperation }[]
}

function gather(
  document: Document,
  operations: readonly Operation[],
  model: ResourceModel,
  home: Resource,
): Gathered | undefined {
  const { scope, parent, itemPath = '', idProperty } = home
  const [owner, ...others] = scope
  const roles = new Set(home.operations.map(({ role }) => role))
  const isReadOnly = roles.has('read') && !roles.has('create') && !home.collectionPath
  if (owner === undefined || others.length > 0 || parent || !isReadOnly || idProperty === undefined)
    return undefined
  if (!endsInParameter(itemPath)) return undefined
  const noun = singularNounOf(home.name)
  const places = operations.flatMap((operation) => {
    const role =
      singularNounOf(operation.path) === noun ? roleFor(document, model, home, operation) : undefined
    return role ? [{ path: operation.path, role, isOwn: isOwnPath(pathAbove(operation.path)) }] : []
  })
  const created = new Set(places.flatMap(({ role, path }) => (role.role === 'create' ? [path] : [])))
  if (created.size === 0) return undefined
  const joined = places.filter(
    ({ path, isOwn }) => isOwn || created.has(path) || isBelowOwner(document, model, home, path),
  )
  const node = possiblePropertiesOf(document, home.record).get(owner)
  const key = node && ownerKey(document, node)
  const listed = joined.flatMap(({ role }) => model.roles.get(role.operationId)?.resource ?? [])
  const list = listed.find(({ paging }) => paging)
  const resource: Resource = {
    ...home,
    ...describedIdentity(document, operations, home),
    ...(key !== undefined && { owner: { property: owner, key } }),
    discoverable: true,
    operations: [...home.operations, ...joined.flatMap(({ role, isOwn }) => (isOwn ? [] : [role]))],
    filters: [
      ...new Map(listed.flatMap(({ filters }) => filters.map((each) => [each.parameter, each]))).values(),
    ],
    paging: list?.paging ?? home.paging,
    total: list?.total ?? home.total,
  }
  return {
    resource,
    own: joined.flatMap(({ role, isOwn }) =>
      isOwn && key !== undefined ? [{ resource, operation: role }] : [],
    ),
  }
}

/** The role of an operation that creates or lists such records below an owner, or below the user who sends the request. */
function roleFor(
  document: Document,
  model: ResourceModel,
  home: Resource,
  operation: Operation,
): ResourceOperation | undefined {
  const { id, method, path } = operation
  const above = pathAbove(path)
  const scope = isOwnPath(above) ? home.scope : parameterNames(path)
  const known = model.roles.get(id)
  if (scope.length !== 1 || !(isOwnPath(above) || endsInParameter(above)) || known?.resource.itemPath)
    return undefined
  const hints = { name: singularNounOf(home.name), idParameter: undefined, record: home.record }
  const isCreation = method === 'POST'
  if (!isCreation && method !== 'GET') return undefined
  const response = responseSchema(operation)
  const shown = isCreation
    ? response && findRecord(document, response, hints)
    : listedRecords(document, operation, home)
  if (!shown || !isSimilar(document, shown.schema, home.record)) return undefined
  const sent = requestSchema(operation)
  return {
    role: isCreation ? 'create' : 'list',
    operationId: id,
    idParameter: undefined,
    scope,
    within: [],
    requestPath: (sent && findRecord(document, sent, hints)?.path) ?? [],
    responsePath: shown.path,
    status: statusOf(successResponse(operation, isCreation)),
  }
}

/** Whether a list is below what the records show as their owner: `/users/{username}/repos`. */
function isBelowOwner(
  document: Document,
  { resources }: ResourceModel,
  home: Resource,
  path: string,
): boolean {
  const shape = shapeOf(pathAbove(path))
  const above = resources.find(({ itemPath }) => itemPath !== undefined && shapeOf(itemPath) === shape)
  const owner = possiblePropertiesOf(document, home.record).get(home.scope[0] ?? '')
  return above !== undefined && owner !== undefined && isSimilar(document, above.record, owner)
}

/** The property of an owner, as records show it, by which the owner stands in paths; undefined if it is not an object with a name. */
function ownerKey(document: Document, owner: SchemaNode): string | undefined {
  const properties = possiblePropertiesOf(document, owner)
  return ['login', 'username', 'handle', 'slug', 'name'].find((name) => {
    const node = properties.get(name)
    return node && typesOf(document, node).has('string')
  })
}

/** What identifies a record, where the parameter says so: "The name of the repository". */
function describedIdentity(
  document: Document,
  operations: readonly Operation[],
  { itemPath, idParameter, record }: Resource,
): Pick<Resource, 'idProperty' | 'idType'> | undefined {
  const read = operations.find(({ method, path }) => method === 'GET' && path === itemPath)
  const parameter = read && pathParameter(read, idParameter)
  const [, name = ''] =
    /^the (\w+) of /i.exec(parameter ? parameterDescription(document, parameter) : '') ?? []
  const node = possiblePropertiesOf(document, record).get(name)
  return node && typesOf(document, node).has('string') ? { idProperty: name, idType: 'string' } : undefined
}
