import { pathToId } from '../../../spec/inference/records/path-to-id.ts'
import { memberAt, type JsonObject } from '../../../spec/json.ts'
import type { Outcome } from '../../behaviour.ts'
import type { Id } from '../../store/store.ts'
import type { CrudOptions, RoleEntry } from '../options.ts'
import { alternativeSpellings } from '../records/spellings.ts'
import { withMember } from './member.ts'
import { createSetPart } from './part-of-record.ts'
import { mediaOf } from './success-media.ts'

/** Sets the id of a record in a response that shows little else of it. */
export type SetId = (outcome: Outcome, record: JsonObject, newId: Id | undefined) => Outcome

/** For responses such as `{id}`, `{data: {id, state}}` and `{petId}`; undefined if the response has no id, or only that of a job. */
export function createSetId(
  options: CrudOptions,
  { resource, operation: { operationId, status } }: RoleEntry,
): SetId | undefined {
  const { idProperty, idParameter } = resource
  const operation = options.byId.get(operationId)
  const schema = operation && mediaOf(operation, status)?.schema
  if (!schema) return undefined
  // `id` in a 202 response is the id of a job.
  const path = [idProperty, idParameter]
    .filter((name) => name !== undefined)
    .filter((name) => status !== 202 || name !== 'id')
    .map((name) => pathToId(options.document, schema, name))
    .find((place) => place !== undefined)
  if (!path) return undefined
  const setPart = createSetPart(options, resource, schema, path.slice(0, -1))
  return (outcome, record, newId) => {
    const id = idProperty === undefined ? newId : record[idProperty]
    if (id === undefined || outcome.kind !== 'ok' || memberAt(outcome.body, path) === undefined)
      return outcome
    const body = [id, ...alternativeSpellings(id)]
      .map((value) => withMember(outcome.body ?? null, { path, value }))
      .find((candidate) => options.validator.of(schema, 'response').accepts(candidate))
    return body === undefined ? outcome : { ...outcome, body: setPart?.(body, record) ?? body }
  }
}
