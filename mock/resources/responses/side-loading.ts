import type { Operation } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import { isSameSchema } from '../../../spec/inference/schemas/similarity.ts'
import {
  isArray,
  isJsonObject,
  memberAt,
  memberNamed,
  type Json,
  type JsonObject,
} from '../../../spec/json.ts'
import type { Reference, Resource } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { expandParameter } from './expand-parameter.ts'
import type { Shape } from './shape.ts'
import { namesIn } from './sparse-fieldsets.ts'

/** A list in an envelope, beside the records, of those of another resource that they refer to. */
interface SideLoad {
  readonly property: string
  readonly isRequired: boolean
  readonly target: Resource
  readonly references: readonly Reference[]
}

/**
 * Returns a function that fills the lists of related records beside those that an operation shows, if the request asks for them:
 * `GET /tickets?include=users`. Undefined if the response has no such lists.
 */
export function createSideLoading(options: CrudOptions, operation: Operation): Shape | undefined {
  const { resource, operation: role } = options.model.roles.get(operation.id) ?? {}
  const parameter = expandParameter(operation)
  const path = role?.responsePath
  if (!resource || !parameter || path?.length !== 1) return undefined
  const loads = sideLoadsOf(options, operation, resource, path[0])
  if (loads.length === 0) return undefined
  return (outcome, { request, store }) => {
    const { body } = outcome
    if (!isJsonObject(body)) return outcome
    const wanted = new Set(namesIn(memberNamed(request.query, parameter.name)))
    const value = memberAt(body, path) ?? null
    const records = (isArray(value) ? value : [value]).filter(isJsonObject)
    const filled = reduceAfter<SideLoad, JsonObject>(loads, body, (partial, load) => {
      const { property, isRequired } = load
      const { [property]: _, ...others } = partial
      if (!wanted.has(property)) return isRequired ? { ...others, [property]: [] } : others
      return after(recordsFor(load, records, store), (found) => ({ ...others, [property]: found }))
    })
    return after(filled, (shown) => ({ ...outcome, body: shown }))
  }
}

function sideLoadsOf(
  { document, model }: CrudOptions,
  operation: Operation,
  resource: Resource,
  own: string | undefined,
): readonly SideLoad[] {
  const body = responseSchema(operation)
  if (!body) return []
  const required = requiredOf(document, body)
  return [...possiblePropertiesOf(document, body)].flatMap(([property, node]): readonly SideLoad[] => {
    const item = property === own ? undefined : itemsOf(document, node)
    const target =
      item &&
      model.resources.find(({ record, scope }) => scope.length === 0 && isSameSchema(document, record, item))
    const references = resource.references.filter((each) => each.resource === target?.name)
    return target && references.length > 0
      ? [{ property, isRequired: required.has(property), target, references }]
      : []
  })
}

/** The records of another resource that some refer to, each once. */
function recordsFor(
  { target, references }: SideLoad,
  records: readonly JsonObject[],
  store: Transaction,
): MaybePromise<readonly Json[]> {
  const all = records.flatMap((record) =>
    references.flatMap((reference) => referencedIds(record[reference.property], reference)),
  )
  const ids = [...new Map(all.flatMap((each) => idOf(each) ?? []).map((id) => [String(id), id])).values()]
  return after(
    mapAfter(ids, (id) => store.collection(target.name).get(id)),
    (found) => found.filter((record) => record !== undefined),
  )
}
