import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { responseSchema, requestSchema } from '../../spec/inference/bodies/content.ts'
import { pathParametersIn, describedPath } from '../../spec/inference/paths/item-path.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import { lastSegment, resourceNoun } from '../../spec/inference/references/names.ts'
import type { Referrer } from '../../spec/inference/references/nearest.ts'
import { referencesOf } from '../../spec/inference/references/references.ts'
import { referenceTargets } from '../../spec/inference/references/targets.ts'
import { withoutKept } from '../../spec/inference/schemas/kept-property.ts'
import type { Reference, Resource, ResourceModel } from '../../spec/resources.ts'
import { lastPart } from '../../spec/routing/path-template.ts'
import { itemOf, itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { partsOf, resolveRef } from '../../spec/schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../spec/schemas/types.ts'
import { groupBy } from '../../spec/util/group-by.ts'
import { own } from '../../spec/util/object.ts'

/** Named schemas used for the ids of one resource only, by pointer: a property with such a `$ref` is a reference. */
export function idSchemasOf(document: Document, { resources }: ResourceModel): ReadonlyMap<string, Resource> {
  const found = new Map<string, Resource | undefined>()
  for (const resource of resources) {
    const pointer = idSchemaOf(document, resource)
    if (pointer !== undefined) found.set(pointer, found.has(pointer) ? undefined : resource)
  }
  return new Map(
    [...found].flatMap(([pointer, resource]) => (resource ? [[pointer, resource] as const] : [])),
  )
}

/** The named schema of a resource's ids, if its name refers to them: `Serial`, `PetId`. */
function idSchemaOf(document: Document, { name, record, idProperty }: Resource): string | undefined {
  const node = idProperty === undefined ? undefined : possiblePropertiesOf(document, record).get(idProperty)
  const pointer = node && resolveRef(document, node).pointer
  const called = pointer === undefined ? undefined : /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1]
  if (pointer === undefined || called === undefined || idProperty === undefined) return undefined
  const one = normalizeName(lastPart(name)).replace(/s$/, '')
  const isOwn =
    normalizeName(called) === normalizeName(idProperty)
      ? normalizeName(idProperty) !== 'id'
      : normalizeName(called).startsWith(one) && /(?:id|key|ref|number|code)$/.test(normalizeName(called))
  return isOwn ? pointer : undefined
}

/** Properties of an object, nested ones included, that hold such an id or a list of them. */
function referencesBy(
  document: Document,
  node: SchemaNode,
  ids: ReadonlyMap<string, Resource>,
  depth = 0,
): readonly Reference[] {
  if (ids.size === 0 || depth > deepest) return []
  return [...possiblePropertiesOf(document, node)].flatMap(([property, member]) => {
    const items = itemsOf(document, member)
    const referred =
      ids.get(resolveRef(document, member).pointer) ?? (items && ids.get(resolveRef(document, items).pointer))
    return referred
      ? [{ property, resource: referred.name }]
      : referencesBy(document, items ?? member, ids, depth + 1)
  })
}

/** The model extended by references that are recognizable only by a shared schema. */
export function withSharedReferences(
  document: Document,
  model: ResourceModel,
  ids: ReadonlyMap<string, Resource>,
): ResourceModel {
  if (ids.size === 0) return model
  const resources = model.resources.map((resource) => {
    const known = new Set([resource.idProperty, ...resource.references.map(({ property }) => property)])
    const more = referencesBy(document, resource.record, ids).filter(({ property }) => !known.has(property))
    return more.length === 0 ? resource : { ...resource, references: [...resource.references, ...more] }
  })
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const roles = [...model.roles].map(
    ([id, { resource, operation }]) =>
      [id, { resource: byName.get(resource.name) ?? resource, operation }] as const,
  )
  return { ...model, resources, roles: new Map(roles) }
}

/**
 * References in request bodies: `serial` in a request for a token, `productId` in the lines of an order. Each schema is read
 * once, on behalf of the first operation that uses it.
 */
export function requestReferences(
  document: Document,
  operations: readonly Operation[],
  { resources, roles }: ResourceModel,
  ids: ReadonlyMap<string, Resource>,
): readonly Reference[] {
  // Identification by a `type` member does not depend on the property's name.
  const targets = { ...referenceTargets(document, resources), byType: new Map() }
  const seen = new Set<ReadonlyMap<string, SchemaNode>>()
  const within = (node: SchemaNode, from: Referrer, depth: number): readonly Reference[] => {
    const properties = possiblePropertiesOf(document, node)
    if (seen.has(properties) || depth > deepest) return []
    seen.add(properties)
    const inner = [...properties.values()].flatMap((member) =>
      within(itemOf(document, member), from, depth + 1),
    )
    return [...inner, ...referencesOf(document, from, [node], targets)]
  }
  return operations.flatMap(({ id, path, requestBody }) => {
    const from = roles.get(id)?.resource ?? { name: path, idProperty: undefined }
    const schemas = (requestBody?.content ?? []).flatMap(({ schema }) => schema ?? [])
    return schemas.flatMap((schema) => [...within(schema, from, 0), ...referencesBy(document, schema, ids)])
  })
}

