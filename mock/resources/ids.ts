import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { wordsOf } from '../../spec/inference/words.ts'
import { propertiesOf, resolveRef, typesOf } from '../../spec/refs.ts'
import type { Resource } from '../../spec/resources.ts'
import type { MaybePromise } from '../behaviour.ts'
import type { CrudOptions } from './crud.ts'
import { idOf, nounOf } from './identity.ts'
import { after } from './maybe.ts'
import type { Collection, Id } from './store.ts'

/** The ids of one resource. */
export interface Ids {
  /** The id of the record with this number; always the same one. A promise only while data is being loaded. */
  idOf(number: number, scope: readonly Id[]): MaybePromise<Id>
  /** Whether the record's id property and the path parameters allow it. */
  fits(id: Id): boolean
  /** How many ids there are. */
  readonly room: number
  /** Ids of what contains a record, as the path parameters type them. */
  scopeOf(scope: readonly Id[]): readonly Id[]
}

export function createIds(options: CrudOptions, resource: Resource): Ids {
  const { document, validator } = options
  const nodes = idNodes(options, resource)
  const fits = (id: Id): boolean => nodes.every((node) => validator.of(node, 'response')(id).length === 0)
  const isInteger =
    nodes.length === 0 ? resource.idType !== 'string' : nodes.some((node) => mayBeInteger(document, node))
  const lowest = Math.max(1, ...nodes.map((node) => boundOf(document, node, 'minimum') ?? 1))
  const highest = Math.min(...nodes.map((node) => boundOf(document, node, 'maximum') ?? Infinity))
  const parameters = resource.scope.map((name) => scopeNode(options, resource, name))
  return {
    idOf: isInteger
      ? (number) => (number < lowest ? lowest + number - 1 : number)
      : textIds(options, resource, nodes, fits),
    fits,
    room: isInteger ? Math.max(0, highest - lowest + 1) : Infinity,
    scopeOf: (scope) =>
      scope.map((id, index) => {
        const node = parameters[index]
        return node && mayBeInteger(document, node) && /^-?\d{1,15}$/.test(String(id)) ? Number(id) : id
      }),
  }
}

/** `order-7` where that is allowed, else as the schema asks. */
function textIds(
  { document, fake }: CrudOptions,
  resource: Resource,
  nodes: readonly SchemaNode[],
  fits: (id: Id) => boolean,
): Ids['idOf'] {
  const [node] = nodes
  const noun = wordsOf(nounOf(resource)).join('-')
  const isFree = !hasFormat(document, nodes)
  return (number, scope) => {
    const readable = `${noun}-${String(number)}`
    if (!node || (isFree && fits(readable))) return readable
    const hints = { name: resource.idProperty ?? 'id', parent: noun, key: keyOf(resource, scope, number) }
    return after(fake.value(node, 'response', hints), (made) => {
      const id = idOf(made)
      return id === undefined || id === '' ? readable : id
    })
  }
}

/** The schema of a path parameter that is part of the scope, by its place in it. */
function scopeNode({ operations }: CrudOptions, resource: Resource, name: string): SchemaNode | undefined {
  const index = resource.scope.indexOf(name)
  for (const { operationId, scope } of resource.operations) {
    const operation = operations.find(({ id }) => id === operationId)
    const node = operation && pathSchema(operation, scope[index])
    if (node) return node
  }
  return undefined
}

function keyOf(resource: Resource, scope: readonly Id[], number: number): string {
  return `${resource.name} ${scope.join('/')} ${String(number)}`
}

/** An id that no record of the collection has or had. */
export async function newId(ids: Ids, collection: Collection, scope: readonly Id[]): Promise<Id> {
  for (;;) {
    const number = await collection.nextId()
    const id = await ids.idOf(number, scope)
    if ((await collection.get(id)) === undefined) return id
  }
}

function mayBeInteger(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  return types.has('integer') || types.has('number')
}

function boundOf(document: Document, node: SchemaNode, keyword: 'minimum' | 'maximum'): number | undefined {
  const { schema } = resolveRef(document, node)
  const bound = typeof schema === 'object' ? schema[keyword] : undefined
  return typeof bound === 'number' ? Math.ceil(bound) : undefined
}

/** A format says what an id looks like; validation does not know them all. */
function hasFormat(document: Document, nodes: readonly SchemaNode[]): boolean {
  const schemas = nodes.map((node) => resolveRef(document, node).schema)
  return schemas.some((schema) => typeof schema === 'object' && typeof schema['format'] === 'string')
}

/** The schemas an id must meet: the record's property, then the path parameter of each operation on one record. */
function idNodes({ document, operations }: CrudOptions, resource: Resource): readonly SchemaNode[] {
  const property =
    resource.idProperty === undefined
      ? undefined
      : propertiesOf(document, resource.record).get(resource.idProperty)
  const parameters = resource.operations.flatMap(({ operationId, idParameter }) => {
    const operation = operations.find(({ id }) => id === operationId)
    const schema = operation && pathSchema(operation, idParameter)
    return schema ? [schema] : []
  })
  const unique = new Map([property, ...parameters].flatMap((node) => (node ? [[node.pointer, node]] : [])))
  return [...unique.values()]
}

function pathSchema({ parameters }: Operation, name: string | undefined): SchemaNode | undefined {
  return parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema
}
