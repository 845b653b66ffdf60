import {
  type MediaType,
  isUpgrade,
  responseFor,
  type Document,
  type Operation,
  type SchemaNode,
} from '../../spec/document.ts'
import { isJsonPatch } from '../../spec/http/media-type.ts'
import { jsonSchema } from '../../spec/inference/bodies/content.ts'
import type { RecordWrite } from '../../spec/inference/constraints/unique-keys.ts'
import { inferResources } from '../../spec/inference/infer-resources.ts'
import { createNameEncoder } from '../../spec/inference/paths/name-forms.ts'
import { resourceNoun } from '../../spec/inference/references/names.ts'
import { referenceTargets } from '../../spec/inference/references/targets.ts'
import type { Json } from '../../spec/json.ts'
import { operationsOf } from '../../spec/operations.ts'
import { createRequestReader, type RequestReader } from '../../spec/request.ts'
import { type Resource, type ResourceModel, type ResourceOperation, type Role } from '../../spec/resources.ts'
import { createResponseChecker, type ResponseChecker } from '../../spec/response.ts'
import { createRouter, type Router } from '../../spec/routes.ts'
import { itemsOf, possiblePropertiesOf, propertyAt } from '../../spec/schemas/properties.ts'
import { mediaTypeResolver } from '../../spec/schemas/resolver.ts'
import { shapeOf } from '../../spec/schemas/shape.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { isSupposed, supposeAnswers } from '../../spec/undescribed/answers.ts'
import { perObject } from '../../spec/util/memo.ts'
import { createValidator, type Validator } from '../../spec/validate.ts'
import type { Generator } from '../generate/generator.ts'
import { bulkOperations } from './bulk-operations.ts'
import { generatorFor, withCachedVerdicts } from './caching.ts'
import { conversionsIn, type Roles } from './conversions.ts'
import { createJsonReader, type JsonReader } from './json-reader.ts'
import { keywordsOf } from './keywords.ts'
import { withNestedIds, withResources } from './nested-ids.ts'
import { withOwnOperations } from './own-operations.ts'
import { withParts } from './parts.ts'
import {
  idSchemasOf,
  namedReferences,
  requestReferences,
  describedReferences,
  withSharedReferences,
} from './references.ts'
import { riskyOperations } from './risky-operations.ts'

/** An API as its document describes it: everything the runner knows about its target before the first request. */
export interface Api {
  /** The document, with responses assumed where it describes none; {@link Api.operations} do not have those. */
  readonly document: Document
  /** Operations that may be called, in document order. */
  readonly operations: readonly Operation[]
  readonly byId: ReadonlyMap<string, Operation>
  /** All operations of the document, including those that may not be called. */
  readonly declared: readonly Operation[]
  readonly model: ResourceModel
  /** By operation id, actions on the records of one resource that create records of another, as creations of the latter. */
  readonly conversions: Roles
  /** By name, resources with nested records (JSON:API's `attributes`), with all properties on one level, as filters name them. */
  readonly flat: ReadonlyMap<string, Resource>
  /** Resources by the value of `type` that all of their records have and no others do. */
  readonly linked: ReadonlyMap<Json, Resource>
  /** Names of the resources whose records no response describes. */
  readonly supposed: ReadonlySet<string>
  readonly router: Router
  readonly validator: Validator
  readonly generator: Generator
  /** By property name, the resource whose ids the property holds, anywhere in the document. */
  readonly references: ReadonlyMap<string, string>
  /** Ids of operations that may change many records at once. */
  readonly bulkOperations: ReadonlySet<string>
  /** Ids of operations after which the API may refuse everything else, and names of the resources that they change. */
  readonly riskyOperations: ReadonlySet<string>
  readonly readJson: JsonReader
  reader(operation: Operation): RequestReader
  responses(operation: Operation): ResponseChecker
}

/**
 * Describes the API of a document. Excluded operations are known but never called, not even to prepare another one; neither
 * are those that switch to another protocol.
 */