/** The nesting depth to which objects are searched for references. */
const deepest = 3

/** Keywords that a schema may have if its values are ids. */
const neutralKeywords = /^(?:type|format|nullable|title|description|examples?|x-.+|\$ref)$/

/**
 * Properties with the bare name of a resource that hold a record's number or UUID, `project`, or a list of them, `tags`. They are
 * used only to send ids of existing records, since `order` may also be a position in a list.
 */
export function namedReferences(
  document: Document,
  operations: readonly Operation[],
  { resources, roles }: ResourceModel,
): readonly Reference[] {
  const collections = resources.filter(({ kind }) => kind === 'collection')
  const byMany = groupBy(collections, ({ name }) => normalizeName(lastSegment(name)))
  const byOne = groupBy(collections, ({ name }) => resourceNoun(name))
  return operations.flatMap((operation) => {
    const own = roles.get(operation.id)?.resource
    return membersIn(document, requestSchema(operation)).flatMap(([property, node]) => {
      const items = itemsOf(document, node)
      const called = (items ? byMany : byOne).get(normalizeName(property)) ?? []
      const referred = called.filter((each) => each !== own && mayBeIdOf(document, items ?? node, each))
      return referred.length === 1 ? referred.map(({ name }) => ({ property, resource: name })) : []
    })
  })
}

/** Whether a schema, or one of its alternatives such as the record itself, is of plain numbers or UUIDs, as a resource's ids are. */
function mayBeIdOf(
  document: Document,
  node: SchemaNode,
  { idType, idProperty = '', record }: Resource,
): boolean {
  const id = possiblePropertiesOf(document, record).get(idProperty)
  const isUuid = id !== undefined && own(resolveRef(document, id).schema, 'format') === 'uuid'
  return partsOf(document, node, ['anyOf', 'oneOf']).some((part) => {
    const { schema } = resolveRef(document, part)
    const isPlain =
      typeof schema === 'object' && Object.keys(schema).every((each) => neutralKeywords.test(each))
    if (!isPlain) return false
    return idType === 'integer'
      ? isNumeric(typesOf(document, part))
      : isUuid && own(schema, 'format') === 'uuid'
  })
}

/**
 * String properties described as the path of a record, `Format: projects/{project}/workers/{worker}`, and those whose
 * counterpart in the response is a record: `items[].price` in the request, `items.data[].price` in the response.
 */
export function describedReferences(
  document: Document,
  operations: readonly Operation[],
  { resources }: ResourceModel,
): readonly Reference[] {
  const collections = resources.filter(({ kind, idType }) => kind === 'collection' && idType === 'string')
  const byRecord = groupBy(collections, ({ record }) => withoutKept(document, record).pointer)
  const ofPath = (node: SchemaNode): readonly Resource[] => {
    const description = own(resolveRef(document, node).schema, 'description')
    const path = typeof description === 'string' ? describedPath(description) : undefined
    return path === undefined ? [] : collections.filter(({ itemPath }) => pathParametersIn(path, itemPath))
  }
  const ofShown = (node: SchemaNode): readonly Resource[] =>
    partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).flatMap(({ pointer }) => byRecord.get(pointer) ?? [])
  return operations.flatMap((operation) => {
    const sent = requestSchema(operation)
    const shown = new Map(
      membersIn(document, responseSchema(operation)).map(([name, node]) => [name, ofShown(node)] as const),
    )
    return membersIn(document, sent).flatMap(([property, node]) => {
      const item = itemOf(document, node)
      if (!typesOf(document, item).has('string')) return []
      const candidates = [...ofPath(node), ...ofPath(item), ...(shown.get(property) ?? [])]
      const [referenced, ...others] = new Set(candidates)
      // A property named like the id is the record's own path.
      const isOther = referenced !== undefined && others.length === 0 && property !== referenced.idProperty
      return isOther ? [{ property, resource: referenced.name }] : []
    })
  })
}

/** The properties of an object, nested ones included. */
function membersIn(
  document: Document,
  node: SchemaNode | undefined,
  depth = 0,
): readonly (readonly [name: string, node: SchemaNode])[] {
  if (node === undefined || depth > deepest) return []
  const members = [...possiblePropertiesOf(document, node)]
  return [
    ...members,
    ...members.flatMap(([, each]) => membersIn(document, itemOf(document, each), depth + 1)),
  ]
}
