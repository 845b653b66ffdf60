import { pathParameter, type Document, type SchemaNode } from '../../../spec/document.ts'
import { requestSchema, responseSchema } from '../../../spec/inference/bodies/content.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import type { Json } from '../../../spec/json.ts'
import type { Resource, ResourceOperation } from '../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { keywordOf, resolveRef } from '../../../spec/schemas/subschemas.ts'
import { enumValues, formatOf, isNumeric, typesOf } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { CrudOptions } from '../options.ts'
import { childrenOf } from '../resource-index.ts'
import { idOf, nounOf } from './identity.ts'

/** The ids of one resource. */
export interface Ids {
  /** The id of the record with this number, always the same. A promise only while data for generated values is loaded. */
  idOf(number: number, scope: readonly Id[]): MaybePromise<Id>
  /** Whether the id is valid for the record's id property and the path parameters. */
  fits(id: Id): boolean
  /** Whether it is also valid for the path parameters of nested resources. */
  fitsBelow(id: Id): boolean
  /** The number of distinct ids. */
  readonly room: number
  /** Converts the ids of the containing records to the types of the path parameters. */
  scopeOf(scope: readonly Id[]): readonly Id[]
}

const idsByOptions = new WeakMap<CrudOptions, Map<Resource, Ids>>()

/** Returns the ids of a resource: one shared instance per mock. */
export function idsOf(options: CrudOptions, resource: Resource): Ids {
  const byResource = getOrInsertComputed(idsByOptions, options, () => new Map<Resource, Ids>())
  return getOrInsertComputed(byResource, resource, () => createIds(options, resource))
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
    // Numbers beyond the highest id start over at the lowest one.
    idOf: isInteger
      ? (number) => lowest + ((number < lowest ? number - 1 : number - lowest) % (room || 1))
      : textIds(options, resource, nodes, fitsBelow),
    fits,
    fitsBelow,
    room: isInteger ? room : enumSize(document, nodes),
    scopeOf: (scope) =>
      scope.map((id, index) => {
        const node = parameters[index]
        return node && mayBeInteger(document, node) && /^-?\d{1,15}$/.test(String(id)) ? Number(id) : id
      }),
  }
}

/** The id as another type: ids in paths are text, which is read as a number where possible. */
function retyped(id: Id): Id {
  if (typeof id !== 'string') return String(id)
  return /^-?\d{1,15}$/.test(id) ? Number(id) : id
}

function isValid({ validator }: CrudOptions, node: SchemaNode, id: Id): boolean {
  return validator.of(node, 'response').accepts(id)
}

/** Ids such as `order-7` if the schemas allow them; otherwise plain numbers, enum values, or generated texts. */
function textIds(
  { document, fake }: CrudOptions,
  resource: Resource,
  nodes: readonly SchemaNode[],
  fits: (id: Id) => boolean,
): Ids['idOf'] {
  const noun = wordsOf(nounOf(resource)).join('-')
  const hasNoFormat = !hasFormat(document, nodes)
  const values = enumIds(document, nodes).filter(fits)
  // .NET's name for a UUID, which is not validated.
  const isGuid = nodes.some((node) => formatOf(document, node) === 'guid')
  return (number, scope) => {
    const readable = `${noun}-${String(number)}`
    if (nodes.length === 0 || (hasNoFormat && fits(readable))) return readable
    if (!isGuid && fits(String(number))) return String(number)
    if (values.length > 0) return values[(number - 1) % values.length] as Id
    const hints = {
      name: resource.idProperty ?? 'id',
      parent: noun,
      // The example can be the id of only one record.
      isRepeat: number > 1,
      key: keyOf(resource, scope, number),
    }
    const generated = nodes.map((node) => fake.value(node, 'response', hints))
    const choose = (values: readonly Json[]): Id => {
      const ids = values.flatMap((value) => {
        const id = idOf(value)
        return id === undefined || String(id) === '' ? [] : [id, String(id)]
      })
      return ids.find(fits) ?? ids[0] ?? readable
    }
    return generated.some((value) => value instanceof Promise)
      ? Promise.all(generated.map(async (value) => value)).then(choose)
      : choose(generated as readonly Json[])
  }
}

