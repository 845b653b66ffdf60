import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { requestSchema, responseSchema } from '../../spec/inference/bodies/content.ts'
import { operationAs } from '../../spec/inference/drafts/roles.ts'
import { idCandidates } from '../../spec/inference/identity/identity.ts'
import { lastParameter, parseTemplate } from '../../spec/inference/paths/template.ts'
import { normalizeName, singularNounOf } from '../../spec/inference/prose/words.ts'
import type { Resource, ResourceModel, ResourceOperation, Role } from '../../spec/resources.ts'
import { lastPart } from '../../spec/routing/path-template.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { typesOf } from '../../spec/schemas/types.ts'

/**
 * The model extended by records that only the record above them shows, in an array: `POST /invoices/{id}/lines` adds one of the
 * `lines` that `GET /invoices/{id}` lists. That operation is then a list of them as well.
 */
export function withParts(
  document: Document,
  model: ResourceModel,
  operations: readonly Operation[],
): ResourceModel {
  const parts = model.resources.flatMap((owner) => partsOf(document, model, owner, operations))
  if (parts.length === 0) return model
  const roles = parts.flatMap((resource) =>
    resource.operations
      .filter(({ role }) => role !== 'list')
      .map((operation) => [operation.operationId, { resource, operation }] as const),
  )
  const known = new Set(roles.map(([id]) => id))
  return {
    ...model,
    resources: [...model.resources, ...parts],
    roles: new Map([...model.roles, ...roles]),
    stateless: model.stateless.filter(({ operationId }) => !known.has(operationId)),
  }
}

/** The resource whose records alone show those of another, if that has no list of its own. */
export function ownerOfParts(
  { resources }: ResourceModel,
  { parent, operations }: Resource,
): Resource | undefined {
  const owner = resources.find(({ name }) => name === parent?.resource)
  const lists = new Set(operations.flatMap(({ role, operationId }) => (role === 'list' ? [operationId] : [])))
  return owner?.operations.some(({ role, operationId }) => role === 'read' && lists.has(operationId))
    ? owner
    : undefined
}

function partsOf(
  document: Document,
  model: ResourceModel,
  owner: Resource,
  operations: readonly Operation[],
): readonly Resource[] {
  const read = owner.operations.find(({ role }) => role === 'read')
  const { key: above } = parseTemplate(owner.itemPath ?? '')
  if (!read?.responsePath || owner.kind !== 'collection' || owner.nesting) return []
  return [...possiblePropertiesOf(document, owner.record)].flatMap(([property, node]) => {
    const record = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
    if (!record) return []
    const path = [...(read.responsePath ?? []), property]
    const writes = writesOf(model, operations, { key: above, property })
    return (
      resourceOf(document, { owner, record, writes, list: { ...read, role: 'list', responsePath: path } }) ??
      []
    )
  })
}

/** The operations at the path of the parts, and at that of one of them. */
interface Writes {
  readonly create: Operation | undefined
  readonly onItem: readonly Operation[]
}

/** Operations that change the parts; none where the path has a GET, so that it is a resource of its own. */
function writesOf(
  model: ResourceModel,
  operations: readonly Operation[],
  { key, property }: { readonly key: string; readonly property: string },
): Writes {
  const below = operations.flatMap((operation) => {
    const template = parseTemplate(operation.path)
    const [start, ...others] = template.key.startsWith(`${key}/`)
      ? template.key.slice(key.length + 1).split('/')
      : []
    const isOne = others.length === 1 && lastParameter(template.segments) !== undefined
    const isNamed = start !== undefined && normalizeName(start) === normalizeName(property)
    return isNamed && (others.length === 0 || isOne) ? [{ operation, isOne }] : []
  })
  const isFree = below.every(({ operation: { id, method } }) => {
    const role = model.roles.get(id)?.operation.role ?? 'action'
    return method !== 'GET' && role === 'action' && !model.relationships.has(id) && !model.batches.has(id)
  })
  if (!isFree) return { create: undefined, onItem: [] }
  return {
    create: below.find(({ operation, isOne }) => !isOne && operation.method === 'POST')?.operation,
    onItem: below.flatMap(({ operation, isOne }) => (isOne ? [operation] : [])),
  }
}

interface Found {
  readonly owner: Resource
  /** The schema of a part. */
  readonly record: SchemaNode
  readonly writes: Writes
  /** The operation that reads the owner, as a list of its parts. */
  readonly list: ResourceOperation
}

const itemRoles: Readonly<Record<string, Role>> = { PUT: 'replace', PATCH: 'update', DELETE: 'delete' }

function resourceOf(document: Document, { owner, record, writes, list }: Found): Resource | undefined {
  const { create, onItem } = writes
  const properties = possiblePropertiesOf(document, record)
  const sent = create && requestSchema(create)
  const isSent = sent && [...possiblePropertiesOf(document, sent).keys()].some((name) => properties.has(name))
  if (!create || !isSent) return undefined
  const idParameter = lastParameter(parseTemplate(onItem[0]?.path ?? '').segments)
  const [idProperty] = idCandidates({ name: singularNounOf(create.path), idParameter }, properties)
  const id = idProperty === undefined ? undefined : properties.get(idProperty)
  if (idProperty === undefined || id === undefined) return undefined
  const scope = [...owner.scope, ...(owner.idParameter === undefined ? [] : [owner.idParameter])]
  const as = (operation: Operation, role: Role): ResourceOperation =>
    roleOn(document, { id: idProperty, list: list.responsePath?.at(-1) ?? '' }, operation, role)
  return {
    name: `${owner.name}/${lastPart(create.path)}`,
    kind: 'collection',
    collectionPath: create.path,
    itemPath: onItem[0]?.path,
    idParameter,
    idProperty,
    idType: typesOf(document, id).has('integer') ? 'integer' : 'string',
    record,
    scope,
    parent: { resource: owner.name, parameters: scope },
    discoverable: true,
    operations: [
      {
        ...list,
        idParameter: undefined,
        scope: list.idParameter === undefined ? list.scope : [...list.scope, list.idParameter],
      },
      as(create, 'create'),
      ...onItem.flatMap((each) => {
        const role = itemRoles[each.method]
        return role ? [as(each, role)] : []
      }),
    ],
    filters: [],
    paging: undefined,
    total: undefined,
    references: [],
  }
}

/** A write in its role; it responds with the part, with the record that lists it, or with nothing. */
function roleOn(
  document: Document,
  { id, list }: { readonly id: string; readonly list: string },
  operation: Operation,
  role: Role,
): ResourceOperation {
  const response = responseSchema(operation)
  const shown = response && possiblePropertiesOf(document, response)
  const isShown = shown?.has(id) === true && !shown.has(list)
  const route = { operation, template: parseTemplate(operation.path) }
  return operationAs(route, role, { responsePath: isShown ? [] : undefined })
}
