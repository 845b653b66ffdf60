import type { Operation } from '../../spec/document.ts'
import { resourceNoun } from '../../spec/inference/references/names.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { Api } from '../api/api.ts'
import { isUnconstrained } from './unspecified-values.ts'

/** The query with a new id for a record to be created, if a query parameter carries it: `?workerId=w4`. In lower case, as most ids are. */
export function withNewId(
  api: Api,
  { id, parameters }: Operation,
  query: JsonObject,
  mark: string,
): JsonObject {
  const { resource, operation: role } = api.model.roles.get(id) ?? {}
  const called = resource && role?.role === 'create' ? `${resourceNoun(resource.name)}id` : undefined
  const chosen = parameters.find(
    ({ in: place, name, required, examples }) =>
      place === 'query' && required && examples.length === 0 && normalizeName(name) === called,
  )
  return chosen && isUnconstrained(api, chosen.schema) ? { ...query, [chosen.name]: `n${mark}` } : query
}
