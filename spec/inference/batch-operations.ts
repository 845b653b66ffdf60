import type { Document, Operation, SchemaNode } from '../document.ts'
import { shownRecord, type BatchOperation, type Resource, type ResourceModel } from '../resources.ts'
import { lastPart, withoutSlash } from '../routing/path-template.ts'
import { itemOf, itemsOf, possiblePropertiesOf, propertyAt } from '../schemas/properties.ts'
import { typesOf } from '../schemas/types.ts'
import { requestSchema, responseSchema, statusOf, successResponse } from './bodies/content.ts'
import { listedRecords } from './bodies/listed-records.ts'
import { batchSuffix } from './paths/batch-path.ts'
import { parametersOf, parseTemplate, type Template } from './paths/template.ts'
import { normalizeName } from './prose/words.ts'
import { lastSegment, resourceNoun } from './references/names.ts'
import { couldBeRecord } from './schemas/similarity.ts'

type Effect = BatchOperation['effect']

const effects: readonly (readonly [verbs: RegExp, effect: Effect])[] = [
  [/^(?:create|store|insert|add|import|post)$/i, 'create'],
  [/^(?:update|edit|patch|put)$/i, 'update'],
  [/^(?:delete|destroy|remove)$/i, 'delete'],
  [/^(?:get|read|show|fetch)$/i, 'read'],
]

/**
 * Operations that create, change, delete or read those records of a collection that the request lists, by operation id:
 * `POST /customers/bulk`, `POST /campaigns/bulk-delete`, `GET /jobs:batchGet`.
 */
export function batchOperationsOf(
  document: Document,
  operations: readonly Operation[],
  { resources, roles, relationships, memberLists }: Omit<ResourceModel, 'batches'>,
): ReadonlyMap<string, BatchOperation> {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const byPath = new Map(
    resources.flatMap((resource) => {
      const path = resource.collectionPath ?? listPathOf(resource, byId)
      return path === undefined || resource.idProperty === undefined
        ? []
        : [[parseTemplate(path).key, resource] as const]
    }),
  )
  const others = operations.filter(
    ({ id }) => !roles.has(id) && !relationships.has(id) && !memberLists.has(id),
  )
  return new Map(
    others.flatMap((operation) => {
      const batch =
        actionOf(document, operation, byPath, byId) ??
        batchOf(document, operation, byPath) ??
        changesOf(document, operation, byPath)
      return batch ? [[operation.id, batch] as const] : []
    }),
  )
}

/** The path of the list of records that have another path of their own: `/projects/{projectId}/issues` beside `/issues/{issueId}`. */
function listPathOf({ operations }: Resource, byId: ReadonlyMap<string, Operation>): string | undefined {
  const list = operations.find(({ role, within }) => role === 'list' && within.length > 0)
  return list && byId.get(list.operationId)?.path
}

function batchOf(
  document: Document,
  operation: Operation,
  byPath: ReadonlyMap<string, Resource>,
): BatchOperation | undefined {
  const path = withoutSlash(operation.path)
  const { groups, index } = batchSuffix.exec(path) ?? {}
  const template = parseTemplate(path.slice(0, index))
  const resource = byPath.get(template.key)
  if (!resource) return undefined
  const isCreation = /^creates? /i.test(operation.summary ?? '')
  const verb = groups?.['first'] ?? groups?.['verb'] ?? groups?.['alone']
  const named = verb ?? (isCreation ? 'create' : operation.method)
  const isOther = groups?.['other'] !== undefined
  // Another verb changes records by what the request has beside their ids.
  const effect = isOther ? 'update' : effects.find(([verbs]) => verbs.test(named))?.[1]
  const list = effect && listSent(document, operation, resource, effect)
  if (isOther && list?.sharedPath === undefined) return undefined
  if (!effect || !list || (effect === 'read' && !groups)) return undefined
  return { effect, ...list, ...answered(document, operation, resource, template, effect) }
}

/** Whose records a batch has, and what it responds. */
const answered = (
  document: Document,
  operation: Operation,
  resource: Resource,
  { segments }: Template,
  effect: Effect,
): Pick<BatchOperation, 'resource' | 'scope' | 'responsePath' | 'status'> => ({
  resource,
  scope: resource.scope.length === 0 ? [] : parametersOf(segments),
  responsePath: listedRecords(document, operation, resource)?.path,
  status: statusOf(successResponse(operation, effect === 'create')),
})

/** A path below a collection that is named after changes of its records: `/products/price-changes`, `/products/update`. */
const changes = /\/[\w-]*(?:change|update|edit|adjust)[\w-]*$/i

