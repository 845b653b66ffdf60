import type { Document, Pointer, SchemaNode } from '../../document.ts'
import { isArray, isJsonObject, type Json } from '../../json.ts'
import { own } from '../../util/object.ts'
import { isNumeric, typesOf, valuesIn } from '../../schemas/types.ts'
import { itemOf, possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf, resolveRef, subschema } from '../../schemas/subschemas.ts'
import type { Reference, Resource } from '../../resources.ts'
import { normalizeName, singular, wordsOf } from '../prose/words.ts'

/** Collections that can be referred to. */
export interface ReferenceTargets {
  /** By what one record of them is called. */
  readonly byNoun: ReadonlyMap<string, readonly Resource[]>
  /** By the one value of the `type` that each of their records has. */
  readonly byType: ReadonlyMap<Json, readonly Resource[]>
  /** Those below no other whose records alone have a schema, of those that a value may be of. */
  readonly bySchema: (node: SchemaNode) => readonly Resource[]
}

/** The collections among the resources whose records have ids to refer to them by. */
export function referenceTargets(document: Document, resources: readonly Resource[]): ReferenceTargets {
  const byNoun = new Map<string, Resource[]>()
  const byType = new Map<Json, Resource[]>()
  const bySchema = new Map<Pointer, Resource | undefined>()
  for (const resource of resources) {
    if (resource.kind !== 'collection' || resource.idProperty === undefined) continue
    const noun = resourceNoun(resource.name)
    byNoun.set(noun, [...(byNoun.get(noun) ?? []), resource])
    if (resource.scope.length > 0) continue
    const type = typeTold(document, resource.record)
    if (type !== undefined) byType.set(type, [...(byType.get(type) ?? []), resource])
    const { pointer } = resolveRef(document, resource.record)
    bySchema.set(pointer, bySchema.has(pointer) ? undefined : resource)
  }
  const known = new WeakMap<object, readonly Resource[]>()
  const partsIn = (node: SchemaNode): readonly Resource[] =>
    partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).flatMap(({ pointer }) => bySchema.get(pointer) ?? [])
  return {
    byNoun,
    byType,
    bySchema(node) {
      if (typeof node.schema !== 'object') return []
      const found = known.get(node.schema) ?? partsIn(node)
      known.set(node.schema, found)
      return found
    },
  }
}

/** The one value of an object's `type`, which tells what it is: JSON:API 1.1 §7.2.1. */
function typeTold(document: Document, node: SchemaNode): Json | undefined {
  const types = partsOf(document, node, ['allOf']).flatMap(
    (part) => subschema(part, 'properties', 'type') ?? [],
  )
  const values = types.flatMap((type) => [
    ...partsOf(document, type, ['allOf']).flatMap(({ schema }) => own(schema, 'const') ?? []),
    ...valuesIn(document, type),
  ])
  const [value, ...others] = new Set(values as readonly Json[])
  return others.length === 0 ? value : undefined
}

/** Who refers: a resource, or an operation of none by its path. */
export type Referrer = Pick<Resource, 'name' | 'idProperty'>

/**
 * Properties that refer to records of other resources, by their ids, `categoryId`, `category_id`, `idCategory`, `categoryIds`,
 * or by showing them, `category: {id, name}`.
 * @param nodes schemas of its records, and of what clients send of them
 */
export function referencesOf(
  document: Document,
  resource: Referrer,
  nodes: readonly SchemaNode[],
  targets: ReferenceTargets,
): readonly Reference[] {
  const maps = new Set(nodes.map((node) => possiblePropertiesOf(document, resolveRef(document, node))))
  const all = [...maps].flatMap((properties) => [...properties])
  const shown = new Map(
    all.flatMap(([property, schema]) => {
      const target = shownBy(document, resource, property, schema, targets)
      return target ? [[property, target] as const] : []
    }),
  )
  const owners = new Map([...shown].map(([property, target]) => [normalizeName(singular(property)), target]))
  const found = new Map<string, Reference>()
  for (const [property, schema] of all) {
    const record = shown.get(property)
    const target = record ?? named(document, resource, property, schema, { targets, owners })
    if (!target || found.has(property)) continue
    const held = record?.idProperty === undefined ? {} : { idProperty: record.idProperty }
    found.set(property, { property, resource: target.name, ...held })
  }
  return [...found.values()]
}

