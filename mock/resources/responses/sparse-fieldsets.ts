import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import { responseSchema } from '../../../spec/inference/bodies/content.ts'
import { relationships } from '../../../spec/inference/records/nesting.ts'
import { constantType } from '../../../spec/inference/references/targets.ts'
import {
  isArray,
  isJsonObject,
  memberAt,
  memberNamed,
  type Json,
  type JsonObject,
} from '../../../spec/json.ts'
import { shownRecord } from '../../../spec/resources.ts'
import { itemOf, possiblePropertiesOf, propertyAt, requiredOf } from '../../../spec/schemas/properties.ts'
import { partsOf } from '../../../spec/schemas/subschemas.ts'
import type { BehaviourContext, Ok } from '../../behaviour.ts'
import { withMember } from '../member.ts'
import type { CrudOptions, RoleEntry } from '../options.ts'

/** The names in a parameter: a list, or separated by commas. */
export function namesIn(value: Json | undefined): readonly string[] {
  const texts = (value !== undefined && isArray(value) ? value : [value]).filter(
    (each) => typeof each === 'string',
  )
  return texts
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * Returns a function that removes the properties that the request does not name from the records of a response. Required ones stay,
 * so that the response is valid.
 */
export function createSparseFieldsets(
  options: CrudOptions,
  operation: Operation,
  parameters: readonly string[],
): (outcome: Ok, context: BehaviourContext) => Ok {
  const entry = options.model.roles.get(operation.id)
  const { nesting } = entry?.resource ?? {}
  const isNested = entry ? nesting !== undefined && !nesting.contents : options.flattening !== undefined
  if (isNested) return selectByType(options)
  return entry ? selectProperties(options, operation, entry, parameters) : (outcome) => outcome
}

/** `fields=id,title`: a name that is no property means that the value has another syntax, which is ignored. */
function selectProperties(
  { document }: CrudOptions,
  operation: Operation,
  { resource, operation: { responsePath } }: RoleEntry,
  parameters: readonly string[],
): (outcome: Ok, context: BehaviourContext) => Ok {
  if (responsePath === undefined) return (outcome) => outcome
  const shown = propertyAt(document, responseSchema(operation), responsePath)
  const { idProperty } = resource
  const properties = possiblePropertiesOf(document, shownRecord(resource))
  // Those that any alternative requires: which one a record is of shows only in such properties.
  const alternatives = shown ? partsOf(document, itemOf(document, shown), ['allOf', 'oneOf', 'anyOf']) : []
  const required = alternatives.flatMap((part) => [...requiredOf(document, part)])
  const kept = new Set([...required, ...(idProperty === undefined ? [] : [idProperty])])
  return (outcome, { request }) => {
    const names = parameters.flatMap((name) => namesGiven(name, request.query, properties))
    if (names.length === 0 || outcome.body === undefined || !names.every((name) => properties.has(name)))
      return outcome
    const isKept = (name: string): boolean => kept.has(name) || names.includes(name)
    const value = mapRecords(memberAt(outcome.body, responsePath), (each) => only(each, isKept))
    return { ...outcome, body: withMember(outcome.body, { path: responsePath, value }) }
  }
}

/** The names of the properties that a parameter asks for, or of those that it does not exclude. */
function namesGiven(
  parameter: string,
  query: JsonObject,
  properties: ReadonlyMap<string, unknown>,
): readonly string[] {
  const given = memberNamed(query, parameter)
  if (isJsonObject(given)) return namesByFlag(given, properties)
  const names = namesIn(given).map((name) => (properties.has(name) ? name : (name.split('.')[0] ?? '')))
  if (names.length === 0 || !/^(?:exclude|omit)/i.test(parameter)) return names
  return [...properties.keys()].filter((name) => !names.includes(name))
}

/** The names in `{"id": true, "title": true}`, or those of all other properties in `{"notes": false}`. */
function namesByFlag(flags: JsonObject, properties: ReadonlyMap<string, unknown>): readonly string[] {
  const shown = Object.keys(flags).filter((name) => flags[name] === true)
  return shown.length > 0 ? shown : [...properties.keys()].filter((name) => flags[name] !== false)
}

/** `fields[articles]=title`, for the records and those that are included (JSON:API 1.1 §8.4). */
function selectByType({ document, model }: CrudOptions): (outcome: Ok, context: BehaviourContext) => Ok {
  const required = new Map<string, ReadonlySet<string>>()
  const requiredIn = (type: string, container: string): ReadonlySet<string> => {
    const key = `${type} ${container}`
    const names =
      required.get(key) ??
      requiredOfType(
        document,
        model.resources.flatMap(({ nesting }) => nesting?.record ?? []),
        type,
        container,
      )
    required.set(key, names)
    return names
  }
  return (outcome, { request }) => {
    const { body } = outcome
    if (!isJsonObject(body)) return outcome
    const select = (record: JsonObject): JsonObject => {
      const { type } = record
      const fieldset = typeof type === 'string' ? fieldsetFor(request.query, type) : undefined
      if (typeof type !== 'string' || fieldset === undefined) return record
      const names = new Set(namesIn(fieldset))
      const selected = { ...record }
      for (const container of ['attributes', relationships]) {
        const members = memberNamed(record, container)
        const isKept = (name: string): boolean => names.has(name) || requiredIn(type, container).has(name)
        if (isJsonObject(members)) selected[container] = only(members, isKept)
      }
      return selected
    }
    const shaped = ['data', 'included'].reduce<Json>((rest, name) => {
      const value = mapRecords(memberNamed(rest, name), select)
      return value === undefined ? rest : withMember(rest, { path: [name], value })
    }, body)
    return { ...outcome, body: shaped }
  }
}

const fieldsetFor = (query: JsonObject, type: string): Json | undefined =>
  memberNamed(query, `fields[${type}]`) ?? memberAt(query, ['fields', type])

function requiredOfType(
  document: Document,
  records: readonly SchemaNode[],
  type: string,
  container: string,
): ReadonlySet<string> {
  const record = records.find((node) => constantType(document, node) === type)
  const node = record && propertyAt(document, record, [container])
  return node ? requiredOf(document, node) : new Set()
}

const mapRecords = (
  value: Json | undefined,
  change: (record: JsonObject) => JsonObject,
): Json | undefined => {
  if (value !== undefined && isArray(value))
    return value.map((item) => (isJsonObject(item) ? change(item) : item))
  return isJsonObject(value) ? change(value) : value
}

const only = (record: JsonObject, isKept: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)))
