import type { Operation } from '../../../spec/document.ts'
import { nounsOf } from '../../../spec/inference/prose/verb-nouns.ts'
import { wordsOf } from '../../../spec/inference/prose/words.ts'
import { actionWords } from '../../../spec/inference/states/action-outcome.ts'
import { timestampedEvent } from '../../../spec/inference/states/words/state-properties.ts'
import { pastForms } from '../../../spec/inference/states/words/verb-forms.ts'
import type { Json, JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isDateTime, typesOf } from '../../../spec/schemas/types.ts'
import type { Endpoint } from '../endpoint.ts'

/**
 * What an action records of itself in an object that is named after it: `rejection: {reason, rejectedAt}` of `reject`, with what it was
 * sent, and its time. Empty if the record has no such object.
 */
export function outcomeObject(
  { resource, declared, options: { document } }: Endpoint,
  sent: JsonObject,
  now: Date,
): JsonObject {
  const found = [...possiblePropertiesOf(document, resource.record)].find(([name, node]) => {
    const types = typesOf(document, node)
    return types.has('object') && types.has('null') && isNamedAfter(declared, name)
  })
  if (!found) return {}
  const [name, node] = found
  const members = [...possiblePropertiesOf(document, node)].flatMap(
    ([member, each]): (readonly [string, Json])[] => {
      const value =
        sent[member] ??
        (isDateTime(document, each) && isTimeOf(declared, member) ? now.toISOString() : undefined)
      if (value !== undefined) return [[member, value]]
      return typesOf(document, each).has('null') ? [[member, null]] : []
    },
  )
  return { [name]: Object.fromEntries(members) }
}

/** Whether a property is named for the time of an action: `rejectedAt`. */
const isTimeOf = (action: Operation, name: string): boolean =>
  ['created', ...pastForms(actionWords(action))].includes(timestampedEvent(name) ?? '')

/** Whether a property is called what an action is as a noun: `rejection` of `reject`. */
const isNamedAfter = (action: Operation, name: string): boolean => {
  const [verb = '', ...others] = actionWords(action)
  return others.length === 0 && nounsOf(verb).includes(wordsOf(name).join(''))
}
