import type { Document, Pointer, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import type { Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { partsOf, subschema } from '../../schemas/subschemas.ts'
import { enumValues, isNumeric, typesOf } from '../../schemas/types.ts'
import { getOrInsertComputed } from '../../util/memo.ts'
import { own } from '../../util/object.ts'
import { normalizeName } from '../prose/words.ts'
import { withoutKept } from '../schemas/kept-property.ts'
import { resourceNoun } from './names.ts'

/** The collections that properties can refer to. */
export interface ReferenceTargets {
  /** By {@link resourceNoun}. */
  readonly byNoun: ReadonlyMap<string, readonly Resource[]>
  /**
   * By the normalized name of their id, such as `sku`; only collections that clients add to, and no names as common as `code`. Any
   * other collection by that name after its noun: `projectKey`, `promoCode`.
   */
  readonly byIdName: ReadonlyMap<string, readonly Resource[]>
  /** By the `pattern` of their ids, if it begins with a prefix that no other collection's ids have: `^usr_[a-z0-9]+$`. */
  readonly byIdPattern: ReadonlyMap<string, Resource>
  /** By the constant `type` of their records; only collections without a scope. */
  readonly byType: ReadonlyMap<Json, readonly Resource[]>
  /** The collections whose records a schema may describe. Only those without a scope that share their record's schema with no other. */
  readonly bySchema: (node: SchemaNode) => readonly Resource[]
}

/** Names of ids that other records have as properties of their own. */
const commonNames = new Set(
  'id uuid guid ref key code number name title label slug type path url email username login token date'.split(
    ' ',
  ),
)

/** Indexes the collections whose records have an id to be referred to by. */
export function referenceTargets(document: Document, resources: readonly Resource[]): ReferenceTargets {
  const byNoun = new Map<string, Resource[]>()
  const byIdName = new Map<string, Resource[]>()
  const byType = new Map<Json, Resource[]>()
  const bySchema = new Map<Pointer, Resource | undefined>()
  const byPattern = new Map<string, readonly Resource[]>()
  for (const resource of resources) {
    if (resource.kind !== 'collection' || resource.idProperty === undefined) continue
    const noun = resourceNoun(resource.name)
    byNoun.set(noun, [...(byNoun.get(noun) ?? []), resource])
    // Ids of what is only listed are those of other records: a ranking of users.
    const isHeld = resource.operations.some(({ role }) => role === 'create' || role === 'read')
    const pattern = isHeld ? prefixedPattern(document, resource) : undefined
    if (pattern !== undefined) byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), resource])
    if (resource.scope.length > 0) continue
    const idName = normalizeName(resource.idProperty)
    const isDistinctive =
      !commonNames.has(idName) && resource.operations.some(({ role }) => role === 'create')
    // The code of one of the `/promo-codes` is a `promoCode`.
    const isNamedAsId = idName === 'code' && /.code$/.test(noun)
    for (const name of [...(isDistinctive ? [idName] : []), isNamedAsId ? noun : `${noun}${idName}`])
      byIdName.set(name, [...(byIdName.get(name) ?? []), resource])
    const type = constantType(document, resource.record)
    if (type !== undefined) byType.set(type, [...(byType.get(type) ?? []), resource])
    const { pointer } = withoutKept(document, resource.record)
    bySchema.set(pointer, bySchema.has(pointer) ? undefined : resource)
  }
  const known = new WeakMap<object, readonly Resource[]>()
  const findBySchema = (node: SchemaNode): readonly Resource[] =>
    partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).flatMap(({ pointer }) => bySchema.get(pointer) ?? [])
  return {
    byNoun,
    byIdName,
    byIdPattern: new Map(
      [...byPattern].flatMap(([pattern, [only, ...others]]) =>
        only && only.scope.length === 0 && others.length === 0 ? [[pattern, only] as const] : [],
      ),
    ),
    byType,
    bySchema(node) {
      if (typeof node.schema !== 'object') return []
      return getOrInsertComputed(known, node.schema, () => findBySchema(node))
    },
  }
}

/** The pattern of a resource's ids if these begin with letters that tell them from those of others: `^usr_[a-z0-9]+$`. */
export function prefixedPattern(
  document: Document,
  { record, idProperty = '' }: Pick<Resource, 'record' | 'idProperty'>,
): string | undefined {
  const id = possiblePropertiesOf(document, record).get(idProperty)
  const pattern = id && patternOf(document, id)
  return pattern !== undefined && /^\^[a-z]{2,}[_-]./i.test(pattern) ? pattern : undefined
}

/** The `pattern` of a text. */
export function patternOf(document: Document, node: SchemaNode): string | undefined {
  const patterns = partsOf(document, node, ['allOf', 'oneOf', 'anyOf']).map(({ schema }) =>
    own(schema, 'pattern'),
  )
  return patterns.find((pattern) => typeof pattern === 'string')
}

/** The only value that an object's `type` can have, which tells kinds of records apart (JSON:API 1.1 §7.2.1). */
export function constantType(document: Document, node: SchemaNode): Json | undefined {
  const types = partsOf(document, node, ['allOf']).flatMap(
    (part) => subschema(part, 'properties', 'type') ?? [],
  )
  const values = types.flatMap((type) => [
    ...partsOf(document, type, ['allOf']).flatMap(({ schema }) => own(schema, 'const') ?? []),
    ...enumValues(document, type),
  ])
  const [value, ...others] = new Set(values as readonly Json[])
  return others.length === 0 ? value : undefined
}

/** Whether a schema has the type of the resource's ids. */
export function isIdOf(document: Document, schema: SchemaNode, { idType }: Resource): boolean {
  const types = typesOf(document, schema)
  return idType === 'integer' ? isNumeric(types) : types.has('string')
}

/** Whether an object schema is a summary of a resource's records: their id and some, but not all, of their other properties. */
export function isRecordSummary(document: Document, node: SchemaNode, resource: Resource): boolean {
  const [some, all] = [node, resource.record].map((each) => possiblePropertiesOf(document, each))
  const id = some?.get(resource.idProperty ?? '')
  if (!some || !all || id === undefined || !isIdOf(document, id, resource)) return false
  return some.size < all.size && [...some.keys()].every((name) => all.has(name))
}

/** The only resource whose ids have the same prefix, by their pattern. */
export function knownByPattern(
  document: Document,
  node: SchemaNode | undefined,
  { byIdPattern }: ReferenceTargets,
): readonly Resource[] {
  const found = node && byIdPattern.size > 0 ? byIdPattern.get(patternOf(document, node) ?? '') : undefined
  return found ? [found] : []
}