export function describeApi(
  given: Document,
  isExcluded: (operation: Operation) => boolean = () => false,
): Api {
  const document = supposeAnswers(given)
  const { operations: declared } = operationsOf(given)
  const operations = declared.filter((each) => !isExcluded(each) && !isUpgrade(each))
  const validator = createValidator(document)
  const verdicts = withCachedVerdicts(validator)
  const found = withOwnOperations(inferResources(document, operationsOf(document).operations))
  const inferred = withNestedIds(document, asShown(found))
  const ids = idSchemasOf(document, inferred)
  const model = withParts(document, withSharedReferences(document, inferred, ids), declared)
  const supposed = model.resources.filter(({ record }) => isSupposed(given, record))
  const references = [
    ...describedReferences(document, declared, model),
    ...namedReferences(document, declared, model),
    ...requestReferences(document, declared, model, ids),
    // `parentId` of a tree of categories says nothing about a `parentId` elsewhere.
    ...model.resources.flatMap(({ name, references: all }) =>
      all.filter(({ resource }) => resource !== name),
    ),
  ]
  return {
    document,
    operations,
    byId: new Map(operations.map((each) => [each.id, each])),
    declared,
    model,
    conversions: conversionsIn(document, model, operations),
    flat: new Map(found.resources.flatMap((each) => (each.nesting ? [[each.name, each] as const] : []))),
    linked: new Map(
      [...referenceTargets(document, model.resources).byType].flatMap(([type, [one, ...others]]) =>
        one && others.length === 0 ? [[type, one] as const] : [],
      ),
    ),
    supposed: new Set(supposed.map(({ name }) => name)),
    router: createRouter(declared, createNameEncoder(document, declared)),
    validator,
    generator: generatorFor(document, validator),
    references: new Map(references.map(({ property, resource }) => [property, resource])),
    bulkOperations: bulkOperations(model, operations),
    riskyOperations: riskyOperations(model, operations),
    readJson: createJsonReader(),
    reader: perObject((operation) => createRequestReader(document, operation, validator)),
    responses: perObject((operation) => createResponseChecker(document, operation, verdicts)),
  }
}

/** The model with the schemas of records as responses show them, where these nest the properties. */
function asShown(model: ResourceModel): ResourceModel {
  if (model.resources.every(({ nesting }) => nesting === undefined)) return model
  return withResources(model, ({ nesting, ...resource }) =>
    nesting ? { ...resource, record: nesting.record, filters: [], references: [] } : resource,
  )
}

/** An operation and its role for a resource. */
export interface RoleOperation {
  readonly operation: Operation
  readonly role: ResourceOperation
}

/** The operations with a role on the resource itself, not on a narrowed view of it, in document order. */
export function operationsFor(api: Api, resource: Resource, role: Role): readonly RoleOperation[] {
  return resource.operations.flatMap((each) => {
    const operation = api.byId.get(each.operationId)
    return each.role === role && operation && !isOtherView(resource, each, operation)
      ? [{ operation, role: each }]
      : []
  })
}

/**
 * Whether a list below a record may select records by more than a reference to it, as `/users/{userId}/favourites` does with
 * posts: its path has another noun than the resource, and the records are not of the parent's own kind.
 */
function isOtherView(resource: Resource, { role, within }: ResourceOperation, { path }: Operation): boolean {
  if (role !== 'list' || within.length === 0) return false
  const isAmongAlike = resource.references.some(
    (each) => each.resource === resource.name && within.some(({ property }) => property === each.property),
  )
  return !isAmongAlike && resourceNoun(path) !== resourceNoun(resource.name)
}

/** The operation to use for a role: preferably one whose path has no filter of its own. */
export function operationFor(api: Api, resource: Resource, role: Role): RoleOperation | undefined {
  const found = operationsFor(api, resource, role)
  return found.find((each) => each.role.within.length === 0) ?? found[0]
}

/** The operation to change a record with, a partial update if there is one. */
export function changeFor(api: Api, resource: Resource): RoleOperation | undefined {
  return operationFor(api, resource, 'update') ?? operationFor(api, resource, 'replace')
}

export function resourceNamed(api: Api, name: string): Resource | undefined {
  return api.model.resources.find((each) => each.name === name)
}

/** The properties of a resource that clients may send when they create, replace or update a record. */
export function writableProperties(api: Api, resource: Resource): ReadonlySet<string> {
  const writes = (['create', 'replace', 'update'] as const).flatMap((role) =>
    operationsFor(api, resource, role),
  )
  return new Set(writes.flatMap((each) => writableIn(api, each)))
}

