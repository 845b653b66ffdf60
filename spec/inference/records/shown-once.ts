import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { singularWordsOf } from '../prose/words.ts'

const shown = '(?:shown|returned|displayed|provided|visible|available|included|revealed|given)'
const creation =
  '(?:up)?(?:on|at|during|after) (?:its |the )?creation|when (?:it is |the \\w+(?: \\w+)? is |first )?(?:first )?created'
/** `once` as an adverb: "only returned once a user has agreed" has the conjunction. */
const time = String.raw`once(?=\s*(?:[.,;:!)*]|$|(?:and|when|upon|on|at|in|after|during)\b))`
const once = `(?:${time}|${creation})`
const shownOnce = new RegExp(
  String.raw`\bonly (?:be |ever )?${shown} ${once}|\b${shown} only ${once}|\b(?:never|not|cannot|can't|won't) (?:be )?(?:${shown}|retrieved|read|seen) again\b`,
  'i',
)

/** The strings of a record that are described as shown only in the response that creates it, such as secrets and tokens. */
export function shownOnceProperties(
  document: Document,
  record: SchemaNode,
): readonly (readonly [name: string, node: SchemaNode])[] {
  return [...possiblePropertiesOf(document, record)].filter(
    ([, node]) => typesOf(document, node).has('string') && shownOnce.test(schemaDescription(document, node)),
  )
}

/** The strings that a creation is described to show in its own response only: "The secret is shown in this response only." */
export function shownInResponseOnly(
  document: Document,
  record: SchemaNode,
  creation: Operation,
): readonly (readonly [name: string, node: SchemaNode])[] {
  const sentences = sentencesOf(creation)
  return [...possiblePropertiesOf(document, record)].filter(([name, node]) => {
    const stated = new RegExp(
      ` ${singularWordsOf(name)} (?:is |will be )(?:only ${shown} in this response|${shown} (?:in this response only|only in this response)) `,
    )
    return typesOf(document, node).has('string') && sentences.some((each) => stated.test(each))
  })
}

/** The properties to leave out of responses that do not create the record. Required ones stay: the schema overrides the text. */
export function hiddenAfterCreation(document: Document, record: SchemaNode): readonly string[] {
  const required = requiredOf(document, record)
  return shownOnceProperties(document, record).flatMap(([name]) => (required.has(name) ? [] : [name]))
}
