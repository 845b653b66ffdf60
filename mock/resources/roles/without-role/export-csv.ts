import type { Operation } from '../../../../spec/document.ts'
import { statusOf, successResponse } from '../../../../spec/inference/bodies/content.ts'
import { isArray, stringifyJson, type Json, type JsonObject } from '../../../../spec/json.ts'
import { shownRecord } from '../../../../spec/resources.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import type { Behaviour, Outcome } from '../../../behaviour.ts'
import type { BehaviourOf, Endpoint, RequestContext } from '../../endpoint.ts'
import { listBeside } from '../../lists/list-beside.ts'
import type { CrudOptions } from '../../options.ts'
import { listedAt } from '../../resource-index.ts'
import { selectedRecords } from '../batches/whole-list.ts'

/** The behaviour of a GET beside a list that responds with its records as CSV: `GET /employees/export`. */
export function csvBehaviour(
  { model }: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const resource = listedAt(model, listBeside(operation.path))
  const list = resource?.operations.find(({ role, within }) => role === 'list' && within.length === 0)
  if (!resource || !list) return undefined
  return behaviourOf({ resource, operation: { ...list, operationId: operation.id } }, respondWithCsv)
}

async function respondWithCsv(endpoint: Endpoint, context: RequestContext): Promise<Outcome> {
  const { resource, declared, options } = endpoint
  const { items } = await selectedRecords(endpoint, context)
  const names = [...possiblePropertiesOf(options.document, shownRecord(resource)).keys()]
  const lines = [names, ...items.map((record) => names.map((name) => textIn(record, name)))]
  const text = lines.map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('')
  return {
    kind: 'ok',
    status: statusOf(successResponse(declared)),
    content: { type: 'text/csv', bytes: new TextEncoder().encode(text) },
  }
}

function textIn(record: JsonObject, name: string): string {
  const value: Json = record[name] ?? ''
  if (typeof value === 'string') return value
  const isPlainList = isArray(value) && value.every((item) => typeof item === 'string')
  return isPlainList ? value.join(';') : stringifyJson(value)
}

/** RFC 4180 §2: fields with commas, quotes or line breaks are in quotes. */
const quoted = (field: string): string =>
  /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
