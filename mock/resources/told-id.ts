import { pathToId } from '../../spec/inference/records/path-to-id.ts'
import { memberAt, type JsonObject } from '../../spec/json.ts'
import type { Outcome } from '../behaviour.ts'
import { respelled } from './overlay.ts'
import type { CrudOptions, RoleEntry } from './crud.ts'
import { mediaOf, put } from './present.ts'
import type { Id } from '../store/store.ts'

/** Puts the id of a record into an answer that shows nothing else of it. */
export type TellId = (outcome: Outcome, record: JsonObject, made: Id | undefined) => Outcome

/** For answers such as `{id}`, `{data: {id}}` and `{petId}`; undefined where there is no id to tell, or that of a job. */
export function createTellId(
  options: CrudOptions,
  { resource: { idProperty, idParameter }, operation: { operationId, status } }: RoleEntry,
): TellId | undefined {
  const operation = options.byId.get(operationId)
  const schema = operation && mediaOf(operation, status)?.schema
  if (!schema) return undefined
  // What is `id` in the answer of a job is that of the job.
  const path = [idProperty, idParameter]
    .filter((name) => name !== undefined)
    .filter((name) => status !== 202 || name !== 'id')
    .map((name) => pathToId(options.document, schema, name))
    .find((place) => place !== undefined)
  if (!path) return undefined
  return (outcome, record, made) => {
    const id = idProperty === undefined ? made : record[idProperty]
    if (id === undefined || outcome.kind !== 'ok' || memberAt(outcome.body, path) === undefined)
      return outcome
    const body = [id, ...respelled(id)]
      .map((value) => put(outcome.body ?? null, { path, value }))
      .find((each) => options.validator.of(schema, 'response').accepts(each))
    return body === undefined ? outcome : { ...outcome, body }
  }
}
