import type { Document, Operation, Pointer, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import {
  normalizedSentences,
  parameterDescription,
  schemaDescription,
  sentencesOf,
} from '../prose/sentences.ts'
import { anyOfWords, singularWordsOf } from '../prose/words.ts'

/** Two properties, or query parameters, of which a request has one at most. */
export interface ExclusiveNames {
  readonly names: readonly [string, string]
  /** Where the document says so. */
  readonly pointer: Pointer
}

/** A sentence about what a request has. */
interface Statement {
  /** In {@link normalizedSentences normalized} form. */
  readonly sentence: string
  /** The property or parameter that it describes. */
  readonly own?: string
  readonly pointer: Pointer
}

/**
 * The properties of an object that exclude each other: "Mutually exclusive with `files`", "Only one of `url` and `path` may be given".
 * The descriptions of the schema and its properties tell so, and those of the operation whose body it is.
 */
function exclusiveProperties(
  document: Document,
  sent: SchemaNode,
  operation?: Operation,
): readonly ExclusiveNames[] {
  const properties = possiblePropertiesOf(document, sent)
  const required = requiredOf(document, sent)
  const found = exclusiveNames(
    [...properties.keys()],
    [
      ...(operation ? toldBy(operation) : []),
      ...statementsIn(schemaDescription(document, sent), { pointer: `${sent.pointer}/description` }),
      ...[...properties].flatMap(([own, node]) =>
        statementsIn(schemaDescription(document, node), { own, pointer: `${node.pointer}/description` }),
      ),
    ],
  )
  return found.filter(({ names }) => !names.every((name) => required.has(name)))
}

/** The exclusive properties of one object in a request's body. */
export interface ExclusivePlace {
  /** The properties from the body to the object: empty for the body itself. */
  readonly path: readonly string[]
  readonly exclusive: readonly ExclusiveNames[]
}

/** The objects of a body whose properties exclude each other: the body, and those it has as properties. */
export function exclusivePlaces(document: Document, operation: Operation): readonly ExclusivePlace[] {
  const sent = operation.requestBody?.content[0]?.schema
  if (!sent) return []
  const inner = [...possiblePropertiesOf(document, sent)].map(([name, node]) => ({
    path: [name],
    exclusive: exclusiveProperties(document, node),
  }))
  const outer = { path: [], exclusive: exclusiveProperties(document, sent, operation) }
  return [outer, ...inner].filter(({ exclusive }) => exclusive.length > 0)
}

/** The query parameters of an operation that exclude each other. */
export function exclusiveParameters(document: Document, operation: Operation): readonly ExclusiveNames[] {
  const parameters = operation.parameters.filter((each) => each.in === 'query')
  return exclusiveNames(
    parameters.map(({ name }) => name),
    [
      ...toldBy(operation),
      ...parameters.flatMap((parameter) =>
        statementsIn(parameterDescription(document, parameter), {
          own: parameter.name,
          pointer: parameter.pointer,
        }),
      ),
    ],
  )
}

const toldBy = (operation: Operation): readonly Statement[] =>
  sentencesOf(operation).map((sentence) => ({ sentence, pointer: operation.pointer }))

const statementsIn = (text: string, about: Omit<Statement, 'sentence'>): readonly Statement[] =>
  normalizedSentences(text).map((sentence) => ({ sentence, ...about }))

/** Statements that do not mention one of these words exclude nothing. */
const mention = / (?:exclusive|incompatible|compatible|one of|both|together|combined|conjunction|with) /

/** Statements that recommend something, hold for some requests only, or are about names that belong together. */
const isOptional =
  / (?:recommend|recommended|suggest|usually|generally|if|when|unless|while|except|for|pair) /

function exclusiveNames(
  names: readonly string[],
  statements: readonly Statement[],
): readonly ExclusiveNames[] {
  const likely = statements.filter(({ sentence }) => mention.test(sentence) && !isOptional.test(sentence))
  if (names.length < 2 || likely.length === 0) return []
  const byWords = new Map(names.map((name) => [singularWordsOf(name), name]))
  // A name that has no words is in every text.
  byWords.delete('')
  const any = new RegExp(`(?<= )(?:${anyOfWords([...byWords.keys()])})(?= )`, 'gu')
  const forms = formsWith(anyOfWords([...byWords.keys()]))
  const found = new Map<string, ExclusiveNames>()
  for (const { sentence, own, pointer } of likely) {
    const {
      subject = '',
      others = '',
      all = '',
    } = forms.map((form) => form.exec(sentence)?.groups).find((groups) => groups !== undefined) ?? {}
    const namesIn = (text: string): readonly string[] =>
      (` ${text} `.match(any) ?? []).flatMap((words) => byWords.get(words) ?? [])
    const [first = own] = namesIn(subject)
    const together = namesIn(all)
    const holder = together.length === 1 && own !== undefined ? [own] : []
    const pairs = [
      ...namesIn(others).map((other) => [first, other]),
      ...[...holder, ...together].flatMap((one, index, every) =>
        every.slice(index + 1).map((other) => [one, other]),
      ),
    ]
    for (const [one, other] of pairs) {
      if (one === undefined || other === undefined || one === other) continue
      const key = [one, other].sort().join('\n')
      if (!found.has(key)) found.set(key, { names: [one, other], pointer })
    }
  }
  return [...found.values()]
}

/**
 * Patterns for statements about properties with one of the names, with groups for the names in it: `subject` and the `others` that it
 * excludes, or `all` that exclude each other. Without a subject it is the property that the statement describes.
 */
function formsWith(name: string): readonly RegExp[] {
  const noun = '(?:(?:query|request|body) )?(?:parameter|property|field|filter|attribute|option|argument)'
  const one = `(?:the |this )?(?:${noun} )?(?:${name})(?: ${noun})?`
  const list = `${one}(?: (?:(?:and|or|nor) )?${one})*`
  const not = '(?:cannot|can not|can t|must not|may not|shall not)'
  const given =
    '(?:be )?(?:used?|combined?|specif(?:y|ied)|set|provided?|passe?d?|given?|included?|sent|send|supplied|supply)'
  const jointly = '(?:together|along|alongside|in combination|in conjunction|at the same time|simultaneously)'
  return [
    `^ (?:(?<subject>${one}|this(?: ${noun})?|it) )?(?:(?:is|are) )?(?:mutually exclusive|incompatible|not compatible) (?:with|to) (?<others>${list}) $`,
    `^ (?:(?<subject>${one}|this(?: ${noun})?|it) )?${not} ${given} (?:${jointly} )?with (?<others>${list}) $`,
    ` (?<all>${list}|this(?: ${noun})? and ${list}) (?:is|are) mutually exclusive `,
    ` (?:only|exactly|at most|just) one of (?:(?:the )?(?:following )?(?:${noun} )?)?(?<all>${list}) `,
    ` (?:either )?(?<all>${one} or ${one}) (?:[^.]* )?(?:but )?not both `,
    ` ${not} ${given} both (?<all>${one} and ${one}) `,
    ` both (?<all>${one} and ${one}) ${not} ${given} `,
    ` (?<all>${one} and ${one}) ${not} ${given} (?:both )?${jointly} $`,
  ].map((source) => new RegExp(source, 'u'))
}
