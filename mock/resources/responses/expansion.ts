import type { Document, Operation } from '../../../spec/document.ts'
import { schemaDescription } from '../../../spec/inference/prose/sentences.ts'
import { isArray, isJsonObject, memberAt, memberNamed, type Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf, requiredOf } from '../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../spec/schemas/types.ts'
import type { BehaviourContext, Ok } from '../../behaviour.ts'
import type { CrudOptions } from '../options.ts'
import { expandParameter } from './expand-parameter.ts'
import { withMember } from './member.ts'
import { namesIn } from './sparse-fieldsets.ts'

const onDemand = /\b(?:only|present|included|set|shown|returned)\b.*\b(?:expand|includ|embed)/i

/**
 * Returns a function that leaves out the records that others embed only on demand, unless the request asks for them: those that the
 * parameter lists, or whose description says so.
 */
export function createExpansion(
  { document, model }: CrudOptions,
  operation: Operation,
): (outcome: Ok, context: BehaviourContext) => Ok {
  const entry = model.roles.get(operation.id)
  const path = entry?.operation.responsePath
  const parameter = expandParameter(operation)
  const listed = parameter?.schema && (itemsOf(document, parameter.schema) ?? parameter.schema)
  const choices = new Set<Json>(listed ? enumValues(document, listed) : [])
  const names = entry ? embeddedOnDemand(document, entry.resource, choices) : []
  if (path === undefined || names.length === 0) return (outcome) => outcome
  return (outcome, { request }) => {
    const wanted = new Set(parameter ? namesIn(memberNamed(request.query, parameter.name)) : [])
    const left = names.filter((name) => !wanted.has(name))
    const without = (record: Json): Json =>
      isJsonObject(record)
        ? Object.fromEntries(Object.entries(record).filter(([name]) => !left.includes(name)))
        : record
    const value = outcome.body === undefined ? undefined : memberAt(outcome.body, path)
    if (outcome.body === undefined || value === undefined || left.length === 0) return outcome
    const shown = isArray(value) ? value.map(without) : without(value)
    return { ...outcome, body: withMember(outcome.body, { path, value: shown }) }
  }
}

/** The optional properties that hold other records, and nothing else, if these are asked for. */
function embeddedOnDemand(
  document: Document,
  { record, references }: Resource,
  choices: ReadonlySet<Json>,
): readonly string[] {
  const required = requiredOf(document, record)
  const properties = possiblePropertiesOf(document, record)
  return references.flatMap(({ property, idProperty }) => {
    const node = properties.get(property)
    if (idProperty === undefined || !node || required.has(property)) return []
    const types = typesOf(document, node)
    const holdsIds = types.has('string') || types.has('integer')
    const isOnDemand = choices.has(property) || onDemand.test(schemaDescription(document, node))
    return isOnDemand && !holdsIds ? [property] : []
  })
}
