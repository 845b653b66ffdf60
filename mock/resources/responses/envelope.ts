import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import type { Json } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { typesOf, type TypeName } from '../../../spec/schemas/types.ts'
import { after, type MaybePromise } from '../../maybe-promise.ts'
import type { CrudOptions } from '../options.ts'

/**
 * The part of a body that surrounds the records: generated once and the same in every response.
 * @param open path of the list, if its items need not be generated
 */
export function createEnvelope(
  { fake }: CrudOptions,
  operation: Operation,
  node: SchemaNode,
  open: readonly string[] | undefined,
): () => MaybePromise<Json> {
  let envelope: Json | undefined
  return () =>
    envelope ??
    after(
      fake.value(node, 'response', {
        key: `${operation.id} envelope`,
        isSuccess: true,
        ...(open && { open }),
      }),
      (value) => {
        envelope = value
        return value
      },
    )
}

/**
 * Whether all other members along the path are scalars. Their generated values do not depend on the list, whereas arrays and
 * objects share the limit on generated items with it.
 */
export function isBesideScalars(document: Document, node: SchemaNode, path: readonly string[]): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  const properties = possiblePropertiesOf(document, node)
  const next = properties.get(name)
  const others = [...properties].filter(([other]) => other !== name)
  return (
    next !== undefined &&
    others.every(([, other]) => isScalar(typesOf(document, other))) &&
    isBesideScalars(document, next, rest)
  )
}

const isScalar = (types: ReadonlySet<TypeName>): boolean =>
  types.size > 0 && !types.has('object') && !types.has('array')
