import type { Document, Operation, Pointer, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf, requiredOf } from '../../schemas/properties.ts'
import {
  normalizedSentences,
  parameterDescription,
  schemaDescription,
  sentencesOf,
} from '../prose/sentences.ts'
import { anyOfWords, singularWordsOf } from '../prose/words.ts'

/** Properties, or query parameters, that sentences of the document set against each other. */
export interface Alternative {
  readonly names: readonly string[]
  /** Where the document says so. */
  readonly pointer: Pointer
}

/** What a request has at most one of, and what it has at least one of. */
export interface Alternatives {
  /** Pairs that exclude each other: "Mutually exclusive with `files`", "Only one of `url` and `path` may be given". */
  readonly exclusive: readonly Alternative[]
  /** Sets of which one is needed: "At least one of `email` and `phone` is required", "Exactly one of `url` or `path` must be given". */
  readonly needed: readonly Alternative[]
}

/** The alternatives among the properties of one object in a request's body. */
export interface AlternativesAt extends Alternatives {
  /** The properties from the body to the object: empty for the body itself. */
  readonly path: readonly string[]
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
 * The alternatives in the objects of a body: in the body itself, and in those that it has as properties. The descriptions of the schemas
 * and their properties tell them, and those of the operation.
 */
export function bodyAlternatives(document: Document, operation: Operation): readonly AlternativesAt[] {
  const sent = operation.requestBody?.content[0]?.schema
  if (!sent) return []
  // Of a partial update only its own description tells what it has to have.
  const isPartial = operation.method === 'PATCH'
  const inner = [...possiblePropertiesOf(document, sent)].map(([name, node]) => ({
    path: [name],
    ...propertyAlternatives(document, node, []),
    ...(isPartial && { needed: [] }),
  }))
  const all = propertyAlternatives(document, sent, toldBy(operation))
  const needed = all.needed.filter(({ pointer }) => !isPartial || pointer === operation.pointer)
  const outer = { ...all, path: [], needed }
  return [outer, ...inner].filter(({ exclusive, needed }) => exclusive.length > 0 || needed.length > 0)
}

/** The alternatives among the query parameters of an operation. */
export function parameterAlternatives(document: Document, operation: Operation): Alternatives {
  const parameters = operation.parameters.filter((each) => each.in === 'query')
  return alternativesAmong(
    parameters.map(({ name }) => name),
    new Set(parameters.flatMap(({ name, required }) => (required ? [name] : []))),
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

function propertyAlternatives(
  document: Document,
  node: SchemaNode,
  told: readonly Statement[],
): Alternatives {
  const properties = possiblePropertiesOf(document, node)
  return alternativesAmong([...properties.keys()], requiredOf(document, node), [
    ...told,
    ...statementsIn(schemaDescription(document, node), { pointer: `${node.pointer}/description` }),
    ...[...properties].flatMap(([own, each]) =>
      statementsIn(schemaDescription(document, each), { own, pointer: `${each.pointer}/description` }),
    ),
  ])
}

const toldBy = (operation: Operation): readonly Statement[] =>
  sentencesOf(operation).map((sentence) => ({ sentence, pointer: operation.pointer }))

const statementsIn = (text: string, about: Omit<Statement, 'sentence'>): readonly Statement[] =>
  normalizedSentences(text).map((sentence) => ({ sentence, ...about }))

/** Statements that do not mention one of these words set nothing against each other. */
const mention =
  / (?:exclusive|incompatible|compatible|one of|both|together|combined|conjunction|with|either|or) /

/** Statements that recommend something, hold for some requests only, or are about names that belong together. */
const isOptional =
  / (?:recommend|recommended|suggest|usually|generally|if|when|unless|while|except|for|pair) /

function alternativesAmong(
  names: readonly string[],
  required: ReadonlySet<string>,
  statements: readonly Statement[],
): Alternatives {
  const likely = statements.filter(({ sentence }) => mention.test(sentence) && !isOptional.test(sentence))
  const byWords = new Map(names.map((name) => [singularWordsOf(name), name]))
  // A name that has no words is in every text.
  byWords.delete('')
  if (byWords.size < 2 || likely.length === 0) return { exclusive: [], needed: [] }
  const name = anyOfWords([...byWords.keys()])
  const any = new RegExp(`(?<= )(?:${name})(?= )`, 'gu')
  const namesIn = (text: string = ''): readonly string[] =>
    (` ${text} `.match(any) ?? []).flatMap((words) => byWords.get(words) ?? [])
  const forms = formsWith(name)
  const exclusive = likely.flatMap(({ sentence, own, pointer }) => {
    const { subject, others, all } = firstMatch(forms.exclusive, sentence)
    const [first = own] = namesIn(subject)
    const together = namesIn(all)
    const every = together.length === 1 && own !== undefined ? [own, ...together] : together
    const pairs = [
      ...namesIn(others).flatMap((other) => (first === undefined ? [] : [[first, other]])),
      ...every.flatMap((one, index) => every.slice(index + 1).map((other) => [one, other])),
    ]
    return pairs.map((pair) => ({ names: pair, pointer }))
  })
  const needed = likely.map(({ sentence, pointer }) => ({
    names: namesIn(firstMatch(forms.needed, sentence)['all']),
    pointer,
  }))
  return {
    exclusive: different(exclusive).filter((each) => !each.names.every((one) => required.has(one))),
    needed: different(needed).filter((each) => !each.names.some((one) => required.has(one))),
  }
}

const firstMatch = (
  forms: readonly RegExp[],
  sentence: string,
): Readonly<Record<string, string | undefined>> =>
  forms.map((form) => form.exec(sentence)?.groups).find((groups) => groups !== undefined) ?? {}

/** The alternatives of two names or more, each set of names once. */
function different(alternatives: readonly Alternative[]): readonly Alternative[] {
  const bySet = new Map<string, Alternative>()
  for (const each of alternatives) {
    const names = new Set(each.names)
    const key = [...names].sort().join('\n')
    if (names.size > 1 && !bySet.has(key)) bySet.set(key, { ...each, names: [...names] })
  }
  return [...bySet.values()]
}

/**
 * Patterns for statements about properties with one of the names, with groups for the names in it: `subject` and the `others` that it
 * excludes, or `all` that exclude each other or of which one is needed. Without a subject it is the property that the statement describes.
 */
function formsWith(name: string): { readonly [kind in keyof Alternatives]: readonly RegExp[] } {
  const noun =
    '(?:(?:query|request|body) )?(?:parameter|property|field|filter|attribute|option|argument|value)'
  const one = `(?:the |this |an? )?(?:${noun} )?(?:${name})(?: ${noun})?`
  const list = `${one}(?: (?:(?:and|or|nor) )?${one})*`
  const two = `${one} or ${one}`
  const oneOf = `one of (?:(?:the )?(?:following )?(?:${noun} )?)?(?<all>${list})`
  const not = '(?:cannot|can not|can t|must not|may not|shall not)'
  const give =
    '(?:used?|combined?|specif(?:y|ied)|set|provided?|pass|passed|given?|included?|sent|send|supplied|supply|present)'
  const given = `(?:be )?${give}`
  const jointly = '(?:together|along|alongside|in combination|in conjunction|at the same time|simultaneously)'
  const must = '(?:must|ha to|have to|need to|shall)'
  const isGiven = `(?:(?:is|are) (?:required|mandatory|needed)|${must} be (?:required |${give} ))`
  const compiled = (sources: readonly string[]): readonly RegExp[] =>
    sources.map((source) => new RegExp(source, 'u'))
  return {
    exclusive: compiled([
      `^ (?:(?<subject>${one}|this(?: ${noun})?|it) )?(?:(?:is|are) )?(?:mutually exclusive|incompatible|not compatible) (?:with|to) (?<others>${list}) $`,
      `^ (?:(?<subject>${one}|this(?: ${noun})?|it) )?${not} ${given} (?:${jointly} )?with (?<others>${list}) $`,
      ` (?<all>${list}|this(?: ${noun})? and ${list}) (?:is|are) mutually exclusive `,
      ` (?:only|exactly|at most|just) ${oneOf} `,
      ` (?:either )?(?<all>${two}) (?:[^.]* )?(?:but )?not both `,
      ` ${not} ${given} both (?<all>${one} and ${one}) `,
      ` both (?<all>${one} and ${one}) ${not} ${given} `,
      ` (?<all>${one} and ${one}) ${not} ${given} (?:both )?${jointly} $`,
    ]),
    needed: compiled([
      ` (?:exactly|at least|either) ${oneOf} ${isGiven}`,
      `^ ${oneOf} ${isGiven}`,
      ` ${must} ${give} (?:exactly |at least |either )?${oneOf} `,
      `^ (?:please )?${give} (?:exactly |at least )${oneOf} `,
      ` (?:either )?(?<all>${two}) ${isGiven}`,
      ` ${must} ${give} (?:either )?(?<all>${two}) `,
    ]),
  }
}
