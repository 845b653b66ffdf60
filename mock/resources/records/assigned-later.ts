import type { Document, Operation, SchemaNode } from '../../../spec/document.ts'
import {
  normalizedSentences,
  schemaDescription,
  sentencesOf,
} from '../../../spec/inference/prose/sentences.ts'
import { actionName, pastForms } from '../../../spec/inference/states/action-outcome.ts'
import { singularWordsOf, wordsOf } from '../../../spec/inference/prose/words.ts'
import type { JsonObject } from '../../../spec/json.ts'
import { possiblePropertiesOf } from '../../../spec/schemas/properties.ts'
import { isDateTime, typesOf } from '../../../spec/schemas/types.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { after, reduceAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import type { Endpoint } from '../endpoint.ts'

const given = '(?:assigned|generated|issued|created|allocated)'

/**
 * The texts of a record that the server makes up when an action is performed: "Assigned when the shipment is dispatched" of a tracking
 * number, or "a tracking number is assigned" of the action.
 */
function assignedBy(document: Document, record: SchemaNode, action: Operation): readonly string[] {
  const done = [...pastForms(wordsOf(actionName(action).split(':').at(-1) ?? ''))].join('|')
  const when = new RegExp(
    ` ${given} (?:when|once|after|as soon a) (?:it|the \\w+(?: \\w+)?) (?:is|ha been) (?:${done}) `,
  )
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    if (!typesOf(document, node).has('string') || isDateTime(document, node)) return []
    const told = new RegExp(` (?:an? |the |it )?${singularWordsOf(property)} (?:is|will be) ${given} `)
    const isAssigned =
      normalizedSentences(schemaDescription(document, node)).some((each) => when.test(each)) ||
      sentencesOf(action).some((each) => told.test(each))
    return isAssigned ? [property] : []
  })
}

const assigned = perObject(({ options, resource, declared }: Endpoint) =>
  assignedBy(options.document, resource.record, declared),
)

/** The values that an action assigns, unless the record has them already. */
export function assignedValues(endpoint: Endpoint, id: Id, before: JsonObject): MaybePromise<JsonObject> {
  const { options, resource } = endpoint
  const missing = assigned(endpoint).filter((name) => (before[name] ?? null) === null)
  return reduceAfter<string, JsonObject>(missing, {}, (values, name) => {
    const node = possiblePropertiesOf(options.document, resource.record).get(name)
    if (!node) return values
    const key = `${resource.name} ${String(id)} ${name}`
    // Some values of what may be null are null.
    const attempts = Array.from({ length: 8 }, (_, attempt) => `${key} ${String(attempt)}`)
    const value = reduceAfter<string, string | undefined>(attempts, undefined, (found, each) =>
      found === undefined
        ? after(options.fake.value(node, 'response', { name, key: each }), (made) =>
            typeof made === 'string' ? made : undefined,
          )
        : found,
    )
    return after(value, (made) => (made === undefined ? values : { ...values, [name]: made }))
  })
}
