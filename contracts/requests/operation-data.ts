import { isJsonObject, type Json } from '../../spec/json.ts'
import { bodyValue, withBody, type Draft } from '../draft.ts'
import type { OperationData } from '../config/hook.ts'

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
