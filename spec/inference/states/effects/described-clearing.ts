import type { Document, Operation, SchemaNode } from '../../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../../schemas/properties.ts'
import { typesOf } from '../../../schemas/types.ts'
import { requestSchema } from '../../bodies/content.ts'
import { propertyNames, unconditionalSentences } from './described-times.ts'

const verb = '(?:clears|clearing|empties|emptying|unsets|unsetting|nulls|nulling)'
const reset = '(?:(?:re)?sets|(?:re)?setting)'
const isReset = String.raw`(?:becomes? [\x60"']?null[\x60"']?|(?:is|are) (?:then |also )?(?:cleared|emptied|unset|(?:re)?set (?:back )?to [\x60"']?null[\x60"']?))`
const value = '(?: (?:fields?|propert(?:y|ies)|values?|timestamps?|dates?|times?))?'
const more = String.raw`(?:,? and (?:sets|resets|returns|moves|puts|marks|makes|changes|keeps|the) .*)?`
/** What is said of another time or action: "On reopening, …". */
const elsewhere = /^(?:on|upon|after|before|by|for|in|at|with)\b/i
const begin = '(?:^|,? and |, )(?:it )?(?:also )?'
const patterns = [
  `${begin}${verb} (?:the |its )?${propertyNames}${value}(?: again)?${more}$`,
  String.raw`${begin}${reset} (?:the |its )?${propertyNames}${value} (?:back )?to [\x60"']?null[\x60"']?${more}$`,
  `${begin}(?:the |its )?${propertyNames}${value} ${isReset}(?: again)?${more}$`,
].map((source) => new RegExp(source, 'i'))

/**
 * The properties that an action makes null, or removes, according to its description: "Reopens the task and clears `closed_at`". Neither
 * sentences with a condition count, nor properties that clients send, nor those that must have a value.
 */
export function clearedProperties(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): readonly string[] {
  const sentences = unconditionalSentences(operation).filter((each) => !elsewhere.test(each))
  const cleared = new Set(
    patterns.flatMap((pattern) =>
      sentences.flatMap((each) => pattern.exec(each)?.groups?.['names']?.match(/\w+/g) ?? []),
    ),
  )
  if (cleared.size === 0) return []
  const required = requiredOf(document, record)
  const sent = requestSchema(operation)
  const isSent = sent ? possiblePropertiesOf(document, sent) : new Map<string, unknown>()
  return [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
    const types = typesOf(document, node)
    const isOptional = !required.has(name) || types.has('null')
    const isScalar = !types.has('array') && !types.has('object')
    return cleared.has(name) && !isSent.has(name) && isOptional && isScalar ? [name] : []
  })
}
