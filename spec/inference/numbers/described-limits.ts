import type { Document, Operation, Pointer, SchemaNode } from '../../document.ts'
import type { Resource } from '../../resources.ts'
import { lastPart } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { refusalStatements, refusalStatus } from '../prose/refusal-statements.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { anyOfWords, singularNounOf, singularWordsOf, wordsOf } from '../prose/words.ts'

/** A number of another record that bounds what a request may send: the balance of an account, the beds of a room. */
export interface DescribedLimit {
  /** The properties of the request whose sum must not exceed the limit; mostly one. */
  readonly properties: readonly string[]
  /** Whether the limit is for all records together: "the sum of all refunds". */
  readonly isOfAll: boolean
  /** The property that is the limit, and the resource whose records have it. */
  readonly limit: string
  readonly resource: Resource
  /** Set if the number must be above the limit, or at least the limit, rather than at most. */
  readonly least?: 'above' | 'equal' | undefined
  /** Where the document says so: the operation, or a property's description. */
  readonly pointer: Pointer
  /** The status of the refusal, if the sentence names one. */
  readonly status: number | undefined
}

const cannot = '(?:cannot|can not|can t|may not|must not|must never|shall not)'
const above = '(?:greater|larger|higher|more|bigger) than|above'
/** "Must not exceed", or what is refused: "422 if the amount is more than". */
const exceed = `(?:${cannot} (?:exceed|be (?:${above}))|(?:must|ha to) be at most|(?<= 4\\d\\d (?:if|when) .*)(?:exceed|is (?:${above})))`

/** "409 if fewer tickets are available than asked for". */
const lack =
  /(?<= 4\d\d (?:if|when) .*)(?:(?:fewer|less) (?:\w+ )?(?:are|is) (?<few>available|left|free|remaining) than |not enough (?:\w+ )?(?:(?:are|is) )?(?<enough>available|left|free|remaining) )/

/** "Tickets can only be held for a published event, and no more than are available". */
const noMore = / no more (?:\w+ ){0,4}?than (?:there )?(?:are|is) (?<left>available|left|free|remaining) /

/** A sentence about too little of something, as one about too much of what a request asks for. */
const asExcess = (sentence: string, property: string | undefined): string =>
  property === undefined
    ? sentence
    : sentence
        .replace(lack, `${property} exceed the $<few>$<enough> `)
        .replace(noMore, ` ${property} cannot exceed the $<left> `)

/**
 * The limits that the descriptions of an operation and of its properties set by properties of other records: "The `amount` cannot
 * exceed the `balance` of the account". Leaves out recommendations, and limits that are not a property of a record by its name. Where the
 * sentence does not say whose limit it is, only one record may have it.
 *
 * @param sent The schema of the object in the request body.
 * @param related The resources of the records in the path and of those that the body refers to.
 * @param isLeast Whether to read what numbers must exceed instead: "The amount must be greater than the current price".
 */
export function describedLimits(
  document: Document,
  operation: Operation,
  sent: SchemaNode,
  related: readonly Resource[],
  isLeast: boolean = false,
): readonly DescribedLimit[] {
  const numbers = numbersOf(document, sent)
  const statements = limitingStatements(document, operation, sent, numbers)
    .flatMap((each) => (isLeast ? asLeast(each) : [each]))
    .filter(({ sentence }) => exceeds.test(sentence))
  const made = singularNounOf(operation.path)
  const bounds = related.flatMap((resource) => {
    const limits = limitsOf(document, resource.record)
    if (limits.size === 0) return []
    const names = [...numbers.keys()]
    const pattern = patternOf(names, [...limits.keys()], singularNounOf(resource.name), made)
    return [{ resource, limits, pattern }]
  })
  const limitsIn = ({ sentence, pointer, property, least }: LimitingStatement): readonly DescribedLimit[] =>
    bounds.flatMap(({ resource, limits, pattern }) => {
      const groups = pattern.exec(sentence)?.groups
      const limit = limits.get(groups?.['limit'] ?? '')
      if (!groups || limit === undefined) return []
      const isOnly = bounds.every(
        (each) => each.resource === resource || !each.limits.has(groups['limit'] ?? ''),
      )
      const isNamed = groups['first'] !== undefined || groups['made'] !== undefined
      const isClear = isOnly && isNamed && !numbers.has(groups['limit'] ?? '')
      const isOfOwner = ['whose', 'own', 'ofOwner', 'allOfOwner'].some((name) => groups[name] !== undefined)
      if (!isOfOwner && !isClear) return []
      const named = [groups['first'], groups['second']].flatMap((each) => numbers.get(each ?? '') ?? [])
      const meant = property ?? numbers.get(groups['limit'] ?? '') ?? onlyOne([...numbers.values()])
      const properties = named.length > 0 ? named : meant === undefined ? [] : [meant]
      const isOfAll = groups['all'] !== undefined || (groups['ofOwner'] !== undefined && saysAll(operation))
      return properties.length === 0
        ? []
        : [{ properties, isOfAll, limit, resource, least, pointer, status: refusalStatus(sentence) }]
    })
  const found = [
    ...statements.flatMap(limitsIn),
    ...(isLeast ? [] : bounds).flatMap(({ resource, limits }) =>
      limitsForOne(resource, limits, made, [...numbers.values()], operation),
    ),
  ]
  return [...new Map(found.map((each) => [`${each.properties.join()} ${each.limit}`, each])).values()]
}