/** The ids in `enum`. */
function enumIds(document: Document, nodes: readonly SchemaNode[]): readonly Id[] {
  return enumsOf(document, nodes).flatMap((values) => values.flatMap((value) => idOf(value) ?? []))
}

/** The number of values in the shortest `enum`; Infinity if there is none. */
function enumSize(document: Document, nodes: readonly SchemaNode[]): number {
  return Math.min(Infinity, ...enumsOf(document, nodes).map(({ length }) => length))
}

function enumsOf(document: Document, nodes: readonly SchemaNode[]): readonly (readonly Json[])[] {
  return nodes.map((node) => enumValues(document, node)).filter((values) => values.length > 0)
}

/** The schema of a path parameter of the scope, from the first operation that declares it. */
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

const mayBeInteger = (document: Document, node: SchemaNode): boolean => isNumeric(typesOf(document, node))

function boundOf(document: Document, node: SchemaNode, keyword: 'minimum' | 'maximum'): number | undefined {
  const bound = keywordOf(document, node, keyword)
  return typeof bound === 'number' ? Math.ceil(bound) : undefined
}

/** What the format of a number allows. */
function largest(document: Document, node: SchemaNode): number {
  return keywordOf(document, node, 'format') === 'int32' ? 0x7fffffff : Infinity
}

/** Whether a schema has a `format`: validation may not know it, so that readable ids might violate it. */
function hasFormat(document: Document, nodes: readonly SchemaNode[]): boolean {
  return nodes.some((node) => typeof keywordOf(document, node, 'format') === 'string')
}

/**
 * The schemas an id must meet: those of the record's property, or of what a creation tells of a record without one; of where clients send
 * it and creations tell it, and of path parameters, which may have digits as a number; and of path parameters of nested resources.
 */
function idNodes(
  options: CrudOptions,
  resource: Resource,
): Record<'property' | 'paths' | 'pathsBelow', readonly SchemaNode[]> {
  const { document, byId, model } = options
  const name = model.names.has(resource.name) ? undefined : resource.idProperty
  const sent = resource.operations.flatMap(({ role, operationId, requestPath }) => {
    const create = role === 'create' && requestPath.length === 0 ? byId.get(operationId) : undefined
    return (create && requestSchema(create)) ?? []
  })
  // `id` in a 202 response is the id of a job.
  const told = resource.operations.flatMap(({ role, operationId, status }) => {
    const create = role === 'create' && status !== 202 ? byId.get(operationId) : undefined
    return (create && responseSchema(create)) ?? []
  })
  const propertyIn = (schemas: readonly SchemaNode[], property: string): readonly SchemaNode[] =>
    schemas.flatMap((schema) => possiblePropertiesOf(document, schema).get(property) ?? [])
  const property =
    name === undefined ? propertyIn(told, resource.idParameter ?? 'id') : propertyIn([resource.record], name)
  const schemaIn = ({ operationId }: ResourceOperation, name: string | undefined): SchemaNode | undefined => {
    const operation = byId.get(operationId)
    return operation && pathParameter(operation, name)?.schema
  }
  const paths = [
    ...(name === undefined ? [] : propertyIn([...sent, ...told], name)),
    ...resource.operations.flatMap((operation) => schemaIn(operation, operation.idParameter) ?? []),
  ]
  const below = childrenOf(model, resource).flatMap((child) =>
    child.operations.flatMap(
      (operation) => schemaIn(operation, operation.scope[resource.scope.length]) ?? [],
    ),
  )
  const unique = (nodes: readonly SchemaNode[]): readonly SchemaNode[] => [
    ...new Map(nodes.map((node) => [resolveRef(document, node).pointer, node])).values(),
  ]
  return { property: unique(property), paths: unique(paths), pathsBelow: unique(below) }
}
