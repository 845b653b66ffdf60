import { pathParameter, type Document, type SchemaNode } from '../../spec/document.ts'
import { wordsOf } from '../../spec/inference/prose/words.ts'
import { own } from '../../spec/util/object.ts'
import type { Json } from '../../spec/json.ts'
import { isNumeric, typesOf } from '../../spec/schemas/types.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { resolveRef } from '../../spec/schemas/subschemas.ts'
import type { Resource, ResourceOperation } from '../../spec/resources.ts'
import type { CrudOptions } from './crud.ts'
import { childrenOf } from './family.ts'
import { idOf, nounOf } from './identity.ts'
import { after, type MaybePromise } from '../maybe-promise.ts'
import type { Collection, Id } from '../store/store.ts'

/** The ids of one resource. */
export interface Ids {
  /** The id of the record with this number; always the same one. A promise only while data is being loaded. */
  idOf(number: number, scope: readonly Id[]): MaybePromise<Id>
  /** Whether the record's id property and the path parameters allow it. */
  fits(id: Id): boolean
  /** Whether those of what it contains allow it, too. */
  fitsBelow(id: Id): boolean
  /** How many ids there are. */
  readonly room: number
  /** Ids of what contains a record, as the path parameters type them. */
  scopeOf(scope: readonly Id[]): readonly Id[]
}

const known = new WeakMap<CrudOptions, Map<Resource, Ids>>()

/** Those of a resource: the same for all who ask. */
export function idsOf(options: CrudOptions, resource: Resource): Ids {
  const ids = known.get(options) ?? new Map<Resource, Ids>()
  known.set(options, ids)
  const before = ids.get(resource) ?? createIds(options, resource)
  ids.set(resource, before)
  return before
}

function createIds(options: CrudOptions, resource: Resource): Ids {
  const { document } = options
  const { property, paths, pathsBelow } = idNodes(options, resource)
  const nodes = [...property, ...paths, ...pathsBelow]
  const isInPath = (id: Id, node: SchemaNode): boolean =>
    isValid(options, node, id) || isValid(options, node, retyped(id))
  const fits = (id: Id): boolean =>
    String(id) !== '' &&
    property.every((node) => isValid(options, node, id)) &&
    paths.every((node) => isInPath(id, node))
  const fitsBelow = (id: Id): boolean => fits(id) && pathsBelow.every((node) => isInPath(id, node))
  const isInteger =
    nodes.length === 0 ? resource.idType !== 'string' : mayBeInteger(document, nodes[0] as SchemaNode)
  const lowest = Math.max(1, ...nodes.map((node) => boundOf(document, node, 'minimum') ?? 1))
  const highest = Math.min(
    ...nodes.map((node) => boundOf(document, node, 'maximum') ?? largest(document, node)),
  )
  const room = Math.max(0, highest - lowest + 1)
  const parameters = resource.scope.map((name) => scopeNode(options, resource, name))
  return {
    // After the highest come those from the lowest on that are free again, or were never used.
    idOf: isInteger
      ? (number) => lowest + ((number < lowest ? number - 1 : number - lowest) % (room || 1))
      : textIds(options, resource, nodes, fitsBelow),
    fits,
    fitsBelow,
    room: isInteger ? room : listed(document, nodes),
    scopeOf: (scope) =>
      scope.map((id, index) => {
        const node = parameters[index]
        return node && mayBeInteger(document, node) && /^-?\d{1,15}$/.test(String(id)) ? Number(id) : id
      }),
  }
}

/** As the text of a path is read: a number where it spells one, and the reverse. */
function retyped(id: Id): Id {
  if (typeof id !== 'string') return String(id)
  return /^-?\d{1,15}$/.test(id) ? Number(id) : id
}

function isValid({ validator }: CrudOptions, node: SchemaNode, id: Id): boolean {
  return validator.of(node, 'response').accepts(id)
}

/** `order-7` where that is allowed, else as one of the schemas asks, and all allow. */
function textIds(
  { document, fake }: CrudOptions,
  resource: Resource,
  nodes: readonly SchemaNode[],
  fits: (id: Id) => boolean,
): Ids['idOf'] {
  const noun = wordsOf(nounOf(resource)).join('-')
  const isFree = !hasFormat(document, nodes)
  const values = listedIds(document, nodes).filter(fits)
  return (number, scope) => {
    const readable = `${noun}-${String(number)}`
    if (nodes.length === 0 || (isFree && fits(readable))) return readable
    if (fits(String(number))) return String(number)
    if (values.length > 0) return values[(number - 1) % values.length] as Id
    const hints = {
      name: resource.idProperty ?? 'id',
      parent: noun,
      // The example is one record's.
      isRepeat: number > 1,
      key: keyOf(resource, scope, number),
    }
    const made = nodes.map((node) => fake.value(node, 'response', hints))
    const choose = (values: readonly Json[]): Id => {
      const ids = values.flatMap((value) => {
        const id = idOf(value)
        return id === undefined || String(id) === '' ? [] : [id, String(id)]
      })
      return ids.find(fits) ?? ids[0] ?? readable
    }
    return made.some((each) => each instanceof Promise)
      ? Promise.all(made.map(async (each) => each)).then(choose)
      : choose(made as readonly Json[])
  }
}

