import type { Document, SchemaNode } from '../../spec/document.ts'
import { countedNoun } from '../../spec/inference/records/counts.ts'
import { isRecordSummary } from '../../spec/inference/references/targets.ts'
import { referencedIds } from '../../spec/inference/references/referenced-ids.ts'
import { singularNounOf, singularWordsOf } from '../../spec/inference/prose/words.ts'
import { memberNamed, type JsonObject } from '../../spec/json.ts'
import { itemsOf, possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import { typesOf } from '../../spec/schemas/types.ts'
import { escapeToken } from '../../spec/json/pointer.ts'
import type { Reference, Resource } from '../../spec/resources.ts'
import { isSent } from './sent.ts'
import type { Id, ListQuery } from '../store/store.ts'
import type { CrudOptions } from './crud.ts'
import { childrenOf, referring } from './family.ts'
import { idOf } from './identity.ts'
import { recordTypeOf } from './record-type.ts'

/** Records that belong to others: those below them, or those that refer to them. */
export interface Belonging {
  readonly member: Resource
  /** What in them refers to the one they belong to; undefined for those below it. */
  readonly by: Reference | undefined
}

/** A property that tells which records belong to one, or how many: `books` or `bookCount` of a shelf. */
export interface Tally extends Belonging {
  readonly property: string
  /** What is shown of each, by name; undefined where they are counted. */
  readonly shown: ReadonlySet<string> | undefined
}

const known = new WeakMap<Resource, readonly Tally[]>()

/** What records of the resource tell of those that belong to them, where clients do not say it. */
export function talliesOf(options: CrudOptions, resource: Resource): readonly Tally[] {
  const found = known.get(resource) ?? findTallies(options, resource)
  known.set(resource, found)
  return found
}

function findTallies(options: CrudOptions, resource: Resource): readonly Tally[] {
  const byName = belongingsOf(options, resource)
  if (byName.size === 0) return []
  const { document } = options
  const found = [...possiblePropertiesOf(document, resource.record)].flatMap(
    ([property, node]): readonly Tally[] => {
      const counted = typesOf(document, node).has('integer') ? countedNoun(property) : undefined
      const belonging = byName.get(counted ?? singularWordsOf(property))
      const shown = belonging && counted === undefined ? shownOf(document, belonging.member, node) : undefined
      if (!belonging || (counted === undefined && !shown) || isSent(options, resource, property)) return []
      return [{ ...belonging, property, shown }]
    },
  )
  const lists = new Set(found.flatMap(({ property, shown }) => (shown ? [property] : [])))
  const { counts } = recordTypeOf(document, resource.record)
  const ofOthers = new Set(counts.flatMap(([count, list]) => (lists.has(list) ? [] : [count])))
  return found.filter(({ property }) => !ofOthers.has(property))
}

/** Who belongs to records of the resource, by what they are called; of those that may be meant in two ways, none. */
export function belongingsOf(
  { document, model }: CrudOptions,
  owner: Resource,
): ReadonlyMap<string, Belonging> {
  const below = childrenOf(model, owner).filter(
    ({ kind, scope }) => kind === 'collection' && scope.length === owner.scope.length + 1,
  )
  const beside = referring(model, owner).flatMap((member) => {
    const isBeside = member === owner || (member.scope.length === 0 && owner.scope.length === 0)
    const properties = possiblePropertiesOf(document, member.record)
    const all = member.references.filter(({ property, resource }) => {
      const node = properties.get(property)
      const isOne = node !== undefined && !typesOf(document, node).has('array')
      return resource === owner.name && isOne
    })
    const ids = all.filter(({ idProperty }) => idProperty === undefined)
    // What has the id of a record may show that one, too.
    const [by, ...others] = ids.length > 0 ? ids : all
    return isBeside && by && others.length === 0 ? [{ member, by }] : []
  })
  return new Map(
    [...beside, ...below.map((member) => ({ member, by: undefined }))].flatMap((each) =>
      namesOf(each.member, owner).map((name) => [name, each] as const),
    ),
  )
}

function namesOf(member: Resource, owner: Resource): readonly string[] {
  const noun = singularNounOf(member.name)
  return member === owner
    ? ['child', 'reply', 'report', 'direct report', 'subordinate', `sub ${noun}`, `sub${noun}`]
    : [noun]
}

/** The names that items have there which are records of the resource, or less of them, without what these show of others. */
function shownOf(document: Document, member: Resource, node: SchemaNode): ReadonlySet<string> | undefined {
  const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
  const isSame = item && resolveRef(document, item).pointer === resolveRef(document, member.record).pointer
  if (!item || !(isSame || isRecordSummary(document, item, member))) return undefined
  const others = new Set(member.references.flatMap((each) => (each.idProperty ? [each.property] : [])))
  return new Set([...possiblePropertiesOf(document, item).keys()].filter((name) => !others.has(name)))
}

/** How those are asked for that belong to the record with an id. */
export function belongingTo({ by }: Belonging, id: Id): Pick<ListQuery, 'where'> {
  if (!by) return {}
  const { property, idProperty } = by
  const at = idProperty === undefined ? property : `/${[property, idProperty].map(escapeToken).join('/')}`
  return { where: [{ property: at, values: [id] }] }
}

/** The id of the one that a record belongs to. */
export const ownerTold = (by: Reference, record: JsonObject | undefined): Id | undefined =>
  idOf(referencedIds(record?.[by.property], by)[0])

/** What is shown of a record where those are listed that belong to another one; what it tells of its own is left out. */
export function itemOfTally(options: CrudOptions, { member, shown }: Tally, record: JsonObject): JsonObject {
  const lists = new Set(talliesOf(options, member).flatMap((each) => (each.shown ? [each.property] : [])))
  return partOf(
    record,
    [...(shown ?? [])].filter((name) => !lists.has(name)),
  )
}

/** The members of these names, in this order. */
export function partOf(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = memberNamed(record, name)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
}
