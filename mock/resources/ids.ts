import type { Document, Operation, SchemaNode } from '../../spec/document.ts'
import { wordsOf } from '../../spec/inference/words.ts'
import { propertiesOf, resolveRef, typesOf } from '../../spec/refs.ts'
import type { Resource } from '../../spec/resources.ts'
import type { MaybePromise } from '../behaviour.ts'
import type { CrudOptions } from './crud.ts'
import { idOf, nounOf } from './identity.ts'
import { after } from './maybe.ts'
import type { Collection, Id } from './store.ts'

/** The id of the record with this number; always the same one. A promise only while data is being loaded. */
export type NumberedId = (number: number, scope: readonly Id[]) => MaybePromise<Id>

/** Ids that a record's id property and the path parameter both allow. */
export function createIds(options: CrudOptions, resource: Resource): NumberedId {
  const { document, validator, fake } = options
  const nodes = idNodes(options, resource)
  const fits = (id: Id): boolean => nodes.every((node) => validator.of(node, 'response')(id).length === 0)
  const isInteger =
    nodes.length === 0 ? resource.idType !== 'string' : nodes.some((node) => mayBeInteger(document, node))
  if (isInteger) {
    const lowest = Math.max(1, ...nodes.map((node) => minimumOf(document, node)))
    return (number) => (number < lowest ? lowest + number - 1 : number)
  }
  const [node] = nodes
  const noun = wordsOf(nounOf(resource)).join('-')
  return (number, scope) => {
    const readable = `${noun}-${String(number)}`
    if (!node || (!hasFormat(document, nodes) && fits(readable))) return readable
    const hints = { name: resource.idProperty ?? 'id', parent: noun, key: keyOf(resource, scope, number) }
    return after(fake.value(node, 'response', hints), (made) => {
      const id = idOf(made)
      return id === undefined || id === '' ? readable : id
    })
  }
}

function keyOf(resource: Resource, scope: readonly Id[], number: number): string {
  return `${resource.name} ${scope.join('/')} ${String(number)}`
}

/** An id that no record of the collection has or had. */
export async function newId(ids: NumberedId, collection: Collection, scope: readonly Id[]): Promise<Id> {
  for (;;) {
    const number = await collection.nextId()
    const id = await ids(number, scope)
    if ((await collection.get(id)) === undefined) return id
  }
}

function mayBeInteger(document: Document, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  return types.has('integer') || types.has('number')
}

function minimumOf(document: Document, node: SchemaNode): number {
  const { schema } = resolveRef(document, node)
  const minimum = typeof schema === 'object' ? schema['minimum'] : undefined
  return typeof minimum === 'number' ? Math.ceil(minimum) : 1
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
