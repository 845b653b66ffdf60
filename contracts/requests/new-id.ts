import type { Operation } from '../../spec/document.ts'
import { resourceNoun } from '../../spec/inference/references/names.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import type { JsonObject } from '../../spec/json.ts'
import type { Api } from '../api/api.ts'
import { isOfAnyForm } from './unspecified-values.ts'

/** The query with another id for a new record, where the query has to say it: `?workerId=w4`. In small letters, as most are. */
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
  return chosen && isOfAnyForm(api, chosen.schema) ? { ...query, [chosen.name]: `n${mark}` } : query
}
