import type { Document, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { schemaDescription } from '../prose/sentences.ts'

const shown = '(?:shown|returned|displayed|provided|visible|available|included|revealed|given)'
const creation = '(?:up)?(?:on|at|during|after) (?:its |the )?creation|when (?:it is |first )?created'
/** `Only returned once a user has agreed` tells of something else. */
const time = String.raw`once(?=\s*(?:[.,;:!)*]|$|(?:and|when|upon|on|at|in|after|during)\b))`
const once = `(?:${time}|${creation})`
const told = new RegExp(
  String.raw`\bonly (?:be |ever )?${shown} ${once}|\b${shown} only ${once}|\b(?:never|not|cannot|can't|won't) (?:be )?(?:${shown}|retrieved|read|seen) again\b`,
  'i',
)

/** The texts of a record that are said to be shown when it is made, and then no more: secrets, tokens. */
export function shownOnceProperties(
  document: Document,
  record: SchemaNode,
): readonly (readonly [name: string, node: SchemaNode])[] {
  return [...possiblePropertiesOf(document, record)].filter(
    ([, node]) => typesOf(document, node).has('string') && told.test(schemaDescription(document, node)),
  )
}

/** The names of what an answer that does not make the record has to leave out; what it must have says otherwise. */
export function hiddenAfterCreation(document: Document, record: SchemaNode): readonly string[] {
  const required = requiredOf(document, record)
  return shownOnceProperties(document, record).flatMap(([name]) => (required.has(name) ? [] : [name]))
}
