import type { Operation } from '../../spec/document.ts'
import { idInQueryOf } from '../../spec/inference/identity/id-in-query.ts'
import { parameterDescription } from '../../spec/inference/prose/sentences.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { Api } from '../api/api.ts'
import { isUnconstrained } from './unspecified-values.ts'

/** The query with a new id for a record to be created, if a query parameter carries it: `?workerId=w4`. In lower case, as most ids are. */
export function withNewId(api: Api, operation: Operation, query: JsonObject, mark: string): JsonObject {
  const { resource, operation: role } = api.model.roles.get(operation.id) ?? {}
  const chosen = resource && role?.role === 'create' ? idInQueryOf(resource, operation) : undefined
  if (!chosen || chosen.examples.length > 0 || !isUnconstrained(api, chosen.schema)) return query
  const isRequired = chosen.required || /^required\b/i.test(parameterDescription(api.document, chosen))
  return isRequired ? { ...query, [chosen.name]: `n${mark}` } : query
}
