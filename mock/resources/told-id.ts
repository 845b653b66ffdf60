import type { SchemaNode } from '../../spec/document.ts'
import { memberAt, type JsonObject } from '../../spec/json.ts'
import { possiblePropertiesOf } from '../../spec/refs.ts'
import type { Outcome } from '../behaviour.ts'
import type { CrudOptions, RoleEntry } from './crud.ts'
import { mediaOf, put } from './present.ts'

/** Puts the id of a record into an answer that shows nothing else of it. */
export type TellId = (outcome: Outcome, record: JsonObject) => Outcome

/** For answers such as `{id}` and `{data: {id}}`; undefined where there is no id to tell, or that of a job. */
export function createTellId(
  options: CrudOptions,
  { resource: { idProperty }, operation: { operationId, status } }: RoleEntry,
): TellId | undefined {
  const operation = options.byId.get(operationId)
  const schema = operation && status !== 202 ? mediaOf(operation, status)?.schema : undefined
  const path = schema && idProperty !== undefined ? placeOf(options, schema, idProperty) : undefined
  if (!schema || !path || idProperty === undefined) return undefined
  return (outcome, record) => {
    if (outcome.kind !== 'ok' || memberAt(outcome.body, path) === undefined) return outcome
    const body = put(outcome.body ?? null, { path, value: record[idProperty] })
    return options.validator.of(schema, 'response').accepts(body) ? { ...outcome, body } : outcome
  }
}

function placeOf({ document }: CrudOptions, schema: SchemaNode, id: string): readonly string[] | undefined {
  const properties = possiblePropertiesOf(document, schema)
  if (properties.has(id)) return [id]
  const [holder, ...others] = [...properties].filter(([, node]) =>
    possiblePropertiesOf(document, node).has(id),
  )
  return holder && others.length === 0 ? [holder[0], id] : undefined
}