/**
 * Properties that refer to one record of the same resource, which was there before: by its id, `parentId`, `parent_category_id`,
 * `managerId` of an employee, `replyTo` of a comment; or by showing it, whatever that is called. What is below another record
 * may have that one for its parent.
 */
export function selfReferences(document: Document, resource: Resource): readonly Reference[] {
  const { name, idProperty } = resource
  if (resource.kind !== 'collection' || idProperty === undefined) return []
  const record = resolveRef(document, resource.record)
  return [...possiblePropertiesOf(document, record)].flatMap(([property, schema]): readonly Reference[] => {
    if (property === idProperty || typesOf(document, schema).has('array')) return []
    const isShown =
      partsOf(document, schema, ['allOf', 'oneOf', 'anyOf']).some(
        ({ pointer }) => pointer === record.pointer,
      ) ||
      (isAbove(property, resource, true) && isRecordSummary(document, schema, resource))
    if (isShown) return [{ property, resource: name, idProperty }]
    return isAbove(property, resource, resource.idType === 'integer') && isIdOf(document, schema, resource)
      ? [{ property, resource: name }]
      : []
  })
}

/** Whether an object is less of a record, with its id. */
export function isRecordSummary(document: Document, node: SchemaNode, resource: Resource): boolean {
  const [some, all] = [node, resource.record].map((each) => possiblePropertiesOf(document, each))
  const id = some?.get(resource.idProperty ?? '')
  if (!some || !all || id === undefined || !isIdOf(document, id, resource)) return false
  return some.size < all.size && [...some.keys()].every((name) => all.has(name))
}

const people = /(?:employee|person|user|member|worker|colleague)$/
const answers = /(?:comment|reply|answer|note|post)$/

/** Whether a property's name says that it is about a record above one of the resource; `isTold`: without `id` in it too. */
function isAbove(property: string, { name, parent }: Resource, isTold: boolean): boolean {
  const [subject, noun] = [referencedNoun(property), resourceNoun(name)]
  const called = subject ?? normalizeName(property)
  if (/^(?:in)?replyto$/.test(called)) return subject !== undefined || isTold || answers.test(noun)
  if (subject === undefined && !isTold) return false
  if (people.test(noun) && /^(?:manager|supervisor|reportsto)$/.test(called)) return true
  if (!called.startsWith('parent')) return false
  const named = called.slice('parent'.length)
  return named === '' ? parent === undefined : named === noun
}

interface Owners {
  readonly targets: ReferenceTargets
  /** The resources whose records other properties show, by what these are called: `assignee` beside `assigneeId`. */
  readonly owners: ReadonlyMap<string, Resource>
}

/** The resource whose ids a property holds. */
function named(
  document: Document,
  resource: Referrer,
  property: string,
  schema: SchemaNode,
  { targets, owners }: Owners,
): Resource | undefined {
  const subject = referencedNoun(property)
  const called = subject === undefined ? [] : (targets.byNoun.get(subject) ?? [])
  // `taskId` of a task is its own, whatever else is called tasks.
  if (property === resource.idProperty && called.some(({ name }) => name === resource.name)) return undefined
  const node = itemOf(document, schema)
  const owner = owners.get(subject ?? '')
  if (owner && isIdOf(document, node, owner)) return owner
  const candidates = called.length > 0 ? called : calledLast(document, property, node, targets)
  return nearest(
    resource,
    candidates.filter((other) => isIdOf(document, node, other)),
  )
}

/**
 * Those whose ids have the same schema as the property, which names them after the part that they have in the record:
 * `from_address_id`. A text of any form could be an id of somebody else's, as an `external_order_id` is.
 */
function calledLast(
  document: Document,
  property: string,
  node: SchemaNode,
  { byNoun }: ReferenceTargets,
): readonly Resource[] {
  const words = wordsOf(property)
  const nouns = words.slice(1).map((_, index) => referencedNoun(words.slice(index + 1).join('_')))
  const found = nouns.flatMap((noun) => byNoun.get(noun ?? '') ?? [])
  return found.filter((other) => {
    const id = possiblePropertiesOf(document, other.record).get(other.idProperty ?? '')
    return id !== undefined && isSameForm(document, id, node)
  })
}

