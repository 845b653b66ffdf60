import type { SchemaNode } from '../../spec/document.ts'
import { referencesOf } from '../../spec/inference/references/references.ts'
import { referenceTargets, type ReferenceTargets } from '../../spec/inference/references/targets.ts'
import { referencedNoun } from '../../spec/inference/references/names.ts'
import { normalizeName, singular } from '../../spec/inference/prose/words.ts'
import type { Json } from '../../spec/json.ts'
import { itemOf, possiblePropertiesOf, propertyAt } from '../../spec/schemas/properties.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import type { Reference, Resource, ResourceModel } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { resourceNamed } from './family.ts'
import { recordTypeOf } from './record-type.ts'
import { talliesOf } from './tally.ts'

/** A property of a record that refers to others, by their ids or by showing them. */
export interface Link extends Reference {
  /** What clients send in place of what is shown: `ownerId` for `owner`. */
  readonly ids: string | undefined
  /** Whether records have that beside it. */
  readonly hasIds: boolean
  /** Whether it refers to records of the same resource. */
  readonly isOwn: boolean
  /** Whether records may do without. */
  readonly isOptional: boolean
  /** The names that an object there may have, but for what these show of yet others. */
  readonly members: ReadonlySet<string>
  readonly accepts: (value: Json) => boolean
  /** The same of one of several. */
  readonly acceptsOne: (value: Json) => boolean
}

/** What an object refers to: by its own properties, and in the objects that it is made of. */
export interface Links {
  readonly own: readonly Link[]
  /** Those of them that show what they refer to. */
  readonly shown: readonly Link[]
  readonly parts: readonly Part[]
}

/** A property that holds an object, or a list of them, with links of its own: the lines of an order. */
export interface Part {
  readonly property: string
  readonly links: Links
  readonly accepts: (value: Json) => boolean
}

const known = new WeakMap<CrudOptions, Map<string, Links>>()

/** What objects of a schema refer to, `sent` being what clients send of them; found out once. */
export function linksOf(options: CrudOptions, place: Place): Links {
  const ofOptions = known.get(options) ?? new Map<string, Links>()
  known.set(options, ofOptions)
  const { from, node, sent, depth } = place
  const pointers = [node, ...sent].map((each) => resolveRef(options.document, each).pointer)
  const key = [String(depth), from.name, ...pointers].join(' ')
  const found = ofOptions.get(key) ?? readLinks(options, place)
  ofOptions.set(key, found)
  return found
}

interface Place {
  readonly from: Pick<Resource, 'name' | 'idProperty' | 'references'>
  readonly node: SchemaNode
  readonly sent: readonly SchemaNode[]
  readonly depth: number
}

/**
 * Properties of one object that show others, or are objects themselves. Documents that have more show whatever might be
 * asked for, and are large.
 */
const most = 24

/** Objects in objects that are looked at. */
const deepest = 2

function readLinks(options: CrudOptions, place: Place): Links {
  const { document, model, validator } = options
  const { from, node, sent, depth } = place
  const { properties } = recordTypeOf(document, node)
  const accepting = (each: SchemaNode) => (value: Json) => validator.of(each, 'response').accepts(value)
  const references = from.references.filter(
    (each) => !isShown(each) || !(isCrowded(from) || isCrowded(resourceNamed(model, each.resource))),
  )
  const own = references.flatMap((reference): readonly Link[] => {
    const shown = properties.get(reference.property)
    if (shown === undefined) return []
    const ids = reference.idProperty === undefined ? undefined : idsBeside(from, reference)
    const target = resourceNamed(model, reference.resource)
    const inner = new Set([
      ...(target?.references ?? []).flatMap((each) => (each.idProperty ? [each.property] : [])),
      ...(target ? talliesOf(options, target) : []).flatMap((each) => (each.shown ? [each.property] : [])),
    ])
    const item = itemOf(document, shown.node)
    const names = [...possiblePropertiesOf(document, item).keys()].filter((name) => !inner.has(name))
    return [
      {
        ...reference,
        ids,
        hasIds: ids !== undefined && properties.has(ids),
        isOwn: reference.resource === from.name,
        isOptional: !shown.isRequired,
        members: new Set(names),
        accepts: accepting(shown.node),
        acceptsOne: accepting(item),
      },
    ]
  })
  const linked = new Set(from.references.map(({ property }) => property))
  const objects = [...properties.values()].filter(
    (each) => !linked.has(each.name) && possiblePropertiesOf(document, itemOf(document, each.node)).size > 0,
  )
  const isLooked = depth < deepest && objects.length <= most
  const parts = (isLooked ? objects : []).flatMap(({ name, node: shown }): readonly Part[] => {
    const item = itemOf(document, shown)
    const sentItems = sent.flatMap((each) => propertyAt(document, each, [name]) ?? [])
    const nodes = [item, ...sentItems.map((each) => itemOf(document, each))]
    const owner = { name: from.name, idProperty: undefined }
    const references = referencesOf(document, owner, nodes, targetsIn(options))
    const inner = { from: { ...owner, references }, node: item, sent: nodes.slice(1), depth: depth + 1 }
    const links = linksOf(options, inner)
    return isEmpty(links) ? [] : [{ property: name, links, accepts: accepting(shown) }]
  })
  const shown = own.filter(isShown)
  // Ids come before records, which may have to agree with them.
  return { own: [...own.filter((each) => !shown.includes(each)), ...shown], shown, parts }
}

const isCrowded = (of: Pick<Resource, 'references'> | undefined): boolean =>
  of !== undefined && of.references.filter(isShown).length > most

const isShown = ({ idProperty }: Reference): boolean => idProperty !== undefined

/** Whether any record is shown, at any depth. */
export const showsAny = ({ shown, parts }: Links): boolean =>
  shown.length > 0 || parts.some(({ links }) => showsAny(links))

/** Whether nothing is referred to, at any depth. */
export const isEmpty = ({ own, parts }: Links): boolean => own.length === 0 && parts.length === 0

const targets = new WeakMap<ResourceModel, ReferenceTargets>()

function targetsIn({ document, model }: CrudOptions): ReferenceTargets {
  const found = targets.get(model) ?? referenceTargets(document, model.resources)
  targets.set(model, found)
  return found
}

/** The links of a resource's records themselves. */
export function ownLinksOf(options: CrudOptions, resource: Resource): readonly Link[] {
  return linksOf(options, { from: resource, node: resource.record, sent: [], depth: 0 }).own
}

/** The property that has the ids of the records that another one shows. */
function idsBeside({ references }: Pick<Resource, 'references'>, shown: Reference): string | undefined {
  const alike = references.filter(
    ({ resource, idProperty }) => resource === shown.resource && idProperty === undefined,
  )
  const called = normalizeName(singular(shown.property))
  const named = alike.find(({ property }) => referencedNoun(property) === called)
  const isOnly = references.filter(({ resource }) => resource === shown.resource).length === 2
  return (named ?? (isOnly ? alike[0] : undefined))?.property
}
