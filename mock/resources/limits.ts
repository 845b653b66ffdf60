import type { SchemaNode } from '../../spec/document.ts'
import { hasFlag } from '../../spec/schemas/properties.ts'
import type { Json, JsonObject } from '../../spec/json.ts'
import { own } from '../../spec/util/object.ts'
import { partsOf, resolveRef } from '../../spec/schemas/subschemas.ts'
import { possiblePropertiesOf } from '../../spec/schemas/properties.ts'
import { typesOf, enumValues } from '../../spec/schemas/types.ts'
import type { Resource } from '../../spec/resources.ts'
import { acceptedBy } from './accepted.ts'
import type { CrudOptions } from './crud.ts'
import { after, mapAfter, type MaybePromise } from '../maybe-promise.ts'

/** A property that clients may send, by schemas of its own. */
interface Limited {
  readonly name: string
  readonly sent: readonly SchemaNode[]
}

const known = new WeakMap<Resource, readonly Limited[]>()

/**
 * A made-up record with nothing that clients could not have sent, where the schemas of what they send are narrower than that of
 * the record: no `priority: 10` where a new task has 4 at most.
 */
export function withinLimits(
  options: CrudOptions,
  resource: Resource,
  record: JsonObject,
  key: string,
): MaybePromise<JsonObject> {
  const limited = known.get(resource) ?? findLimited(options, resource)
  known.set(resource, limited)
  return limited.reduce<MaybePromise<JsonObject>>(
    (sofar, each) => after(sofar, (told) => limitOne(options, resource, told, each, key)),
    record,
  )
}

function limitOne(
  { fake, validator }: CrudOptions,
  resource: Resource,
  record: JsonObject,
  { name, sent }: Limited,
  key: string,
): MaybePromise<JsonObject> {
  const value = record[name]
  const isFit = (each: Json): boolean => sent.every((schema) => validator.of(schema, 'request').accepts(each))
  if (value === undefined || value === null || isFit(value)) return record
  const { accepts } = validator.of(resource.record, 'response')
  const made = mapAfter(sent, (schema) =>
    fake.value(schema, 'request', { name, key: `${resource.name} ${key} ${name}` }),
  )
  return after(
    made,
    (values) =>
      values
        .filter(isFit)
        .map((each) => ({ ...record, [name]: each }))
        .find(accepts) ?? record,
  )
}

function findLimited(options: CrudOptions, resource: Resource): readonly Limited[] {
  const { document, byId } = options
  const bodies = resource.operations.flatMap((each) => {
    const declared = byId.get(each.operationId)
    const accepted = declared && acceptedBy(document, declared, each, resource.nesting)
    return accepted ? [possiblePropertiesOf(document, accepted)] : []
  })
  const references = new Set(resource.references.map(({ property }) => property))
  return [...possiblePropertiesOf(document, resource.record)].flatMap(([name, node]): readonly Limited[] => {
    if (name === resource.idProperty || references.has(name) || isListed(options, node)) return []
    const { pointer } = resolveRef(document, node)
    const sent = bodies.flatMap((properties) => {
      const each = properties.get(name)
      const isNarrower =
        each && resolveRef(document, each).pointer !== pointer && !hasFlag(document, each, 'readOnly')
      return isNarrower && !isOne(options, each) ? [each] : []
    })
    return sent.length === 0 ? [] : [{ name, sent }]
  })
}

/** Which of its values a record has, operations may well tell one by one; and objects show more than is sent of them. */
function isListed({ document }: CrudOptions, node: SchemaNode): boolean {
  const types = typesOf(document, node)
  const isScalar = types.size > 0 && !types.has('object') && !types.has('array') && !types.has('boolean')
  return !isScalar || enumValues(document, node).length > 0
}

/** Whether there is but one value. */
const isOne = ({ document }: CrudOptions, node: SchemaNode): boolean =>
  enumValues(document, node).length === 1 ||
  partsOf(document, node, ['allOf']).some(({ schema }) => own(schema, 'const') !== undefined)
