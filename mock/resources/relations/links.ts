import type { SchemaNode } from '../../../spec/document.ts'
import { normalizeName, singular } from '../../../spec/inference/prose/words.ts'
import { referencedNoun } from '../../../spec/inference/references/names.ts'
import { referencesOf } from '../../../spec/inference/references/references.ts'
import { referenceTargets, type ReferenceTargets } from '../../../spec/inference/references/targets.ts'
import type { Json } from '../../../spec/json.ts'
import type { Reference, Resource, ResourceModel } from '../../../spec/resources.ts'
import { itemOf, possiblePropertiesOf, propertyAt } from '../../../spec/schemas/properties.ts'
import { resolveRef } from '../../../spec/schemas/subschemas.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { CrudOptions } from '../options.ts'
import { recordTypeOf, type Property } from '../records/record-type.ts'
import { isSettable } from '../records/settable.ts'
import { resourceNamed } from '../resource-index.ts'
import {
  commonReferences,
  commonWithOwner,
  isEmbedding,
  isShareable,
  type CommonReferences,
} from './common-references.ts'
import { containerOf, shownNested, type Container } from './containers.ts'
import { composedNames, discountBy, repeatedProperties, type Repeated } from './copies/repeated.ts'
import { derivedPropertiesOf } from './derived/derived.ts'
import { chargeBy } from './money/charges.ts'

/** A property of a record that refers to other records, by their ids or by embedding copies of them. */
export interface Link extends Reference {
  /** The property with the ids of the embedded records: `ownerId` for `owner`. */
  readonly ids: string | undefined
  /** Whether records have that property as well; otherwise clients only send it. */
  readonly hasIds: boolean
  /** Whether it refers to records of the same resource. */
  readonly isOwn: boolean
  /** Whether records may omit the property. */
  readonly isOptional: boolean
  /** Names of the properties of an embedded copy, without those that embed further records. */
  readonly members: ReadonlySet<string>
  /** Those that the record has under other names: the `name` of who has a first and a last one. */
  readonly composed: ReadonlyMap<string, readonly string[]>
  readonly accepts: (value: Json) => boolean
  /** The same for one item, if the property is a list. */
  readonly acceptsOne: (value: Json) => boolean
  /** The reference that this one follows from: the `boardId` of a card is that of the column that its `columnId` refers to. */
  readonly via: Reference | undefined
  /** The reference that both records have in common: a card has only labels with its own `boardId`. */
  readonly within: string | undefined
  /** What contains the records it refers to; undefined if they are not below others. */
  readonly container: Container | undefined
}

/** The references of an object: in its own properties, and in the objects it contains. */
export interface Links {
  readonly own: readonly Link[]
  /** Those of them that embed copies. */
  readonly embedded: readonly Link[]
  readonly parts: readonly Part[]
  /** The properties that repeat those of the records that others lead to. */
  readonly repeated: readonly Repeated[]
}

/** A property with an object, or a list of objects, that has links itself: the lines of an order. */
export interface Part {
  readonly property: string
  readonly links: Links
  readonly accepts: (value: Json) => boolean
}

const known = new WeakMap<CrudOptions, Map<string, Links>>()

/** The links of objects with the schema `node`. Computed once per schema. */
export function linksOf(options: CrudOptions, place: Place): Links {
  const ofOptions = getOrInsertComputed(known, options, () => new Map<string, Links>())
  const { from, node, sent, depth } = place
  const pointers = [node, ...sent].map((schema) => resolveRef(options.document, schema).pointer)
  const key = [String(depth), from.name, ...pointers].join(' ')
  return getOrInsertComputed(ofOptions, key, () => readLinks(options, place))
}

interface Place {
  readonly from: Pick<Resource, 'name' | 'idProperty' | 'references'>
  readonly node: SchemaNode
  /** Schemas of what clients send for the object. */
  readonly sent: readonly SchemaNode[]
  readonly depth: number
  /** The references of the record that the object is a part of. */
  readonly around?: readonly Reference[]
}

/**
 * Maximum number of embedding or object-valued properties that are analysed per object. Documents beyond it are large and embed
 * everything a client might want.
 */