/** Whether a description speaks of all that an operation creates: "The refunds of a payment". */
function saysAll({ path, description = '' }: Operation): boolean {
  const words = wordsOf(lastPart(path))
  const isPlural = singularWordsOf(lastPart(path)) !== words.join(' ')
  return isPlural && new RegExp(`\\b${words.join('[ -]')} of (?:an?|the|one|each) `, 'i').test(description)
}

/** A sentence that may set a limit. */
interface LimitingStatement {
  readonly sentence: string
  readonly pointer: Pointer
  /** The property in whose description it is. */
  readonly property?: string
  readonly least?: DescribedLimit['least']
}

const lower =
  / (?:must (?:alway )?(?:be (?:strictly )?(?:(?:greater|higher|larger|bigger|more) than|above)|exceed|(?<equal>be at least))|(?<= 4\d\d (?:if|when) .*)is (?:not (?:greater|higher|larger|more) than|(?<below>lower than|les than|below)(?<or> or equal to)?)) /u

/** A sentence about what must be exceeded, as one about what must not. */
function asLeast(statement: LimitingStatement): readonly LimitingStatement[] {
  const { equal, below, or } = lower.exec(statement.sentence)?.groups ?? {}
  const sentence = statement.sentence.replace(lower, ' must not exceed ')
  const least = (equal ?? (or === undefined ? below : undefined)) === undefined ? 'above' : 'equal'
  return sentence === statement.sentence ? [] : [{ ...statement, sentence, least }]
}

const exceeds = new RegExp(` ${exceed} `, 'u')

/** Names of what there still is, which texts may call by either word. */
const left = /^(?:available|left|free|remaining)(?: \w+)?$|^\w+ (?:available|left|free|remaining)$/

/** The numbers of a record that may be limits, and what there still is by any word for that. */
function limitsOf(document: Document, node: SchemaNode): ReadonlyMap<string, string> {
  const numbers = numbersOf(document, node)
  const [, name] = [...numbers].find(([words]) => left.test(words)) ?? []
  return name === undefined
    ? numbers
    : new Map([
        ...['available', 'left', 'free', 'remaining'].map((each) => [each, name] as const),
        ...numbers,
      ])
}

/** What a record allows each one that refers to it, by its name: the `maxPerOrder` of a ticket type. */
function limitsForOne(
  resource: Resource,
  limits: ReadonlyMap<string, string>,
  made: string,
  properties: readonly string[],
  { pointer }: Operation,
): readonly DescribedLimit[] {
  const named = new RegExp(`^(?:max|maximum|limit)(?: \\w+){0,2} per ${made}$`, 'u')
  return properties.length !== 1
    ? []
    : [...limits].flatMap(([words, limit]) =>
        named.test(words)
          ? [{ properties, isOfAll: false, limit, resource, pointer, status: undefined }]
          : [],
      )
}

/** The sentences about an operation and the numbers that it is sent which may set limits: few of all those in a document do. */
function limitingStatements(
  document: Document,
  operation: Operation,
  sent: SchemaNode,
  numbers: ReadonlyMap<string, string>,
): readonly LimitingStatement[] {
  if (numbers.size === 0) return []
  const sole = onlyOne([...numbers.keys()])
  const ofOperation = sentencesOf(operation).map((each) => ({
    sentence: asExcess(each, sole),
    pointer: operation.pointer,
  }))
  const ofResponses = refusalStatements(operation).flatMap(({ sentence, status, pointer }) =>
    pointer === operation.pointer
      ? []
      : [{ sentence: asExcess(` ${String(status)} if${sentence}`, sole), pointer }],
  )
  const ofProperties = [...possiblePropertiesOf(document, sent)]
    .filter(([name]) => numbers.get(singularWordsOf(name)) === name)
    .flatMap(([property, node]) =>
      normalizedSentences(schemaDescription(document, node)).map((sentence) => ({
        sentence,
        pointer: `${node.pointer}/description`,
        property,
      })),
    )
  return [...ofOperation, ...ofResponses, ...ofProperties]
}

const onlyOne = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined)

/** The numbers of an object, by their words. */
function numbersOf(document: Document, node: SchemaNode): ReadonlyMap<string, string> {
  const numbers = [...possiblePropertiesOf(document, node)].filter(([, each]) => {
    const types = typesOf(document, each)
    return isNumeric(types) && !types.has('string')
  })
  return new Map(numbers.map(([name]) => [singularWordsOf(name), name]))
}

/**
 * Matches sentences in which one of the numbers, two together, the sum of all, or what the operation creates must not exceed a limit, of
 * the named record or without saying of which.
 */
function patternOf(
  numbers: readonly string[],
  limits: readonly string[],
  noun: string,
  made: string,
): RegExp {
  const name = anyOfWords(numbers)
  const owner = `of (?:an?|the|one|each) ${anyOfWords([noun])}`
  const subject = `(?<first>${name})(?: (?:and|plus) (?:the )?(?<second>${name}))?(?: together)?|(?<all>(?:sum|total)(?: of (?:all )?(?:the |it )?(?:\\w+ ){0,2}?\\w+(?: (?<allOfOwner>${owner}))?)?|all (?:the |it )?\\w+ together|\\w+ (?<own>${owner}) together)|(?<! of (?:(?:an?|the|one|each) )?)(?<made>${anyOfWords([made])})(?: (?<ofOwner>${owner}))?`
  const whose = `(?:(?<whose> of (?:the |it )?${anyOfWords([noun])})|(?! of ))`
  return new RegExp(
    ` (?:(?:${subject}) )?${exceed} (?:what (?:is left|remain) of )?(?:the |it )?(?<limit>${anyOfWords(limits)})${whose} (?!plus |minus |time |le )`,
    'u',
  )
}
