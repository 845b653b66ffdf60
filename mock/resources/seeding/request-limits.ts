import type { SchemaNode } from '../../../spec/document.ts'
import { acceptedBy } from '../../../spec/inference/bodies/accepted-schema.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { hasFlag, possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { partsOf, resolveRef } from '../../../spec/schemas/subschemas.ts'
import { typesOf, enumValues } from '../../../spec/schemas/types.ts'
import { getOrInsertComputed } from '../../../spec/util/memo.ts'
import { own } from '../../../spec/util/object.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { CrudOptions } from '../options.ts'

/** A property with narrower schemas in requests than in the record. */
interface Limited {
  readonly name: string
  readonly requestSchemas: readonly SchemaNode[]
}

const limitedProperties = new WeakMap<Resource, readonly Limited[]>()

/**
 * Replaces generated values that clients could not have sent, if the schema in requests is narrower than that of the record: no
 * `priority: 10` if a new task can have 4 at most.
 */
export function withinRequestLimits(
  options: CrudOptions,
  resource: Resource,
  record: JsonObject,
  key: string,
): MaybePromise<JsonObject> {
  const limited = getOrInsertComputed(limitedProperties, resource, () => findLimited(options, resource))
  return reduceAfter(limited, record, (partial, property) =>
    limitProperty(options, resource, partial, property, key),
  )
}

function limitProperty(
  { fake, validator }: CrudOptions,
  resource: Resource,
  record: JsonObject,
  { name, requestSchemas }: Limited,
  key: string,
): MaybePromise<JsonObject> {
  const value = record[name]
  const isSendable = (candidate: Json): boolean =>
    requestSchemas.every((schema) => validator.of(schema, 'request').accepts(candidate))
  if (value === undefined || value === null || isSendable(value)) return record
  const { accepts } = validator.of(resource.record, 'response')
  const generated = mapAfter(requestSchemas, (schema) =>
    fake.value(schema, 'request', { name, key: `${resource.name} ${key} ${name}` }),
  )
  return after(
    generated,
    (values) =>
      values
        .filter(isSendable)
        .map((candidate) => ({ ...record, [name]: candidate }))
        .find(accepts) ?? record,
  )
}

function findLimited(options: CrudOptions, resource: Resource): readonly Limited[] {
  const { document, byId } = options
  const bodies = resource.operations.flatMap((operation) => {
    const declared = byId.get(operation.operationId)
    const accepted = declared && acceptedBy(document, declared, operation, resource.nesting)
    return accepted ? [possiblePropertiesOf(document, accepted)] : []
  })
  const references = new Set(resource.references.map(({ property }) => property))
  return [...possiblePropertiesOf(document, resource.record)].flatMap(([name, node]): readonly Limited[] => {
    if (name === resource.idProperty || references.has(name) || isUnlimited(options, node)) return []
    const { pointer } = resolveRef(document, node)
    const requestSchemas = bodies.flatMap((properties) => {
      const schema = properties.get(name)
      const isOther =
        schema && resolveRef(document, schema).pointer !== pointer && !hasFlag(document, schema, 'readOnly')
      return isOther && !isConstant(options, schema) ? [schema] : []
    })
    return requestSchemas.length === 0 ? [] : [{ name, requestSchemas }]
  })
}

/**
 * Whether a property is never limited: each operation may accept only some values of an enum or a boolean, and objects contain more
 * than clients send.
 */
function isUnlimited({ document }: CrudOptions, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  const isScalar = types.size > 0 && !types.has('object') && !types.has('array') && !types.has('boolean')
  return !isScalar || enumValues(document, node).length > 0
}

/** Whether the schema allows exactly one value. */
const isConstant = ({ document }: CrudOptions, node: SchemaNode): boolean =>
  enumValues(document, node).length === 1 ||
  partsOf(document, node, ['allOf']).some(({ schema }) => own(schema, 'const') !== undefined)