/** The properties that clients may send to one operation. */
export function writableIn(api: Api, write: RoleOperation): readonly string[] {
  const record = sentSchema(api, write)
  const properties = record ? [...possiblePropertiesOf(api.document, record)] : []
  return properties
    .filter(([, node]) => keywordsOf(api, node).get('readOnly') !== true)
    .map(([property]) => property)
}

/** The schema of the record in an operation's request body. */
export function sentSchema(api: Api, { operation, role }: RoleOperation): SchemaNode | undefined {
  const body = bodySchema(operation)
  return propertyAt(api.document, body && resolveRef(api.document, body), role.requestPath)
}

/** The properties the document declares for a resource's records. */
export function recordProperties(api: Api, resource: Resource): ReadonlyMap<string, SchemaNode> {
  return possiblePropertiesOf(api.document, resource.record)
}

/** The operation that creates the resource's records, and the schema of its request body. */
export function creationOf(api: Api, resource: Resource): RecordWrite | undefined {
  const operation = operationFor(api, resource, 'create')?.operation
  const sent = operation && bodySchema(operation)
  return sent && { operation, sent }
}

/** The schema of an operation's request body: as JSON, or as its first media type when it takes no JSON. */
export function bodySchema(operation: Operation): SchemaNode | undefined {
  return bodyType(operation)?.schema
}

/**
 * The media type to send a request body as: JSON when the operation takes it, a merge patch rather than a JSON Patch, whose
 * operations no schema describes, but a form for a body with a file.
 */
export function bodyType({
  requestBody,
}: Operation): NonNullable<Operation['requestBody']>['content'][number] | undefined {
  const content = requestBody?.content ?? []
  return (
    (content.length > 1 ? content.find(hasFile) : undefined) ??
    content.find(({ type }) => /^application\/json\b(?!-)/i.test(type)) ??
    content.find(({ type }) => /[+/]json\b/i.test(type) && !isJsonPatch(type)) ??
    content.find(({ type }) => /[+/]json\b/i.test(type)) ??
    content[0]
  )
}

/** Whether a media type is a form with the bytes of a file, which no JSON can hold. */
function hasFile(mediaType: MediaType): boolean {
  if (!/^multipart\/form-data\b/i.test(mediaType.type)) return false
  const shape = shapeOf(mediaType.schema, mediaTypeResolver(mediaType))
  return shape.names.some((name) => shape.member(name).binary)
}

/** The schema of the record, or of the list of records, in an operation's response. */
export function shownBy(api: Api, { operation, role }: RoleOperation): SchemaNode | undefined {
  const schema = jsonSchema(responseFor(operation, role.status)?.content ?? [])
  return (
    schema &&
    role.responsePath &&
    propertyAt(api.document, resolveRef(api.document, schema), role.responsePath)
  )
}

/** The schema of a record in the response of a list. */
export function itemShownBy(api: Api, list: RoleOperation): SchemaNode | undefined {
  const shown = shownBy(api, list)
  return shown && itemsOf(api.document, shown)
}

/** The resource whose ids a property of a request holds; undefined for the record's own id. */
export function referredBy(api: Api, operation: Operation, property: string): string | undefined {
  const batch = api.model.batches.get(operation.id)
  if (batch?.sharedPath && batch.path.at(-1) === property) return batch.resource.name
  const own = api.model.roles.get(operation.id)?.resource
  // The id of a participant may be that of a patient.
  const reference = own?.references.find((each) => each.property === property)
  if (reference && reference.resource !== own?.name) return reference.resource
  if (own?.idProperty === property) return undefined
  return reference?.resource ?? api.references.get(property) ?? namedByPath(api, operation, property)
}

/** The resource that the path of an operation below a record names, if that sends its key: the `code` in `PUT /carts/{id}/coupon`. */
function namedByPath({ model }: Api, { path }: Operation, property: string): string | undefined {
  const [named, ...others] = model.resources.filter(
    ({ kind, name, idProperty, scope }) =>
      kind === 'collection' &&
      idProperty === property &&
      scope.length === 0 &&
      resourceNoun(name) === resourceNoun(path),
  )
  return path.includes('{') && named && others.length === 0 ? named.name : undefined
}
