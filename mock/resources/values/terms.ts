import {
  describedExtension,
  describedTerm,
  type DescribedTerm,
} from '../../../spec/inference/times/described-terms.ts'
import { instantOf } from '../../../spec/inference/times/time-formulas.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Endpoint } from '../endpoint.ts'

const termOf = perObject(({ options, declared, resource }: Endpoint) =>
  describedTerm(options.document, resource.record, declared),
)
const extensionOf = perObject(({ options, declared, resource }: Endpoint) =>
  describedExtension(options.document, resource.record, declared),
)

/** When a new record is due, if its creation tells: "Lends a copy for 21 days". */
export function dueAtFirst(endpoint: Endpoint, now: () => Date): JsonObject | undefined {
  const term = termOf(endpoint)
  return term && { [term.property]: later(now().getTime(), term) }
}

/** The time that an action moves: "Extends the due date by 21 days". */
export function extended(endpoint: Endpoint, before: JsonObject): JsonObject | undefined {
  const extension = extensionOf(endpoint)
  const instant = extension && instantOf(before[extension.property])
  return !extension || instant === undefined ? undefined : { [extension.property]: later(instant, extension) }
}

function later(instant: number, { isDate, milliseconds }: DescribedTerm): Json {
  const text = new Date(instant + milliseconds).toISOString()
  return isDate ? text.slice(0, 10) : text
}
