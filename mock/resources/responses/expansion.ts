import type { Document, Operation } from '../../../spec/document.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { isExpandable } from '../../../spec/inference/references/expandable.ts'
import {
  isArray,
  isJsonObject,
  memberAt,
  memberNamed,
  type Json,
  type JsonObject,
} from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Transaction } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import { withMember } from '../member.ts'
import type { CrudOptions } from '../options.ts'
import { expandParameter } from './expand-parameter.ts'
import type { Shape } from './shape.ts'
import { namesIn } from './sparse-fieldsets.ts'

const onDemand = /\b(?:only|present|included|set|shown|returned)\b.*\b(?:expand|includ|embed)/i

/**
 * Returns a function that leaves out the records that others embed only on demand, unless the request asks for them: those that the
 * parameter lists, or whose description says so.
 */
export function createExpansion(options: CrudOptions, operation: Operation): Shape {
  const { document, model } = options
  const entry = model.roles.get(operation.id)
  const path = entry?.operation.responsePath
  const parameter = expandParameter(operation)
  const listed = parameter?.schema && (itemsOf(document, parameter.schema) ?? parameter.schema)
  const choices = new Set<Json>(listed ? enumValues(document, listed) : [])
  const isForAll = parameter !== undefined && /^populate/i.test(parameter.name)
  const names = entry ? embeddedOnDemand(document, entry.resource, choices, isForAll) : []
  const expand = entry ? createExpandIds(options, entry.resource) : undefined
  if (path === undefined || (names.length === 0 && !expand)) return (outcome) => outcome
  const prefix = `${path.join('.')}.`
  return (outcome, { request, store }) => {
    const asked = parameter ? namesIn(memberNamed(request.query, parameter.name)) : []
    // Names may begin with those that lead to the records: `data.customer`.
    const wanted = new Set(asked.map((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name)))
    const left = wanted.has('*') ? [] : names.filter((name) => !wanted.has(name))
    const shown = (record: Json): MaybePromise<Json> => {
      if (!isJsonObject(record)) return record
      const kept = Object.fromEntries(Object.entries(record).filter(([name]) => !left.includes(name)))
      return expand && wanted.size > 0 ? expand(kept, wanted, store) : kept
    }
    const { body } = outcome
    const value = body === undefined ? undefined : memberAt(body, path)
    if (body === undefined || value === undefined || (left.length === 0 && wanted.size === 0)) return outcome
    return after(isArray(value) ? mapAfter(value, shown) : shown(value), (all) => ({
      ...outcome,
      body: withMember(body, { path, value: all }),
    }))
  }
}

type ExpandIds = (
  record: JsonObject,
  wanted: ReadonlySet<string>,
  store: Transaction,
) => MaybePromise<JsonObject>

/** Returns a function that replaces ids by the records that have them; undefined if records hold none that may be replaced. */
function createExpandIds(
  { document, model, validator }: CrudOptions,
  { record, references }: Resource,
): ExpandIds | undefined {
  const properties = possiblePropertiesOf(document, record)
  const expandable = references.flatMap(({ property, resource }) => {
    const node = properties.get(property)
    const isTop = model.resources.some(({ name, scope }) => name === resource && scope.length === 0)
    return node && isTop && isExpandable(document, node)
      ? [{ property, resource, accepts: (value: Json) => validator.of(node, 'response').accepts(value) }]
      : []
  })
  if (expandable.length === 0) return undefined
  return (whole, wanted, store) =>
    reduceAfter(expandable, whole, (partial, { property, resource, accepts }) => {
      const id = wanted.has(property) ? idOf(partial[property]) : undefined
      if (id === undefined) return partial
      return after(store.collection(resource).get(id), (found) =>
        found && accepts(found) ? { ...partial, [property]: found } : partial,
      )
    })
}

/**
 * The optional properties that hold other records, and nothing else, if these are asked for.
 * @param isForAll whether nothing is populated that a request does not ask for
 */
function embeddedOnDemand(
  document: Document,
  { record, references }: Resource,
  choices: ReadonlySet<Json>,
  isForAll: boolean,
): readonly string[] {
  const required = requiredOf(document, record)
  const properties = possiblePropertiesOf(document, record)
  return references.flatMap(({ property, idProperty }) => {
    const node = properties.get(property)
    if (idProperty === undefined || !node || required.has(property)) return []
    const types = typesOf(document, node)
    const holdsIds = types.has('string') || types.has('integer')
    const isOnDemand = isForAll || choices.has(property) || onDemand.test(schemaDescription(document, node))
    return isOnDemand && !holdsIds ? [property] : []
  })
}
