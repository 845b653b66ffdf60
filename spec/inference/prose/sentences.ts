import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { own } from '../../util/object.ts'
import { resolvePointer } from '../../json/pointer.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { singularWordsOf } from './words.ts'

/** The sentences of a text, each as plain words with blanks around: ` remove the room with all its booking `. */
export const normalizedSentences = (text: string): readonly string[] =>
  text.split(/[.;](?:\s|$)/).map((sentence) => ` ${singularWordsOf(sentence)} `)

/** What the summary and the description of an operation say, in plain sentences. */
export const sentencesOf = ({ summary, description }: Operation): readonly string[] =>
  [summary, description].flatMap((text) => (text === undefined ? [] : normalizedSentences(text)))

/** What a parameter is said to be for; empty where that is not said. */
export function parameterDescription({ root }: Document, { pointer }: Parameter): string {
  const text = own(resolvePointer(root, pointer), 'description')
  return typeof text === 'string' ? text : ''
}

/** What a schema is said to be for, where it is referred to or where it stands; empty where that is not said. */
export function schemaDescription(document: Document, node: SchemaNode): string {
  const [near, far] = [node, resolveRef(document, node)].map(({ schema }) => own(schema, 'description'))
  return [near, far].find((each) => typeof each === 'string') ?? ''
}