/** Whether two values are of one schema that is called by a name, or match one `pattern`. */
function isSameForm(document: Document, one: SchemaNode, other: SchemaNode): boolean {
  const parts = partsOf(document, other, ['allOf', 'oneOf', 'anyOf'])
  const { pointer, schema } = resolveRef(document, one)
  const pattern = own(schema, 'pattern')
  return parts.some(
    (part) => part.pointer === pointer || (pattern !== undefined && own(part.schema, 'pattern') === pattern),
  )
}

/** The resource whose records, or parts of them, a property holds: known by their schema, or by the property's name. */
function shownBy(
  document: Document,
  resource: Referrer,
  property: string,
  schema: SchemaNode,
  { byNoun, byType, bySchema }: ReferenceTargets,
): Resource | undefined {
  const node = itemOf(document, schema)
  if (!typesOf(document, node).has('object')) return undefined
  const [typed, ...others] = byType.get(typeTold(document, node) ?? null) ?? []
  const isTold = typed && others.length === 0 && typed.name !== resource.name
  if (isTold && isRecordSummary(document, node, typed)) return typed
  const same = bySchema(node).find((each) => each.name !== resource.name)
  const called = (byNoun.get(normalizeName(singular(property))) ?? []).filter((other) => {
    const id = possiblePropertiesOf(document, node).get(other.idProperty ?? '')
    return other.scope.length === 0 && id !== undefined && isIdOf(document, id, other)
  })
  if (same && called.includes(same)) return same
  return nearest(resource, called) ?? same ?? nearest(resource, lessOf(document, node, byNoun))
}

/** Less of it than there is: a schema called after the record, `UserRef`, with some of its properties. */
function lessOf(
  document: Document,
  node: SchemaNode,
  byNoun: ReferenceTargets['byNoun'],
): readonly Resource[] {
  return partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).flatMap((part) => {
    const words = wordsOf(lastSegment(part.pointer))
    const noun = words.filter((word) => !lesser.has(word))
    const called = noun.length < words.length ? byNoun.get(noun.join('')) : undefined
    return (called ?? []).filter(
      (other) => other.scope.length === 0 && isRecordSummary(document, part, other),
    )
  })
}

const lesser = new Set(
  'ref reference summary brief mini minimal short lite link preview info basic compact stub embedded nested dto'.split(
    ' ',
  ),
)

/** None of its own: they are not there before it is. */
function nearest(resource: Referrer, candidates: readonly Resource[]): Resource | undefined {
  const others = candidates.filter(({ name }) => name !== resource.name)
  const before = others.filter(({ parent }) => parent?.resource !== resource.name)
  const [found] = (before.length > 0 ? before : others).sort(
    (one, other) => nearness(resource, other) - nearness(resource, one),
  )
  return found
}

/** What a property's name says it is the id of: `category` for `categoryId` or `categoryIds`. */
export function referencedNoun(property: string): string | undefined {
  const words = wordsOf(property)
  const isMark = (word: string | undefined): boolean => word !== undefined && marks.has(word)
  if (words.length > 1 && isMark(words.at(-1))) return words.slice(0, -1).join('')
  return words.length > 1 && isMark(words[0]) ? words.slice(1).join('') : undefined
}

const marks = new Set(['id', 'uuid', 'ids', 'uuids'])

/** The ids that a property's value tells, of the records it refers to. */
export function referencedIds(
  value: Json | undefined,
  { idProperty }: Pick<Reference, 'idProperty'>,
): readonly Json[] {
  return (isArray(value) ? value : [value ?? null]).flatMap((item) => {
    const id = isJsonObject(item) && idProperty !== undefined ? item[idProperty] : item
    return id === undefined || id === null ? [] : [id]
  })
}

/** The last text in a resource's name: what its records are called. */
export function lastSegment(name: string): string {
  return name.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? ''
}

/** What one of the records of that name is called, to be compared: `category` for `/store/categories`. */
export const resourceNoun = (name: string): string => normalizeName(singular(lastSegment(name)))

function isIdOf(document: Document, schema: SchemaNode, { idType }: Resource): boolean {
  const types = typesOf(document, schema)
  return idType === 'integer' ? isNumeric(types) : types.has('string')
}

/** How many leading path texts two resources share; a resource without scope is nearer than one within another. */
function nearness(one: Referrer, other: Resource): number {
  const [parts, others] = [one, other].map(({ name }) => name.split('/'))
  const shared = parts?.findIndex((part, index) => part !== others?.[index]) ?? -1
  return (shared === -1 ? (parts?.length ?? 0) : shared) - other.scope.length / 10
}
