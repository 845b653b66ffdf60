import { normalizeName } from '../../../spec/inference/prose/words.ts'
import { stateChangesOf } from '../../../spec/inference/states/action-outcome.ts'
import { equalJson, isArray, type Json, type JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { separated } from '../../../spec/util/separated.ts'
import type { Endpoint } from '../endpoint.ts'

/** What an update makes of a record by names that stand for changes: `state_event`, `add_labels`, `removeTags`. */
export function namedChanges(
  { resource: { record }, options: { document } }: Endpoint,
  sent: JsonObject,
  before: JsonObject,
  now: () => Date,
): JsonObject {
  const properties = possiblePropertiesOf(document, record)
  const changes: Record<string, Json> = {}
  for (const [name, value] of Object.entries(sent)) {
    if (properties.has(name)) continue
    if (typeof value === 'string' && /(?:event|action|transition)$/i.test(name))
      for (const change of stateChangesOf(document, record, value))
        changes[change.property] = change.value ?? now().toISOString()
    const [, verb, rest = ''] = /^(add|append|remove)[-_]?(\w+)$/i.exec(name) ?? []
    const list = [...properties.keys()].find((each) => normalizeName(each) === normalizeName(rest))
    if (verb !== undefined && list !== undefined)
      changes[list] = changed(changes[list] ?? before[list] ?? [], value, /^remove$/i.test(verb))
  }
  return changes
}

/** A list with the items that are sent, in an array or a text with commas, or without them. */
function changed(list: Json, sent: Json, isWithout: boolean): Json {
  if (!isArray(list)) return list
  const items = typeof sent === 'string' ? separated(sent) : [sent].flat()
  const isIn = (item: Json, all: readonly Json[]): boolean => all.some((each) => equalJson(each, item))
  return isWithout
    ? list.filter((item) => !isIn(item, items))
    : [...list, ...items.filter((item) => !isIn(item, list))]
}
