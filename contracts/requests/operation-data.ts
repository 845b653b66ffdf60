import { isJsonObject, type Json } from '../../spec/json.ts'
import type { Api } from '../api/api.ts'
import { bodyValue, withBody } from '../draft.ts'
import type { Draft } from '../interaction.ts'
import type { OperationData, RunOptions } from '../options.ts'

/** The fixed values by operation id. Header fields sent with every request count for the operations that declare them. */
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

/** The draft with the fixed values as defaults. */
export function withDefaultData(draft: Draft, data: OperationData | undefined): Draft {
  if (!data) return draft
  return {
    ...draft,
    query: { ...data.query, ...draft.query },
    header: { ...data.header, ...draft.header },
    cookie: { ...data.cookie, ...draft.cookie },
  }
}

/** The draft with its own values overridden by the fixed values. */
export function withFixedData(draft: Draft, data: OperationData | undefined): Draft {
  if (!data) return draft
  const result = {
    ...draft,
    path: { ...draft.path, ...data.path },
    query: { ...draft.query, ...data.query },
    header: { ...draft.header, ...data.header },
    cookie: { ...draft.cookie, ...data.cookie },
  }
  return data.body === undefined ? result : withBody(result, mergedBody(bodyValue(draft), data.body))
}

const mergedBody = (own: Json | undefined, fixed: Json): Json =>
  isJsonObject(own) && isJsonObject(fixed) ? { ...own, ...fixed } : fixed
