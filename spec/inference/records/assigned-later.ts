import type { Document, Operation, SchemaNode } from '../../document.ts'
import { pathAbove } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isDateTime, typesOf } from '../../schemas/types.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { nounsOf } from '../prose/verb-nouns.ts'
import { recordNounOf, singularWordsOf } from '../prose/words.ts'
import { actionWords } from '../states/action-outcome.ts'
import { pastForms } from '../states/words/verb-forms.ts'

const given = '(?:assigned|generated|issued|created|allocated)'

/**
 * The texts of a record that the server makes up when an action is performed: "Assigned when the shipment is dispatched" of a tracking
 * number, or "a tracking number is assigned" of the action.
 */
export function assignedBy(document: Document, record: SchemaNode, action: Operation): readonly string[] {
  const done = [...pastForms(actionWords(action))].join('|')
  const [verb = '', ...object] = actionWords(action)
  const event = object.length === 0 ? nounsOf(verb).join('|') : done
  const when = new RegExp(
    ` ${given} (?:(?:when|once|after|as soon a) (?:it|the \\w+(?: \\w+)?) (?:is|ha been) (?:${done})|(?:on|at|upon|after|during|by) (?:the )?(?:${event})) `,
  )
  const noun = recordNounOf(pathAbove(action.path))
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) => {
    if (!typesOf(document, node).has('string') || isDateTime(document, node)) return []
    const name = `(?:an? |the |it )?(?:new |next )?(?:${noun} )?${singularWordsOf(property)}`
    const told = new RegExp(
      ` ${name} (?:is|will be) ${given} | (?:get|receive|assign|generate|issue) ${name} `,
    )
    const isAssigned =
      normalizedSentences(schemaDescription(document, node)).some((each) => when.test(each)) ||
      sentencesOf(action).some((each) => told.test(each))
    return isAssigned ? [property] : []
  })
}

/**
 * The texts of a record that an action replaces by new ones of the server, by its name: the `stream_key` of `reset-stream-key`, the
 * `secret` of `rotate-secret`.
 */
export function renewedBy(document: Document, record: SchemaNode, action: Operation): readonly string[] {
  const [verb = '', ...noun] = actionWords(action)
  if (noun.length === 0 || !/^(?:reset|rotate|roll|renew|refresh|regenerate|recreate)$/.test(verb)) return []
  const words = singularWordsOf(noun.join('_'))
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) =>
    ` ${singularWordsOf(property)}`.endsWith(` ${words}`) &&
    typesOf(document, node).has('string') &&
    !isDateTime(document, node)
      ? [property]
      : [],
  )
}