/**
 * An operation whose request lists changes of a collection's records, each with the id of its record: `{productId, price}` in the
 * array of `POST /products/price-changes`.
 */
function changesOf(
  document: Document,
  operation: Operation,
  byPath: ReadonlyMap<string, Resource>,
): BatchOperation | undefined {
  const path = withoutSlash(operation.path)
  const index = operation.method === 'GET' ? -1 : path.search(changes)
  const template = parseTemplate(path.slice(0, Math.max(0, index)))
  const resource = byPath.get(template.key)
  const body = requestSchema(operation)
  if (!resource || !body) return undefined
  const [array, ...others] = arraysIn(document, body)
  const named = array && idNameIn(document, itemOf(document, array.node), resource)
  if (!array || others.length > 0 || named === undefined) return undefined
  return {
    effect: 'update',
    parameter: undefined,
    path: array.path,
    recordPath: [],
    idName: named,
    ...answered(document, operation, resource, template, 'update'),
  }
}

/** The property with the id in an item whose others are properties of the record. */
function idNameIn(document: Document, item: SchemaNode, resource: Resource): string | undefined {
  const own = possiblePropertiesOf(document, shownRecord(resource))
  const { idProperty = 'id' } = resource
  const names = [...possiblePropertiesOf(document, item).keys()]
  const [id, ...more] = names.filter(
    (name) => name === idProperty || normalizeName(name) === `${resourceNoun(resource.name)}id`,
  )
  const others = names.filter((name) => name !== id)
  const areOwn = others.length > 0 && others.every((name) => own.has(name))
  return more.length === 0 && areOwn ? id : undefined
}

/** An array in a request body, and the property names that lead to it. */
interface SentArray {
  readonly path: readonly string[]
  readonly node: SchemaNode
}

/** The body, if it is an array, otherwise those of its properties that are. */
function arraysIn(document: Document, body: SchemaNode): readonly SentArray[] {
  if (typesOf(document, body).has('array')) return [{ path: [], node: body }]
  return [...possiblePropertiesOf(document, body)].flatMap(([name, node]) =>
    itemsOf(document, node) ? [{ path: [name], node }] : [],
  )
}

/** The end of a path that is named like an action: `/cancel`, `/bulk-cancel`, `:cancel`, `/bulk/cancel`. */
const acting =
  /(?:\/(?:bulk|batch))?[/:](?:(?:bulk|batch|mass|multi)[-_]?)?(?<verb>[a-z][\w-]*?)(?:[-_]?(?:bulk|batch|many|multiple))?$/i

/** Words for records that were left out, for which the others are not refused. */
const leftOut = /^(?:fail|error|skip|reject|unprocessed|invalid|result)/i

/** An action on all records in a list of ids, where there is one on a single record: `POST /visits/cancel` beside `/visits/{id}/cancel`. */
function actionOf(
  document: Document,
  operation: Operation,
  byPath: ReadonlyMap<string, Resource>,
  byId: ReadonlyMap<string, Operation>,
): BatchOperation | undefined {
  const path = withoutSlash(operation.path)
  const { groups, index } = acting.exec(path) ?? {}
  const template = parseTemplate(path.slice(0, index))
  const resource = byPath.get(template.key)
  const verb = normalizeName(groups?.['verb'] ?? '')
  const action = resource?.operations.find(
    ({ role, operationId, idParameter }) =>
      role === 'action' &&
      idParameter !== undefined &&
      normalizeName(lastPart(byId.get(operationId)?.path ?? '')) === verb,
  )
  const body = requestSchema(operation)
  if (!resource || !action || !body || operation.method === 'GET') return undefined
  const [list, ...others] = arraysIn(document, body).filter(({ path: [name], node }) => {
    const types = typesOf(document, itemOf(document, node))
    return name !== undefined && isIdList(name, resource) && !types.has('object') && !types.has('array')
  })
  if (!list || others.length > 0) return undefined
  return {
    effect: 'update',
    action,
    parameter: undefined,
    path: list.path,
    recordPath: undefined,
    // Those left out stay as they are, whatever else was sent.
    ...(!tellsLeftOut(document, operation) && { sharedPath: [] }),
    ...answered(document, operation, resource, template, 'update'),
  }
}

/** Whether the response tells which records were left out. */
const tellsLeftOut = (document: Document, operation: Operation): boolean | undefined => {
  const response = responseSchema(operation)
  return response && [...possiblePropertiesOf(document, response).keys()].some((name) => leftOut.test(name))
}