const maxProperties = 24

/** Maximum depth of nested objects that are analysed. */
const maxDepth = 2

function readLinks(options: CrudOptions, place: Place): Links {
  const { from, node } = place
  const { properties } = recordTypeOf(options.document, node)
  const references = referencesAt(options, place)
  const shared = place.around
    ? commonWithOwner(options, references, place.around)
    : commonReferences(options, from, references)
  const own = references.flatMap((reference) => linkBy(options, from, properties, reference, shared))
  const embedded = own.filter(isEmbedding)
  // Ids come before embedded records, which have to agree with them.
  const ids = own
    .filter((link) => !embedded.includes(link))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  const identity = from.references.filter(({ property }) => property === from.idProperty)
  const shown = place.depth === 0 ? embedded.filter(({ hasIds }) => !hasIds) : []
  const leading = [...identity, ...ids, ...shown]
  return {
    own: [...ids, ...embedded],
    embedded,
    parts: partsAt(options, place, references),
    repeated: repeatedBy(options, place, leading),
  }
}

/** The references of an object, without those to records that are too large to embed. */
function referencesAt(options: CrudOptions, { from, depth }: Place): readonly Reference[] {
  return allReferencesAt(options, from, depth).filter(
    (reference) =>
      !isEmbedding(reference) ||
      !(embedsTooMany(from) || embedsTooMany(resourceNamed(options.model, reference.resource))),
  )
}

function allReferencesAt(options: CrudOptions, from: Place['from'], depth: number): readonly Reference[] {
  const owner = depth > 0 ? undefined : resourceNamed(options.model, from.name)
  return owner ? [...from.references, ...shownNested(options, owner)] : from.references
}

function linkBy(
  options: CrudOptions,
  from: Place['from'],
  properties: ReadonlyMap<string, Property>,
  reference: Reference,
  shared: CommonReferences,
): readonly Link[] {
  const property = properties.get(reference.property)
  // What identifies a record, such as the `userId` of a member, is known already.
  if (property === undefined || reference.property === from.idProperty) return []
  const { document, model, validator } = options
  const accepting = (schema: SchemaNode) => (value: Json) => validator.of(schema, 'response').accepts(value)
  const ids = reference.idProperty === undefined ? undefined : idsBeside(from, reference)
  const target = resourceNamed(model, reference.resource)
  const nested = new Set([
    ...(target?.references ?? []).filter(isEmbedding).map((inner) => inner.property),
    ...(target ? derivedPropertiesOf(options, target) : []).flatMap((inner) =>
      inner.shown ? [inner.property] : [],
    ),
  ])
  const item = itemOf(document, property.node)
  const names = [...possiblePropertiesOf(document, item).keys()].filter((name) => !nested.has(name))
  return [
    {
      ...reference,
      ids,
      hasIds: ids !== undefined && properties.has(ids),
      isOwn: reference.resource === from.name,
      isOptional: !property.isRequired,
      members: new Set(names),
      composed:
        target && reference.idProperty !== undefined
          ? composedNames(document, item, target.record)
          : new Map<string, never>(),
      accepts: accepting(property.node),
      acceptsOne: accepting(item),
      via: shared.via.get(reference.property),
      within: shared.within.get(reference.property),
      container: target && containerOf(model, resourceNamed(model, from.name), target),
    },
  ]
}

