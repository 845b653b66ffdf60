import type { Document, SchemaNode } from '../../../spec/document.ts'
import { countedNoun } from '../../../spec/inference/records/counts.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { isRecordSummary } from '../../../spec/inference/references/targets.ts'
import { singularNounOf, singularWordsOf } from '../../../spec/inference/prose/words.ts'
import { memberNamed, type JsonObject } from '../../../spec/json.ts'
import { escapeToken } from '../../../spec/json/pointer.ts'
import { itemsOf, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { typesOf } from '../../../spec/schemas/types.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import type { Id, ListQuery } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { idOf } from '../records/identity.ts'
import { recordTypeOf } from '../records/record-type.ts'
import { isSettable } from '../records/settable.ts'
import { childrenOf, referring } from '../resource-index.ts'

/** How records belong to a record of another resource: they are nested below it, or refer to it. */
export interface Membership {
  readonly member: Resource
  /** The reference to the owner; undefined for nested records. */
  readonly by: Reference | undefined
}

/** A property derived from the records that belong to a record: `books` of a shelf lists them, `bookCount` counts them. */
export interface DerivedProperty extends Membership {
  readonly property: string
  /** Names of the properties that the list shows of each record; undefined for a count. */
  readonly shown: ReadonlySet<string> | undefined
}

const derivedProperties = new WeakMap<Resource, readonly DerivedProperty[]>()

/** The derived properties of a resource. Properties that clients can set are not derived. */
export function derivedPropertiesOf(options: CrudOptions, resource: Resource): readonly DerivedProperty[] {
  const known = derivedProperties.get(resource) ?? findDerivedProperties(options, resource)
  derivedProperties.set(resource, known)
  return known
}

function findDerivedProperties(options: CrudOptions, resource: Resource): readonly DerivedProperty[] {
  const memberships = membershipsOf(options, resource)
  if (memberships.size === 0) return []
  const { document } = options
  const derived = [...possiblePropertiesOf(document, resource.record)].flatMap(
    ([property, node]): readonly DerivedProperty[] => {
      const counted = typesOf(document, node).has('integer') ? countedNoun(property) : undefined
      const membership = memberships.get(counted ?? singularWordsOf(property))
      const shown =
        membership && counted === undefined ? shownOf(document, membership.member, node) : undefined
      const isDerived = membership && (counted !== undefined || shown)
      return isDerived && !isSettable(options, resource, property) ? [{ ...membership, property, shown }] : []
    },
  )
  // A count next to a list in the same record counts that list, which may not be derived.
  const lists = new Set(derived.flatMap(({ property, shown }) => (shown ? [property] : [])))
  const { counts } = recordTypeOf(document, resource.record)
  const otherCounts = new Set(counts.flatMap(([count, list]) => (lists.has(list) ? [] : [count])))
  return derived.filter(({ property }) => !otherCounts.has(property))
}

/** The memberships in records of the owner, by the noun for the members. Ambiguous memberships are left out. */
export function membershipsOf(
  { document, model }: CrudOptions,
  owner: Resource,
): ReadonlyMap<string, Membership> {
  const nested = childrenOf(model, owner).filter(
    ({ kind, scope }) => kind === 'collection' && scope.length === owner.scope.length + 1,
  )
  const byReference = referring(model, owner).flatMap((member) => {
    const isInReach = member === owner || (member.scope.length === 0 && owner.scope.length === 0)
    const properties = possiblePropertiesOf(document, member.record)
    const toOwner = member.references.filter(({ property, resource }) => {
      const node = properties.get(property)
      const isSingle = node !== undefined && !typesOf(document, node).has('array')
      return resource === owner.name && isSingle
    })
    const ids = toOwner.filter(({ idProperty }) => idProperty === undefined)
    // A record may have both the id of its owner and an embedded copy.
    const [by, ...others] = ids.length > 0 ? ids : toOwner
    return isInReach && by && others.length === 0 ? [{ member, by }] : []
  })
  return new Map(
    [...byReference, ...nested.map((member) => ({ member, by: undefined }))].flatMap((membership) =>
      nounsFor(membership.member, owner).map((noun) => [noun, membership] as const),
    ),
  )
}

function nounsFor(member: Resource, owner: Resource): readonly string[] {
  const noun = singularNounOf(member.name)
  return member === owner
    ? ['child', 'reply', 'report', 'direct report', 'subordinate', `sub ${noun}`, `sub${noun}`]
    : [noun]
}

/**
 * The properties shown of each record, without those that embed further records. Undefined unless the items of the list have
 * the schema of the member's records or a subset of it.
 */
function shownOf(document: Document, member: Resource, node: SchemaNode): ReadonlySet<string> | undefined {
  const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
  const isSame = item && resolveRef(document, item).pointer === resolveRef(document, member.record).pointer
  if (!item || !(isSame || isRecordSummary(document, item, member))) return undefined
  const embedding = new Set(
    member.references.flatMap(({ property, idProperty }) => (idProperty ? [property] : [])),
  )
  return new Set([...possiblePropertiesOf(document, item).keys()].filter((name) => !embedding.has(name)))
}

/** The query for the records that belong to the owner with an id. */
export function membersQuery({ by }: Membership, ownerId: Id): Pick<ListQuery, 'where'> {
  if (!by) return {}
  const { property, idProperty } = by
  const path = idProperty === undefined ? property : `/${[property, idProperty].map(escapeToken).join('/')}`
  return { where: [{ property: path, values: [ownerId] }] }
}

/** The id of the owner that a record refers to. */
export const ownerIdOf = (by: Reference, record: JsonObject | undefined): Id | undefined =>
  idOf(referencedIds(record?.[by.property], by)[0])

/** What a derived list shows of a record, without the derived lists of the record itself. */
export function derivedItem(
  options: CrudOptions,
  { member, shown }: DerivedProperty,
  record: JsonObject,
): JsonObject {
  const lists = new Set(
    derivedPropertiesOf(options, member).flatMap((derived) => (derived.shown ? [derived.property] : [])),
  )
  return pick(
    record,
    [...(shown ?? [])].filter((name) => !lists.has(name)),
  )
}

/** The members with these names, in this order. */
export function pick(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = memberNamed(record, name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}
