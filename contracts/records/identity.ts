import type { Operation, SchemaNode } from '../../spec/document.ts'
import type { Json } from '../../spec/json.ts'
import { toPointer } from '../../spec/json/pointer.ts'
import type { Resource } from '../../spec/resources.ts'
import { parameterNames } from '../../spec/routing/path-template.ts'
import { possiblePropertiesOf, propertyAt, requiredOf } from '../../spec/schemas/properties.ts'
import {
  operationFor,
  recordProperties,
  resourceNamed,
  sentSchema,
  type Api,
  type RoleOperation,
} from '../api/api.ts'
import { inconclusive } from '../context.ts'
import { textOfId } from '../draft.ts'
import type { Fixture } from '../interaction.ts'
import { typedId } from '../requests/paths.ts'

/** Where the body of a change holds the id of the record it changes. */
export interface IdentityPlace {
  readonly resource: Resource
  /** JSON pointer in the body. */
  readonly pointer: string
  /** Whether no other part of the request identifies the record, as in `PUT /pets`. */
  readonly isTarget: boolean
  /** Names of the path parameters of the collection's parents, outermost first. */
  readonly scope: readonly string[]
}

const known = new WeakMap<Operation, IdentityPlace | undefined>()

/** Returns where the body of an update or replacement holds the record's id; undefined for other operations. */
export function identityIn(api: Api, operation: Operation): IdentityPlace | undefined {
  if (!known.has(operation)) known.set(operation, findIdentity(api, operation))
  return known.get(operation)
}

function findIdentity(api: Api, operation: Operation): IdentityPlace | undefined {
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  if (!resource || (role?.role !== 'replace' && role?.role !== 'update')) return undefined
  const { idProperty, kind } = resource
  const record = sentSchema(api, { operation, role })
  const path = resource.idPath ?? (idProperty === undefined ? [] : [idProperty])
  const hasId = path.length > 0 && propertyAt(api.document, record, path) !== undefined
  if (!hasId || kind === 'singleton') return undefined
  const pointer = toPointer([...role.requestPath, ...path])
  return { resource, pointer, isTarget: role.idParameter === undefined, scope: role.scope }
}

/** Whether an id is not empty and valid as a path parameter, whose schema may differ from that of the record's own id. */
export function isAcceptedInPath(api: Api, operation: Operation, name: string, id: Json): boolean {
  const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name)
  return textOfId(id) !== '' && (!parameter?.schema || takesId(api, parameter.schema, id))
}

/**
 * Returns the first of a record's ids that is valid in the record but not in the operation's path. An id that is invalid in
 * the record as well has been reported with the response that contains it.
 */
export function idRefusedByPath(
  api: Api,
  operation: Operation,
  names: readonly string[],
  { resource, key }: Pick<Fixture, 'resource' | 'key'>,
): Json | undefined {
  let owner = resourceNamed(api, resource)
  for (let index = key.length - 1; index >= 0; index -= 1) {
    const [id, name] = [key[index], names[index]]
    const ownSchema =
      owner?.idProperty === undefined ? undefined : recordProperties(api, owner).get(owner.idProperty)
    const isInvalidInRecord = id !== undefined && ownSchema !== undefined && !takesId(api, ownSchema, id)
    if (
      id !== undefined &&
      name !== undefined &&
      !isInvalidInRecord &&
      !isAcceptedInPath(api, operation, name, id)
    )
      return id
    owner = owner?.parent && resourceNamed(api, owner.parent.resource)
  }
  return undefined
}

/** Ends the case as inconclusive if an id of the record is not valid in the operation's path. */
export function assertPathAllows(
  api: Api,
  operation: Operation,
  names: readonly string[],
  record: Pick<Fixture, 'resource' | 'key'>,
): void {
  const refused = idRefusedByPath(api, operation, names, record)
  if (refused === undefined) return
  throw inconclusive(`The path does not allow ${textOfId(refused)}, an id of ${record.resource}.`)
}

/** Whether a schema accepts an id, as a number or as a string. */
function takesId(api: Api, node: SchemaNode, id: Json): boolean {
  const validate = api.validator.of(node, 'request')
  const text = textOfId(id)
  return [id, text, typedId(text, 'integer')].some((form) => validate.accepts(form))
}

/** Generates an id for the last path parameter that is also valid in the record. */
export function generateId(
  api: Api,
  { record, idProperty = '' }: Resource,
  { path, parameters }: Operation,
  seed: number,
): Json | undefined {
  const last = parameterNames(path).at(-1)
  const inPath = parameters.find(({ in: place, name }) => place === 'path' && name === last)?.schema
  const inRecord = possiblePropertiesOf(api.document, record).get(idProperty)
  const schemas = [inPath, inRecord].filter((node) => node !== undefined)
  if (!inPath) return undefined
  return schemas
    .map((node) => api.generator.valid(node, 'request', seed))
    .filter((id) => typeof id === 'string' || typeof id === 'number')
    .find((id) => schemas.every((node) => takesId(api, node, id)))
}

/**
 * Whether a create operation requires the client to choose the id, and this one is valid in the record's path: otherwise the
 * server may assign another.
 */
export function isChosenByClient(
  api: Api,
  resource: Resource,
  { role, operation }: RoleOperation,
  id: Json,
): boolean {
  const record = sentSchema(api, { role, operation })
  if (role.role !== 'create' || !record || !requiredOf(api.document, record).has(resource.idProperty ?? ''))
    return false
  const read = operationFor(api, resource, 'read')
  return !read?.role.idParameter || isAcceptedInPath(api, read.operation, read.role.idParameter, id)
}
