import type { Document, Operation } from '../../../spec/document.ts'
import { relationships } from '../../../spec/inference/records/nesting.ts'
import { constantType } from '../../../spec/inference/references/targets.ts'
import { isArray, isJsonObject, memberAt, type Json, type JsonObject } from '../../../spec/json.ts'
import { shownRecord, type Resource } from '../../../spec/resources.ts'
import { propertyAt } from '../../../spec/schemas/properties.ts'
import { allows } from '../../../spec/validate.ts'
import { refuse } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import { withMember } from '../member.ts'
import type { CrudOptions } from '../options.ts'
import type { Shape } from './shape.ts'
import { namesIn } from './sparse-fieldsets.ts'
import { mediaOf } from './success-media.ts'

/** The top-level member with related records (JSON:API 1.1 §7.4). */
const included = 'included'

/**
 * Returns a function that sets the related records in a response: those that the `include` parameter names (JSON:API 1.1 §8.3), or
 * all of them if the operation has no such parameter.
 */
export function createCompoundDocument(options: CrudOptions, operation: Operation): Shape {
  const { document, model, validator } = options
  const byType = resourcesByType(document, model.resources)
  const parameter = operation.parameters.find(
    ({ in: place, name }) => place === 'query' && name === 'include',
  )
  return (outcome, { request, store }) => {
    const { body } = outcome
    if (!isJsonObject(body)) return outcome
    const primary = objectsIn(body['data'])
    const paths = parameter
      ? namesIn(request.query[parameter.name]).map((path) => path.split('.'))
      : namesOfRelationships(primary).map((name) => [name])
    const unknown = paths.find(([name = '']) =>
      primary.some((record) => !declaresRelationship(document, byType.get(record['type'] ?? null), name)),
    )
    if (unknown && declares(operation, 400))
      return refuse(400, 'invalid_include', `There is no relationship '${unknown.join('.')}' to include.`)
    const schema = mediaOf(operation, outcome.status)?.schema
    const accepts = (each: Json): boolean => !schema || allows(validator.of(schema, 'response'), each)
    return after(relatedTo(primary, paths, { byType, store }), (records) => {
      const values = records.length > 0 || paths.length > 0 ? [records] : [undefined, records]
      const bodies = values.map((value) => withMember(body, { path: [included], value }))
      return { ...outcome, body: bodies.find(accepts) ?? body }
    })
  }
}

type ByType = ReadonlyMap<Json, Resource>

const known = new WeakMap<readonly Resource[], ByType>()

/** Resources whose records refer to others by `type` and `id`, by that type. */
function resourcesByType(document: Document, resources: readonly Resource[]): ByType {
  const byType =
    known.get(resources) ??
    new Map(
      resources.flatMap((resource) => {
        const type = resource.scope.length > 0 ? undefined : constantType(document, resource.record)
        return type === undefined ? [] : [[type, resource] as const]
      }),
    )
  known.set(resources, byType)
  return byType
}

const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  (value !== undefined && isArray(value) ? value : [value]).filter(isJsonObject)

const namesOfRelationships = (records: readonly JsonObject[]): readonly string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record[relationships] ?? {}))),
]

/** Whether records have a relationship; true if it is unknown what they have. */
function declaresRelationship(document: Document, resource: Resource | undefined, name: string): boolean {
  const record = resource && shownRecord(resource)
  return !record || propertyAt(document, record, [relationships, name]) !== undefined
}

interface Related {
  readonly byType: ByType
  readonly store: Transaction
}

/** The records that others refer to along the paths, each once, without the others themselves. */
function relatedTo(
  primary: readonly JsonObject[],
  paths: readonly (readonly string[])[],
  related: Related,
): MaybePromise<readonly JsonObject[]> {
  const records = new Map<string, JsonObject>()
  const follow = (from: readonly JsonObject[], [name, ...rest]: readonly string[]): MaybePromise<void> => {
    if (name === undefined || from.length === 0) return undefined
    const linkage = from.flatMap((record) => objectsIn(memberAt(record, [relationships, name, 'data'])))
    const unique = [...new Map(linkage.map((identifier) => [keyOf(identifier), identifier])).values()]
    return after(
      mapAfter(unique, (identifier) => find(related, identifier)),
      (results) => {
        const found = results.filter((record) => record !== undefined)
        for (const record of found) records.set(keyOf(record), record)
        return follow(found, rest)
      },
    )
  }
  return after(
    reduceAfter<readonly string[], void>(paths, undefined, (_, path) => follow(primary, path)),
    () => {
      for (const record of primary) records.delete(keyOf(record))
      return [...records.values()]
    },
  )
}

const keyOf = ({ type = null, id = null }: JsonObject): string => JSON.stringify([type, String(idOf(id))])

function find(
  { byType, store }: Related,
  { type = null, id = null }: JsonObject,
): MaybePromise<JsonObject | undefined> {
  const resource = byType.get(type)
  const key = idOf(id)
  return resource && key !== undefined ? store.collection(resource.name).get(key) : undefined
}
