import type { Document, Operation } from '../../../spec/document.ts'
import {
  bodyAlternatives,
  parameterAlternatives,
  type Alternatives,
} from '../../../spec/inference/constraints/alternatives.ts'
import { equalJson, isJsonObject, memberAt, type Json } from '../../../spec/json.ts'
import { jsonSent, type RequestValues } from '../../../spec/request.ts'
import { keywordOf } from '../../../spec/schemas/subschemas.ts'
import { refuse, type Refused } from '../../behaviour.ts'
import { declaredStatus } from '../declared-status.ts'
import { refuseValue } from './refuse-value.ts'

/** Refuses parameters or properties that exclude each other, and requests with none of those of which one is needed. */
export function brokenAlternatives(
  document: Document,
  operation: Operation,
): ((request: RequestValues) => Refused | undefined) | undefined {
  const query = parameterAlternatives(document, operation)
  const places = bodyAlternatives(document, operation)
  if (query.exclusive.length === 0 && query.needed.length === 0 && places.length === 0) return undefined
  const defaults = new Map(
    operation.parameters.map(({ name, schema }) => [name, schema && keywordOf(document, schema, 'default')]),
  )
  /** Whether a parameter was sent: those that were not have their default. */
  const isSent = (value: Json | undefined, name: string): boolean =>
    value !== undefined && !equalJson(value, (defaults.get(name) ?? null) as Json)
  // As for what breaks the schema where no refusal is declared.
  const status = declaredStatus(operation, [400, 422, 409]) ?? 400
  return (request) => {
    const broken = brokenIn(query, (name) => isSent(request.query[name], name))
    if (broken) return refuse(status, 'broken_alternatives', broken.message)
    const sent = jsonSent(request)
    for (const place of places) {
      const members = sent === undefined ? undefined : memberAt(sent, place.path)
      const found = isJsonObject(members)
        ? brokenIn(place, (name) => (members[name] ?? null) !== null)
        : undefined
      if (found)
        return refuseValue(operation, status, 'broken_alternatives', found.message, [
          ...place.path,
          found.name,
        ])
    }
    return undefined
  }
}

/** What breaks the alternatives, and one of the names that it is about; undefined if nothing does. */
function brokenIn(
  { exclusive, needed }: Alternatives,
  has: (name: string) => boolean,
): { readonly name: string; readonly message: string } | undefined {
  const both = exclusive.find(({ names }) => names.every(has))
  const none = needed.find(({ names }) => !names.some(has))
  const names = (both ?? none)?.names
  const [name] = names ?? []
  if (!names || name === undefined) return undefined
  const list = names.join(' and ')
  return {
    name,
    message: both ? `${list} exclude each other. Send one of them.` : `One of ${list} is needed.`,
  }
}
