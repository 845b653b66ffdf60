import type { Document, Operation, Pointer, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import { enumValues } from '../../schemas/types.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { anyOfWords, singularWordsOf } from '../prose/words.ts'

/** A property that a request must have if another one has a value: "A `note` is required if the reason is `other`". */
export interface RequiredWhen {
  readonly property: string
  readonly when: string
  readonly value: string
  /** Where the document says so. */
  readonly pointer: Pointer
}

/** The properties of a request that its descriptions require for one value of an enum. */
export function requiredWhen(
  document: Document,
  operation: Operation,
  sent: SchemaNode,
): readonly RequiredWhen[] {
  const properties = possiblePropertiesOf(document, sent)
  const required = requiredOf(document, sent)
  const read = condition([...properties.keys()])
  const choices = [...properties].flatMap(([name, node]) =>
    enumValues(document, node).flatMap((value) =>
      typeof value === 'string' ? [{ when: name, value: singularWordsOf(value) }] : [],
    ),
  )
  const choosing = choice([...properties.keys()], choices)
  const own = [...properties].flatMap(([property, node]) =>
    normalizedSentences(schemaDescription(document, node)).map((sentence) => ({
      sentence: ` ${singularWordsOf(property)}${/^ (?:is|must) /.test(sentence) ? '' : ' is'}${sentence}`,
      pointer: `${node.pointer}/description`,
    })),
  )
  const told = sentencesOf(operation).map((sentence) => ({ sentence, pointer: operation.pointer }))
  return [...told, ...own].flatMap(({ sentence, pointer }): readonly RequiredWhen[] => {
    const named = read(sentence) ?? choosing(sentence)
    const node = named && properties.get(named.when)
    if (!node || required.has(named.property) || named.property === named.when) return []
    const value = enumValues(document, node).find(
      (each): each is string => typeof each === 'string' && singularWordsOf(each) === named.value,
    )
    return value === undefined ? [] : [{ property: named.property, when: named.when, value, pointer }]
  })
}

type Read = (
  sentence: string,
) => { readonly property: string; readonly when: string; readonly value: string } | undefined

/** Reads a sentence about a value that only one property may have: "A reason is required for adjustments". */
function choice(
  names: readonly string[],
  choices: readonly Omit<RequiredWhen, 'property' | 'pointer'>[],
): Read {
  const byWords = new Map(names.map((name) => [singularWordsOf(name), name]))
  const pattern = new RegExp(
    `^ (?:an? |the )?(?<property>${anyOfWords([...byWords.keys()])}) (?:is|are|must be) (?:required|mandatory) ` +
      `for (?:the |an? )?(?<value>${anyOfWords(choices.map(({ value }) => value))}) $`,
    'u',
  )
  return (sentence) => {
    const { property = '', value } = pattern.exec(sentence)?.groups ?? {}
    const first = byWords.get(property)
    const [meant, ...others] = choices.filter((each) => each.value === value)
    return first === undefined || !meant || others.length > 0 ? undefined : { property: first, ...meant }
  }
}

/** Reads a sentence about properties with these names. */
function condition(names: readonly string[]): Read {
  const byWords = new Map(names.map((name) => [singularWordsOf(name), name]))
  const name = anyOfWords([...byWords.keys()])
  const pattern = new RegExp(
    `^ (?:an? |the )?(?<property>${name}) (?:is|are|must be) (?:required|mandatory|needed|given|set|present) ` +
      `(?:if|when) (?:the |its? )?(?<when>${name}) (?:is|equal|ha the value) (?<value>\\w+(?: \\w+)?) $`,
    'u',
  )
  return (sentence) => {
    const { property = '', when = '', value = '' } = pattern.exec(sentence)?.groups ?? {}
    const [first, second] = [byWords.get(property), byWords.get(when)]
    return first === undefined || second === undefined ? undefined : { property: first, when: second, value }
  }
}
