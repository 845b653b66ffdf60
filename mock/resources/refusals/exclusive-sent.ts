import type { Document, Operation } from '../../../spec/document.ts'
import { exclusiveParameters, exclusivePlaces } from '../../../spec/inference/constraints/exclusive-names.ts'
import { equalJson, isJsonObject, memberAt, type Json } from '../../../spec/json.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import { keywordOf } from '../../../spec/schemas/subschemas.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { declaredStatus } from '../declared-status.ts'
import { refuseValue } from './refuse-value.ts'

/** Refuses parameters or properties that exclude each other. Undefined where the document excludes none. */
export function exclusiveSent(
  document: Document,
  operation: Operation,
): ((request: RequestValues) => Refused | undefined) | undefined {
  const parameters = exclusiveParameters(document, operation)
  const places = exclusivePlaces(document, operation)
  if (parameters.length === 0 && places.length === 0) return undefined
  const defaults = new Map(
    operation.parameters.map(({ name, schema }) => [name, schema && keywordOf(document, schema, 'default')]),
  )
  /** Whether a parameter was sent: those that were not have their default. */
  const isSent = (value: Json | undefined, name: string): boolean =>
    value !== undefined && !equalJson(value, (defaults.get(name) ?? null) as Json)
  // As for what breaks the schema where no refusal is declared.
  const status = declaredStatus(operation, [400, 422, 409]) ?? 400
  return (request) => {
    const both = parameters.find(({ names }) => names.every((name) => isSent(request.query[name], name)))
    if (both) return refuse(status, 'exclusive_parameters', messageOf(both.names))
    const sent = jsonSent(request)
    for (const { path, exclusive } of places) {
      const members = sent === undefined ? undefined : memberAt(sent, path)
      const found = isJsonObject(members)
        ? exclusive.find(({ names }) => names.every((name) => (members[name] ?? null) !== null))
        : undefined
      if (found)
        return refuseValue(operation, status, 'exclusive_properties', messageOf(found.names), [
          ...path,
          found.names[1],
        ])
    }
    return undefined
  }
}

const messageOf = ([first, second]: readonly [string, string]): string =>
  `${first} and ${second} exclude each other. Send one of them.`
