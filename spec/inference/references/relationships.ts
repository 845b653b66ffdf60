import type { Document, Operation, SchemaNode } from '../../document.ts'
import {
  shownRecord,
  type Reference,
  type Relationship,
  type Resource,
  type ResourceModel,
} from '../../resources.ts'
import { itemOf, itemsOf, possiblePropertiesOf, propertyAt } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { requestSchema, responseSchema, statusOf, successResponse } from '../bodies/content.ts'
import { findList, findRecord } from '../bodies/envelope.ts'
import type { Route, Routes } from '../paths/routes.ts'
import {
  collectionKeys,
  isParameter,
  lastParameter,
  parametersOf,
  parentTemplate,
  parseTemplate,
  type Segment,
} from '../paths/template.ts'
import { singularWordsOf, wordsOf } from '../prose/words.ts'
import { isSameSchema, isSimilar } from '../schemas/similarity.ts'
import { lastSegment, referencedNoun } from './names.ts'

type Model = Pick<ResourceModel, 'resources' | 'roles'>

/**
 * Operations at a path below a record that show or change which records it refers to, by operation id: `GET /articles/{id}/tags`,
 * `POST /articles/{id}/relationships/tags`, `PUT /customers/{id}/tags/{tagId}`.
 */
export function relationshipsOf(
  document: Document,
  routes: Routes,
  { resources, roles }: Model,
): ReadonlyMap<string, Relationship> {
  const owners = ownersByKey(resources)
  const relationships = new Map<string, Relationship>()
  if (owners.size === 0) return relationships
  for (const route of [...routes.values()].flat()) {
    const { id } = route.operation
    const role = roles.get(id)
    if (role?.resource.scope.length === 0 && role.operation.role !== 'action') continue
    const relationship = relationshipAt(document, owners, resources, route)
    if (relationship) relationships.set(id, relationship)
  }
  // A nested collection with other operations, such as one that creates a record, has records of its own.
  for (const { operations, scope } of resources) {
    if (scope.length === 0) continue
    const isOwn = operations.some(({ operationId }) => !relationships.has(operationId))
    if (isOwn) for (const { operationId } of operations) relationships.delete(operationId)
  }
  return relationships
}

/** The collections whose records refer to others, by the keys of their paths. */
function ownersByKey(resources: readonly Resource[]): ReadonlyMap<string, Resource> {
  return new Map(
    resources.flatMap((resource) => {
      const { itemPath = '', references } = resource
      const template = references.length === 0 ? undefined : parseTemplate(itemPath)
      const isItem = template && lastParameter(template.segments) !== undefined
      const collection = isItem ? parentTemplate(template) : undefined
      return collection ? [[collection.key, resource] as const] : []
    }),
  )
}

/** What an operation at a path below a record does to one of the references of that record, if it is about one. */
function relationshipAt(
  document: Document,
  owners: ReadonlyMap<string, Resource>,
  resources: readonly Resource[],
  { template, operation }: Route,
): Relationship | undefined {
  const { segments } = template
  const member = lastParameter(segments)
  const isMember = member !== undefined
  const [key = ''] = collectionKeys(template).slice(isMember ? 1 : 0)
  const name = relationshipName(isMember ? segments.slice(0, -1) : segments)
  const effect = isMember || operation.method !== 'POST' ? undefined : effectNamed(name)
  const noun = effect?.noun ?? name
  const ends = noun === undefined ? undefined : endsOf(document, owners.get(key), resources, noun)
  if (!ends || (effect && ends.isMany === (effect.effect === 'replace'))) return undefined
  const shows = shownBy(document, operation, ends)
  const change = effect
    ? changeNamed(document, operation, effect)
    : changeBy(document, operation, ends.isMany, member)
  const isRead = operation.method === 'GET' && !isMember && shows !== undefined && shows.kind !== 'owner'
  if (!isRead && !change) return undefined
  const parameters = parametersOf(segments).slice(0, isMember ? -1 : undefined)
  const status = statusOf(successResponse(operation))
  return {
    ...ends,
    idParameter: parameters.at(-1) ?? '',
    scope: parameters.slice(0, -1),
    shows,
    change,
    status,
  }
}

/** What an action is called that adds, removes or sets references, and what it is about: `addProject`, `set-parent`. */
interface NamedEffect {
  readonly effect: 'add' | 'remove' | 'replace'
  readonly noun: string
}

function effectNamed(name: string | undefined): NamedEffect | undefined {
  const [verb = '', ...noun] = wordsOf(name ?? '')
  const effect = verb === 'set' ? 'replace' : verb === 'add' || verb === 'remove' ? verb : undefined
  return effect && noun.length > 0 ? { effect, noun: noun.join('_') } : undefined
}

/** The ids that such an action is sent, under the name of what it is about: `{project: "12"}`. */
function changeNamed(
  document: Document,
  operation: Operation,
  { effect, noun }: NamedEffect,
): Relationship['change'] {
  const body = requestSchema(operation)
  const wanted = singularWordsOf(noun)
  const isMeant = (name: string): boolean => singularWordsOf(name).replace(/ (?:uu)?id$/, '') === wanted
  const inside = [...(body ? possiblePropertiesOf(document, body) : [])]
  const [wrapper] = inside.length === 1 ? inside : []
  const within = wrapper
    ? [...possiblePropertiesOf(document, wrapper[1])].map(([name]) => [wrapper[0], name])
    : []
  const path = [...inside.map(([name]) => [name]), ...within].find((each) => isMeant(each.at(-1) ?? ''))
  return path && { effect, parameter: undefined, path }
}

/** Where a relationship begins and ends. */
type Ends = Pick<Relationship, 'owner' | 'reference' | 'target' | 'isMany'>

