import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import { resolvePointer } from '../../json/pointer.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import { own } from '../../util/object.ts'
import { singularWordsOf } from './words.ts'

/** The sentences of a text as singular words, with a blank at both ends: ` remove the room with all its booking `. */
export const normalizedSentences = (text: string): readonly string[] =>
  text
    .split(/[.;](?:\s|$)/)
    .map((sentence) => ` ${singularWordsOf(sentence)} `.replaceAll(' e mail ', ' email '))

/** The normalized sentences of an operation's summary and description. */
export const sentencesOf = ({ summary, description }: Operation): readonly string[] =>
  [summary, description].flatMap((text) => (text === undefined ? [] : normalizedSentences(text)))

/** The description of a parameter; empty if it has none. */
export function parameterDescription({ root }: Document, { pointer }: Parameter): string {
  const text = own(resolvePointer(root, pointer), 'description')
  return typeof text === 'string' ? text : ''
}

/** The description of a schema, beside a reference to it or in the schema itself; empty if there is none. */
export function schemaDescription(document: Document, node: SchemaNode): string {
  const [near, far] = [node, resolveRef(document, node)].map(({ schema }) => own(schema, 'description'))
  return [near, far].find((each) => typeof each === 'string') ?? ''
}
