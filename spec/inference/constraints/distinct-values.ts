import type { Document, Operation, Pointer, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { refusalStatements } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { anyOfWords, singularWordsOf } from '../prose/words.ts'

/** Two properties of a request that must not have the same value. */
export interface DistinctValues {
  readonly first: string
  readonly second: string
  /** Where the document says so. */
  readonly pointer: Pointer
}

/** The properties whose values must differ: "`from` and `to` must be different", "422 if `from` and `to` are the same". */
export function distinctValues(
  document: Document,
  operation: Operation,
  sent: SchemaNode,
): readonly DistinctValues[] {
  const byWords = new Map(
    [...possiblePropertiesOf(document, sent).keys()].map((name) => [singularWordsOf(name), name]),
  )
  const name = anyOfWords([...byWords.keys()])
  const both = `(?<first>${name}) and (?:the )?(?<second>${name})`
  const demands = [
    `${both} must (?:both )?(?:be different|be distinct|differ|not be (?:the same|equal|identical)) `,
    `(?<first>${name}) must (?:differ|be different|be distinct) from (?:the )?(?<second>${name}) `,
    `(?<first>${name}) (?:must not|cannot|can not|may not) (?:be the same as|be equal to|equal) (?:the )?(?<second>${name}) `,
  ].map((source) => new RegExp(` ${source}`, 'u'))
  const refusals = [new RegExp(` ${both} (?:is|are) (?:the same|equal|identical) `, 'u')]
  const read = (sentence: string, pointer: Pointer, patterns: readonly RegExp[]): readonly DistinctValues[] =>
    patterns.flatMap((pattern) => {
      const groups = pattern.exec(sentence)?.groups
      const [first, second] = [byWords.get(groups?.['first'] ?? ''), byWords.get(groups?.['second'] ?? '')]
      return first === undefined || second === undefined || first === second
        ? []
        : [{ first, second, pointer }]
    })
  const isConditional = / (?:if|when|unless|while|except) /
  const found = [
    ...sentencesOf(operation)
      .filter((sentence) => !isConditional.test(sentence))
      .flatMap((sentence) => read(sentence, operation.pointer, demands)),
    ...refusalStatements(operation).flatMap(({ sentence, pointer }) => read(sentence, pointer, refusals)),
  ]
  return found.slice(0, 1)
}
