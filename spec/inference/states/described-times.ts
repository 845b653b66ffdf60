import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isDateTime } from '../../schemas/types.ts'
import { requestSchema } from '../bodies/content.ts'
import { textOf } from './clauses.ts'

const name = String.raw`[\x60"']?[A-Za-z_]\w*[\x60"']?`
/** A pattern for one or more names of properties: the group `names`. */
export const propertyNames: string = `(?<names>${name}(?:(?:, and |, | and )${name})*)`
const time = String.raw`(?: to (?:the )?(?:now|current (?:date|time|timestamp)\b.*|(?:date|time) of .*))?`
const sets = new RegExp(String.raw`(?:^|,? and |, )(?:it )?(?:also )?sets ${propertyNames}${time}$`, 'i')
const condition = /\b(?:if|when|while|unless|until|once|otherwise|else|not|never|may|can|might|optionally)\b/i

/**
 * The date-time properties that an action or a change sets to its own time, according to its description: "Sets `published_at`". Neither
 * sentences with a condition count, nor properties that clients send.
 */
export function describedTimes(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): readonly string[] {
  const set = new Set(
    unconditionalSentences(operation).flatMap(
      (each) => sets.exec(each)?.groups?.['names']?.match(/\w+/g) ?? [],
    ),
  )
  if (set.size === 0) return []
  const sent = requestSchema(operation)
  const isSent = sent ? possiblePropertiesOf(document, sent) : new Map<string, unknown>()
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]) =>
    set.has(property) && !isSent.has(property) && isDateTime(document, node) ? [property] : [],
  )
}

/** The sentences of an operation that tell what it always does. */
export const unconditionalSentences = (operation: Operation): readonly string[] =>
  textOf(operation)
    .split(/[.;](?=\s|$)|\n\s*\n/)
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter((each) => !condition.test(each))
