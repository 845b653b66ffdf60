import { isJsonObject, type Json, type JsonObject } from '../../spec/json.ts'
import type { Api } from '../api/api.ts'
import { bodyValue, withBody, type Draft } from '../draft.ts'
import type { RunOptions } from '../options.ts'

/** Values of an operation that are always the same: a tenant, an account the target knows. */
export interface OperationData {
  readonly path?: JsonObject
  readonly query?: JsonObject
  readonly header?: JsonObject
  readonly cookie?: JsonObject
  /** Properties of the request body; or the body, when it is no object. */
  readonly body?: Json
}

/** By operation id, the values that are always the same: a header that is sent with every request is one, where it is declared. */
export function operationData(
  api: Api,
  { operations, headers }: Pick<RunOptions, 'operations' | 'headers'>,
): RunOptions['operations'] {
  if (Object.keys(headers).length === 0) return operations
  return Object.fromEntries(
    api.operations.map(({ id, parameters }) => {
      const data = operations[id]
      const given = parameters.flatMap(({ in: place, name }) => {
        const value = place === 'header' ? headers[name.toLowerCase()] : undefined
        return value === undefined ? [] : [[name, value] as const]
      })
      return [id, { ...data, header: { ...Object.fromEntries(given), ...data?.header } }]
    }),
  )
}

/** The draft with what the configuration says of its operation, where the draft itself says nothing. */
export function withData(draft: Draft, data: OperationData | undefined): Draft {
  if (!data) return draft
  return {
    ...draft,
    query: { ...data.query, ...draft.query },
    header: { ...data.header, ...draft.header },
    cookie: { ...data.cookie, ...draft.cookie },
  }
}

/** The draft with all that the configuration says of its operation, whatever the draft says. */
export function fixedBy(draft: Draft, data: OperationData | undefined): Draft {
  if (!data) return draft
  const fixed = {
    ...draft,
    path: { ...draft.path, ...data.path },
    query: { ...draft.query, ...data.query },
    header: { ...draft.header, ...data.header },
    cookie: { ...draft.cookie, ...data.cookie },
  }
  return data.body === undefined ? fixed : withBody(fixed, mergedBody(bodyValue(draft), data.body))
}

const mergedBody = (made: Json | undefined, given: Json): Json =>
  isJsonObject(made) && isJsonObject(given) ? { ...made, ...given } : given