/** The properties with objects, or lists of objects, that have links themselves. */
function partsAt(options: CrudOptions, place: Place, references: readonly Reference[]): readonly Part[] {
  const { document, validator } = options
  const { from, node, sent, depth } = place
  if (depth >= maxDepth) return []
  const linked = new Set(allReferencesAt(options, from, depth).map(({ property }) => property))
  const objects = [...recordTypeOf(document, node).properties.values()].filter(
    (property) =>
      !linked.has(property.name) && possiblePropertiesOf(document, itemOf(document, property.node)).size > 0,
  )
  if (objects.length > maxProperties) return []
  const around = place.around ?? references.filter((each) => isShareable(options, node, each))
  return objects.flatMap(({ name, node: partNode }): readonly Part[] => {
    const item = itemOf(document, partNode)
    const sentItems = sent.flatMap((schema) => propertyAt(document, schema, [name]) ?? [])
    const nodes = [item, ...sentItems.map((schema) => itemOf(document, schema))]
    const whole = { name: from.name, idProperty: undefined }
    const inPart = referencesOf(document, whole, nodes, targetsIn(options))
    const inner = {
      from: { ...whole, references: inPart },
      node: item,
      sent: nodes.slice(1),
      depth: depth + 1,
      around,
    }
    const links = linksOf(options, inner)
    const accepts = (value: Json): boolean => validator.of(partNode, 'response').accepts(value)
    return isEmpty(links) ? [] : [{ property: name, links, accepts }]
  })
}

/** The properties of an object that repeat those of the records that its references lead to. */
function repeatedBy(
  options: CrudOptions,
  { from, node, depth }: Place,
  references: readonly (Reference & Partial<Pick<Link, 'accepts'>>)[],
): readonly Repeated[] {
  const { document, model } = options
  const isPart = depth > 0
  const owner = isPart ? undefined : resourceNamed(model, from.name)
  const single = references.filter(({ accepts }) => !accepts?.([]))
  const taken = new Set(from.references.map(({ property }) => property))
  const properties = new Map(
    [...possiblePropertiesOf(document, node)].filter(
      ([name]) => !taken.has(name) && !(owner && isSettable(options, owner, name)),
    ),
  )
  const repeated = single.flatMap((reference): readonly Repeated[] => {
    const target = resourceNamed(model, reference.resource)
    if (!target || target.name === from.name) return []
    const { record } = target
    return repeatedProperties({
      options,
      properties,
      reference,
      target: record,
      isPart: isPart && single.length === 1,
    })
  })
  // A price may be that of either of two records.
  const isClear = ({ property, isUnsaid }: Repeated): boolean =>
    isUnsaid !== true || repeated.filter((each) => each.property === property).length === 1
  return [
    ...repeated.filter(isClear),
    ...(owner
      ? single.flatMap((each) =>
          [discountBy, chargeBy].flatMap((find) => find(options, properties, node, each) ?? []),
        )
      : []),
  ]
}

/** References that depend on others come after those. */
const rankOf = ({ via, within, container }: Link): number =>
  container ? 3 : within === undefined ? (via === undefined ? 0 : 1) : 2

const embedsTooMany = (resource: Pick<Resource, 'references'> | undefined): boolean =>
  resource !== undefined && resource.references.filter(isEmbedding).length > maxProperties

/** Whether records are embedded at any depth. */
export const embedsAny = ({ embedded, parts }: Links): boolean =>
  embedded.length > 0 || parts.some(({ links }) => embedsAny(links))

/** Whether there are no links at any depth. */
export const isEmpty = ({ own, parts, repeated }: Links): boolean =>
  own.length === 0 && parts.length === 0 && repeated.length === 0

const targets = new WeakMap<ResourceModel, ReferenceTargets>()

function targetsIn({ document, model }: CrudOptions): ReferenceTargets {
  return getOrInsertComputed(targets, model, () => referenceTargets(document, model.resources))
}

/** The links in the records of a resource, without those in nested objects. */
export function ownLinksOf(options: CrudOptions, resource: Resource): readonly Link[] {
  return linksOf(options, { from: resource, node: resource.record, sent: [], depth: 0 }).own
}

/** The property with the ids of the records that `embedding` embeds: `ownerId` for `owner`. */
function idsBeside({ references }: Pick<Resource, 'references'>, embedding: Reference): string | undefined {
  const sameTarget = references.filter(({ resource }) => resource === embedding.resource)
  const byId = sameTarget.filter((reference) => !isEmbedding(reference))
  const subject = normalizeName(singular(embedding.property))
  const named = byId.find(({ property }) => referencedNoun(property) === subject)
  const isOnlyPair = sameTarget.length === 2
  return (named ?? (isOnlyPair ? byId[0] : undefined))?.property
}