/** Where the request lists ids or records. A whole collection's own path takes records in an array, and ids only to delete them. */
function listSent(
  document: Document,
  operation: Operation,
  resource: Resource,
  effect: Effect,
): Pick<BatchOperation, 'parameter' | 'path' | 'recordPath' | 'sharedPath' | 'changesPath'> | undefined {
  const takesIds = effect === 'delete' || effect === 'read'
  const body = requestSchema(operation)
  const isIds = (name: string, node: SchemaNode | undefined): boolean => {
    const item = node && itemsOf(document, node)
    return (
      item !== undefined &&
      isIdList(name, resource) &&
      !/object|array/.test([...typesOf(document, item)].join())
    )
  }
  const parameter = operation.parameters.find(
    ({ in: place, name, schema }) =>
      place === 'query' &&
      (isIds(name, schema) ||
        (schema !== undefined &&
          typesOf(document, schema).has('string') &&
          isIdList(name, resource) &&
          name.endsWith('s'))),
  )?.name
  if (takesIds && !body && parameter !== undefined) return { parameter, path: [], recordPath: undefined }
  if (!body) return undefined
  if (effect === 'update' && parameter !== undefined) {
    const changesPath = recordPathIn(document, body, resource)
    const list = listIn(document, body, resource)
    if (changesPath) return { parameter, changesPath, path: [], recordPath: undefined, ...list }
  }
  for (const { path, node } of arraysIn(document, body)) {
    const [name] = path
    const shared =
      effect === 'update' && name !== undefined && isIds(name, node)
        ? sharedPathIn(document, body, resource, name)
        : undefined
    if (shared) return { parameter: undefined, path, recordPath: undefined, sharedPath: shared }
    if (takesIds && isIds(path[0] ?? 'ids', node))
      return { parameter: undefined, path, recordPath: undefined }
  }
  const list = effect === 'read' ? undefined : listIn(document, body, resource)
  return list && { parameter: undefined, ...list }
}

/** The list of records in a request body. */
function listIn(
  document: Document,
  body: SchemaNode,
  resource: Resource,
): Pick<BatchOperation, 'path' | 'recordPath'> | undefined {
  for (const { path, node } of arraysIn(document, body)) {
    const recordPath = recordPathIn(document, itemOf(document, node), resource)
    if (recordPath) return { path, recordPath }
  }
  return undefined
}

/** The path to changes beside a list of ids: an object with properties of the record, or the body with only such properties. */
function sharedPathIn(
  document: Document,
  body: SchemaNode,
  resource: Resource,
  ids: string,
): readonly string[] | undefined {
  const own = possiblePropertiesOf(document, shownRecord(resource))
  const others = [...possiblePropertiesOf(document, body)].filter(([name]) => name !== ids)
  const isOwn = (name: string): boolean => own.has(name) && name !== resource.idProperty
  const areOwn = (names: readonly string[]): boolean =>
    names.some(isOwn) && names.every((name) => isOwn(name) || changedBy(name, names).some(isOwn))
  if (areOwn(others.map(([name]) => name))) return []
  const [only, ...more] = others
  const inner = only ? [...possiblePropertiesOf(document, only[1]).keys()] : []
  return only && more.length === 0 && areOwn(inner.filter((name) => name !== resource.idProperty))
    ? [only[0]]
    : undefined
}

/** The property that a name adds items to or removes them from, `tags` for `add_tags`, unless it is itself among the names. */
const changedBy = (name: string, names: readonly string[]): readonly string[] =>
  [name.replace(/^(?:add|append|remove)(?:[-_]|(?=[A-Z]))/, '')]
    .flatMap((rest) => [rest, rest.charAt(0).toLowerCase() + rest.slice(1)])
    .filter((rest) => !names.includes(rest))

/** Whether a name is that of a list of ids: `ids`, `names` where names identify records, `customer_ids`, `customers`. */
function isIdList(name: string, { idProperty = 'id', name: path }: Resource): boolean {
  const noun = resourceNoun(path)
  const plain = normalizeName(name)
  return [
    `${normalizeName(idProperty)}s`,
    'ids',
    'id',
    'keys',
    `${noun}ids`,
    normalizeName(lastSegment(path)),
  ].includes(plain)
}

/** The path to the record in an item of the list: the item itself, or the property named like a record (`job` beside `jobId`). */
function recordPathIn(
  document: Document,
  item: SchemaNode,
  resource: Resource,
): readonly string[] | undefined {
  const record = shownRecord(resource)
  const noun = resourceNoun(resource.name)
  const named = [...possiblePropertiesOf(document, item).keys()].find((name) => normalizeName(name) === noun)
  const inner = named === undefined ? undefined : propertyAt(document, item, [named])
  if (named !== undefined && inner && couldBeRecord(document, inner, record)) return [named]
  return typesOf(document, item).has('object') && couldBeRecord(document, item, record) ? [] : undefined
}
