import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { recordCreation } from './record-creation.ts'

/** Whether a PUT takes some of what a creation must have, and needs not have it: it changes only what it is sent. */
export function isPartialPut(document: Document, resource: Resource, sent: SchemaNode): boolean {
  const created = recordCreation(document, resource)?.sent
  if (!created) return false
  const [properties, required] = [possiblePropertiesOf(document, sent), requiredOf(document, sent)]
  return [...requiredOf(document, created)].some((name) => properties.has(name) && !required.has(name))
}

const partial =
  / only (?:the )?(?:\w+ )?(?:field|property|attribute|value|parameter|key) .*(?:provided|specified|sent|given|included|supplied|passed|present|you want) | (?:unspecified|omitted|missing|other|absent|not (?:provided|specified|included|sent|passed|supplied)) .*(?:unchanged|untouched|not be (?:changed|modified|updated)) | partial(?:ly)? updat| only the (?:field|property|attribute|value)s? to (?:update|change|modify) | to (?:change|update) (?:a|an) (?:field|property|attribute|value) (?:specify|provide|send|include|set) /

/** Whether a PUT changes no more than what it is sent, by its description: "Any unspecified fields will remain unchanged". */
export const saysPartial = (operation: Operation): boolean =>
  sentencesOf(operation).some((sentence) => partial.test(sentence))