/** The ids that enumerations list. */
function listedIds(document: Document, nodes: readonly SchemaNode[]): readonly Id[] {
  return enumsOf(document, nodes).flatMap((values) => values.flatMap((value) => idOf(value) ?? []))
}

/** How many values the shortest enumeration has; without any there is no end to them. */
function listed(document: Document, nodes: readonly SchemaNode[]): number {
  return Math.min(Infinity, ...enumsOf(document, nodes).map(({ length }) => length))
}

function enumsOf(document: Document, nodes: readonly SchemaNode[]): readonly (readonly Json[])[] {
  const enums = nodes.map((node) => own(resolveRef(document, node).schema, 'enum'))
  return enums.filter((values): values is readonly Json[] => Array.isArray(values))
}

/** The schema of a path parameter that is part of the scope, by its place in it. */
function scopeNode({ byId }: CrudOptions, resource: Resource, name: string): SchemaNode | undefined {
  const index = resource.scope.indexOf(name)
  for (const { operationId, scope } of resource.operations) {
    const operation = byId.get(operationId)
    const node = operation && pathParameter(operation, scope[index])?.schema
    if (node) return node
  }
  return undefined
}

function keyOf(resource: Resource, scope: readonly Id[], number: number): string {
  return `${resource.name} ${scope.join('/')} ${String(number)}`
}

/** An id that no record of the collection has or had, as long as there is one. */
export function newId(ids: Ids, collection: Collection, scope: readonly Id[]): MaybePromise<Id> {
  return after(collection.nextId(), (number) =>
    after(ids.idOf(number, scope), (id) =>
      // The collection has just seen to it that the number is free.
      id === number
        ? id
        : after(collection.get(id), (taken) => (taken === undefined ? id : otherId(ids, collection, scope))),
    ),
  )
}

/** Ids that are tried when one is taken. */
const patience = 200

/**
 * Hardly ever is the first one taken. Where a schema allows so few that all are, the last one tried: its record is
 * replaced, since the document has no other for the new one.
 */
async function otherId(ids: Ids, collection: Collection, scope: readonly Id[]): Promise<Id> {
  let id: Id = ''
  for (let attempt = 0; attempt < patience; attempt += 1) {
    id = await ids.idOf(await collection.nextId(), scope)
    if ((await collection.get(id)) === undefined) return id
  }
  return id
}

const mayBeInteger = (document: Document, node: SchemaNode): boolean => isNumeric(typesOf(document, node))

function boundOf(document: Document, node: SchemaNode, keyword: 'minimum' | 'maximum'): number | undefined {
  const { schema } = resolveRef(document, node)
  const bound = typeof schema === 'object' ? schema[keyword] : undefined
  return typeof bound === 'number' ? Math.ceil(bound) : undefined
}

/** What the format of a number allows. */
function largest(document: Document, node: SchemaNode): number {
  return own(resolveRef(document, node).schema, 'format') === 'int32' ? 0x7fffffff : Infinity
}

/** A format says what an id looks like; validation does not know them all. */
function hasFormat(document: Document, nodes: readonly SchemaNode[]): boolean {
  const schemas = nodes.map((node) => resolveRef(document, node).schema)
  return schemas.some((schema) => typeof schema === 'object' && typeof schema['format'] === 'string')
}

/**
 * The schemas an id must meet: the record's property, then the path parameter of each operation on one record, and of
 * each on what it contains.
 */
function idNodes(
  options: CrudOptions,
  resource: Resource,
): Record<'property' | 'paths' | 'pathsBelow', readonly SchemaNode[]> {
  const { document, byId, model } = options
  const property =
    resource.idProperty === undefined
      ? undefined
      : possiblePropertiesOf(document, resource.record).get(resource.idProperty)
  const schemaIn = ({ operationId }: ResourceOperation, name: string | undefined): SchemaNode | undefined => {
    const operation = byId.get(operationId)
    return operation && pathParameter(operation, name)?.schema
  }
  const paths = resource.operations.flatMap((each) => schemaIn(each, each.idParameter) ?? [])
  const below = childrenOf(model, resource).flatMap((child) =>
    child.operations.flatMap((each) => schemaIn(each, each.scope[resource.scope.length]) ?? []),
  )
  const unique = (nodes: readonly SchemaNode[]): readonly SchemaNode[] => [
    ...new Map(nodes.map((node) => [resolveRef(document, node).pointer, node])).values(),
  ]
  return { property: property ? [property] : [], paths: unique(paths), pathsBelow: unique(below) }
}