function endsOf(
  document: Document,
  owner: Resource | undefined,
  resources: readonly Resource[],
  name: string,
): Ends | undefined {
  const reference = owner && referenceNamed(document, owner, name)
  const target = resources.find((resource) => resource.name === reference?.resource)
  if (!owner || !reference || !target || target.scope.length > 0 || target.kind === 'singleton')
    return undefined
  const node = possiblePropertiesOf(document, owner.record).get(reference.property)
  return node && { owner, reference, target, isMany: typesOf(document, node).has('array') }
}

/**
 * The name of a relationship in the path below a record: `tags` for `/articles/{id}/tags`, and for
 * `/articles/{id}/relationships/tags` as in JSON:API (1.1 §7.2.2.1).
 */
function relationshipName(segments: readonly Segment[]): string | undefined {
  const texts = segments
    .slice(segments.findLastIndex(isParameter) + 1)
    .flatMap((segment) => ('text' in segment ? [segment.text] : []))
  const [name, ...more] = texts[0] === 'relationships' && texts.length > 1 ? texts.slice(1) : texts
  return more.length === 0 ? name : undefined
}

/** The reference that a path segment names: `tagIds` or `tags` for `tags`. Ids come before embedded records. */
function referenceNamed(
  document: Document,
  { references, record }: Resource,
  name: string,
): Reference | undefined {
  const noun = singularWordsOf(name)
  const properties = possiblePropertiesOf(document, record)
  const named = references.filter(
    ({ property }) =>
      properties.has(property) && singularWordsOf(property).replace(/ (?:uu)?id$/, '') === noun,
  )
  return named.find(({ idProperty }) => idProperty === undefined) ?? named[0]
}

/** What the response shows: the record itself, records it refers to, or only their ids with their type (linkage). */
function shownBy(
  document: Document,
  operation: Operation,
  { owner, target, isMany }: Ends,
): Relationship['shows'] {
  const body = responseSchema(operation)
  if (!body) return undefined
  const hints = { name: lastSegment(target.name), idParameter: undefined, record: shownRecord(target) }
  const ownerHints = { name: lastSegment(owner.name), idParameter: undefined, record: shownRecord(owner) }
  const own = findRecord(document, body, ownerHints)
  const whole = own && isSameSchema(document, own.schema, ownerHints.record) ? own : undefined
  const part = isMany ? findList(document, body, hints) : findRecord(document, body, hints)
  // The record that refers to others may show these.
  if (whole && part && part.path.length > whole.path.length) return { kind: 'owner', path: whole.path }
  if (part && isLinkage(document, part.schema)) return { kind: 'linkage', path: part.path }
  if (part && isSimilar(document, part.schema, hints.record)) return { kind: 'records', path: part.path }
  return own && isSimilar(document, own.schema, ownerHints.record)
    ? { kind: 'owner', path: own.path }
    : undefined
}

/** Whether an object has an `id` and nothing else but its `type` and `meta` (JSON:API 1.1 §7.3). */
function isLinkage(document: Document, node: SchemaNode): boolean {
  const names = [...possiblePropertiesOf(document, node).keys()]
  return (
    names.includes('id') &&
    names.includes('type') &&
    names.every((name) => /^(?:id|type|meta|lid)$/.test(name))
  )
}

/** How an operation changes the references: by an id in its path, or by ids in its body. */
function changeBy(
  document: Document,
  operation: Operation,
  isMany: boolean,
  parameter: string | undefined,
): Relationship['change'] {
  const { method } = operation
  const body = requestSchema(operation)
  if (parameter !== undefined) {
    if (!isMany || body) return undefined
    if (method === 'PUT' || method === 'POST') return { effect: 'add', parameter, path: [] }
    return method === 'DELETE' ? { effect: 'remove', parameter, path: [] } : undefined
  }
  if (method === 'DELETE' && !body && !isMany) return { effect: 'replace', parameter: undefined, path: [] }
  const path = body && (pathToIds(document, body, isMany) ?? pathToOne(document, body, isMany, method))
  if (!path) return undefined
  const effects = { POST: 'add', PUT: 'replace', PATCH: 'replace', DELETE: 'remove' } as const
  const effect = isMany
    ? effects[method as 'POST']
    : method === 'PATCH' || method === 'PUT'
      ? 'replace'
      : undefined
  return effect && { effect, parameter: undefined, path }
}

/** The path to the ids, or to the linkage, in a request body that has nothing else. */
function pathToIds(document: Document, body: SchemaNode, isMany: boolean): readonly string[] | undefined {
  const isIds = (node: SchemaNode): boolean => {
    const item = isMany ? itemsOf(document, node) : node
    if (!item || isMany !== typesOf(document, node).has('array')) return false
    const types = typesOf(document, item)
    return types.has('object') ? isLinkage(document, itemOf(document, item)) : isMany && !types.has('array')
  }
  if (isIds(body)) return []
  const names = [...possiblePropertiesOf(document, body).keys()]
  const [only, ...others] = names.filter((name) => !name.startsWith('_'))
  const inner = only === undefined || others.length > 0 ? undefined : propertyAt(document, body, [only])
  return only !== undefined && inner && isIds(inner) ? [only] : undefined
}

/** The path to a single id, by a name such as `userId`, in the body of a POST that adds a reference to others. */
function pathToOne(
  document: Document,
  body: SchemaNode,
  isMany: boolean,
  method: string,
): readonly string[] | undefined {
  const [only, ...others] = [...possiblePropertiesOf(document, body)]
  if (!isMany || method !== 'POST' || !only || others.length > 0) return undefined
  const [name, node] = only
  const types = typesOf(document, node)
  const isOne = !types.has('array') && !types.has('object')
  return isOne && referencedNoun(name) !== undefined ? [name] : undefined
}
