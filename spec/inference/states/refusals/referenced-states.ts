import type { Document, Operation, Pointer, SchemaNode } from '../../../document.ts'
import type { Json } from '../../../json.ts'
import type { Reference, Resource } from '../../../resources.ts'
import { possiblePropertiesOf } from '../../../schemas/properties.ts'
import { enumValues, typesOf } from '../../../schemas/types.ts'
import { singular, singularNounOf, wordsOf } from '../../prose/words.ts'
import { referencedNoun } from '../../references/names.ts'
import { isAboutStates, stateNoun, vocabularyOf } from '../words/clause-patterns.ts'
import { clausesIn, textOf } from '../words/clauses.ts'
import { isNoLonger } from '../words/exclusive-states.ts'
import { flagNames, oppositeOf } from '../words/state-names.ts'
import { participlesFor } from '../words/verb-forms.ts'
import { kindRefusals } from './referenced-kinds.ts'
import type { StateRefusal } from './state-refusal.ts'

/** The states of a record in which an operation refuses references to it. */
export interface ReferencedState extends StateRefusal {
  readonly reference: Reference
}

/**
 * The references that an operation refuses because of the state or the kind of the referenced record: "409 if the course is not
 * published", "Only `active` customers can order", "The prescriber must be a physician". Leaves out what is ambiguous, and what no
 * status is declared for.
 */
export function referencedStates(
  document: Document,
  operation: Operation,
  references: readonly Reference[],
  resources: readonly Resource[],
): readonly ReferencedState[] {
  const own = resources.find(({ operations }) => operations.some((each) => each.operationId === operation.id))
  return references.flatMap((reference) => {
    const referenced = resources.find(({ name }) => name === reference.resource)
    if (!referenced || referenced === own) return []
    const noun = nounPatternOf(reference)
    const isOnly = references.every((each) => each === reference || each.resource !== reference.resource)
    const named = { property: reference.property, noun, isOnly }
    const states = stateRefusals(document, operation, referenced.record, noun)
    const kinds = kindRefusals(document, operation, referenced.record, named).filter(
      ({ property }) => !states.some((each) => each.property === property),
    )
    return [states, kinds].flatMap((found) =>
      found.length === 1 ? found.map((refusal) => ({ ...refusal, reference })) : [],
    )
  })
}

/**
 * The states of another record, one for each property that holds any, in which an operation is refused.
 *
 * @param noun A pattern for the names that the text may use for the other record.
 */
export function stateRefusals(
  document: Document,
  operation: Operation,
  record: SchemaNode,
  noun: string,
): readonly StateRefusal[] {
  return stateNamesOf(document, record).flatMap(
    (names) => refusalOf(operation, names.noun ?? noun, names) ?? [],
  )
}

/** A property that holds a state, and the names that a text may use for its values. */
interface StateNames {
  readonly property: string
  /** A pattern for what the state is of, if not of the record: of its comments for `commentsOpen`. */
  readonly noun?: string
  readonly names: readonly string[]
  /** The value for each of the names. */
  readonly values: readonly Json[]
}

function stateNamesOf(document: Document, record: SchemaNode): readonly StateNames[] {
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]): readonly StateNames[] => {
    const values = enumValues(document, node).filter((each) => typeof each === 'string')
    if (values.length > 1)
      return /^(?:status|state|phase|stage)$/.test(wordsOf(property).at(-1) ?? '')
        ? [{ property, names: values, values }]
        : []
    if (!typesOf(document, node).has('boolean')) return []
    const named = flagNames(property)
    const flag = { property, names: named.map(([each]) => each), values: named.map(([, value]) => value) }
    const words = wordsOf(property)
    const [last = ''] = words.slice(-1)
    const opposite = words.length > 1 && words[0] !== 'is' ? oppositeOf(last) : undefined
    if (opposite === undefined) return [flag]
    const noun = anyNoun([words.slice(0, -1).map(singular)])
    return [flag, { property, noun, names: [last, opposite], values: [true, false] }]
  })
}

/** What a clause says about states, by their indexes. */
interface Reading {
  readonly isAllowed: boolean
  readonly indexes: readonly number[]
  /** Whether the states are named as such: in quotes, or beside the word `status` or `state`. */
  readonly isLiteral: boolean
  readonly status: number
  readonly pointer: Pointer
}

function refusalOf(
  operation: Operation,
  noun: string,
  { property, names, values }: StateNames,
): StateRefusal | undefined {
  const readings = readingsOf(operation, noun, names)
  const [first] = readings
  if (!first) return undefined
  const valuesIn = (all: readonly Reading[]): ReadonlySet<Json> =>
    new Set(all.flatMap(({ indexes }) => indexes.flatMap((index) => values[index] ?? [])))
  const allowing = readings.filter(({ isAllowed }) => isAllowed)
  const allowed = valuesIn(allowing)
  const named = valuesIn(readings.filter(({ isAllowed }) => !isAllowed))
  const others = allowing.length === 0 ? [] : values.filter((each) => !allowed.has(each))
  if ([...allowed].some((each) => named.has(each))) return undefined
  const refused = new Set([...named, ...others])
  const isLiteral = typeof values[0] === 'boolean' || allowing.every((each) => each.isLiteral)
  const certain = [...refused].filter(
    (each) => isLiteral || named.has(each) || [...allowed].every((other) => isNoLonger(other, each)),
  )
  const { status, pointer } = first
  return refused.size === 0 || refused.size === new Set(values).size
    ? undefined
    : { property, refused: [...refused], certain, status, pointer }
}

/** A pattern for the names of a referenced record: `course` for `course_id`, in the singular or the plural. */
function nounPatternOf({ property, resource }: Reference): string {
  return anyNoun([singularNounOf(resource).split(' '), wordsOf(referencedNoun(property) ?? property)])
}

/** A pattern for any of several nouns, given as words in the singular. */
export const anyNoun = (nouns: readonly (readonly string[])[]): string =>
  `(?:${nouns.map((words) => words.join('[ -]')).join('|')})(?:e?s)?`

function readingsOf(operation: Operation, noun: string, names: readonly string[]): readonly Reading[] {
  const { pointer, responses } = operation
  const statuses = new Set(responses.map(({ status }) => Number(status)))
  const usual = [409, 422].find((each) => statuses.has(each))
  const text = textOf(operation)
  const done = doneBy(operation)
  const ofOperation = clausesIn(text, names).flatMap((clause) => {
    const status = Number(/\b4\d\d\b/.exec(clause)?.[0] ?? /\b4\d\d\b(?= otherwise)/.exec(text)?.[0] ?? usual)
    return statuses.has(status)
      ? partsOf(clause).map((part, index, parts) =>
          readingIn(part, noun, {
            status,
            pointer,
            isRefusal: parts.slice(0, index + 1).some(isRefusal),
            done,
          }),
        )
      : []
  })
  const ofResponses = responses
    .filter(({ status }) => status === '409' || status === '422')
    .flatMap((response) =>
      clausesIn(response.description, names)
        .flatMap(partsOf)
        .map((part) =>
          readingIn(part, noun, {
            status: Number(response.status),
            pointer: response.pointer,
            isRefusal: true,
            done,
          }),
        ),
    )
  return [...ofOperation, ...ofResponses].filter((reading) => reading !== undefined)
}

/**
 * The parts of a clause that each have a subject, or another verb: "409 if the learner is enrolled already", "the course is not
 * published", "has no seats left".
 */
function partsOf(clause: string): readonly string[] {
  const [first = '', ...others] = splitAt(clause)
  const [, subject] =
    /^(?:.*\b4\d\d\b.* (?:if|when) )?((?:the|an?) [\w -]+?) (?:already )?(?:is|are|does|do|has|have) /.exec(
      first,
    ) ?? []
  return [
    first,
    ...others.map((each) =>
      /^(?:is|are|does not|do not) /.test(each) && subject ? `${subject} ${each}` : each,
    ),
  ]
}

const splitAt = (clause: string): readonly string[] =>
  clause.split(
    /, (?=(?:if |when )?(?:the|an?|its|their) [\w -]+? (?:is|are|has|have|does|do) )|,? (?:or|and) (?=(?:if |when )?(?:the|an?|its|their) (?![⟦⟨]\d+[⟧⟩] ones?\b))|,? or (?=(?:has|is not|are not|does not|do not) |no (?!longer))/,
  )

/** Whether a part says when a request is refused; the parts after it do so as well. */
const isRefusal = (part: string): boolean => /\b4\d\d\b.* (?:if|when) /.test(part)

interface Place {
  readonly status: number
  readonly pointer: Pointer
  readonly isRefusal: boolean
  /** A pattern for what is done by the operation: "added". */
  readonly done: string
}

const doneBy = (operation: Operation): string => {
  const made =
    operation.method === 'POST' ? ['added', 'created', ...participlesFor(singularNounOf(operation.path))] : []
  return `(?:${[...vocabularyOf(operation).participles, ...made].join('|')})`
}

const state = '[⟦⟨]\\d+[⟧⟩]'
const states = `(?<states>${state}(?:(?:, ?(?:or )?| or | nor |/)(?:an? )?${state})*)`

/**
 * Patterns for clauses that exclude states: "Issues of an archived project cannot be changed", "Comments cannot be added to a locked
 * issue", "Archived projects do not accept new issues".
 */
function bans(noun: string, done: string): readonly string[] {
  const never = "(?:can ?not|can't|can no longer|may not|must not)"
  const below = `(?:of|in|into|to|on|from|below) (?:an? |the )?${states} ${noun}`
  const sentences = [
    `.*\\b${below} (?:${never} be \\w+|(?:is|are) (?:refused|rejected))\\b.*`,
    `.*\\b${never} be \\w+ ${below}(?:[:,]? \\(?4\\d\\d\\)?)?`,
    `(?:no (?:\\w+ ){1,2}|nothing (?:more |new |else )?)(?:can|may) be \\w+ ${below}(?:[:,]? \\(?4\\d\\d\\)?)?`,
    `\\w+ing (?:.* )?(?:from|for|in|into|to|on|with|at|by) (?:an? )?${states} ${noun}(?: or .*)? (?:is|are|gives|returns) (?:refused|rejected|(?:an? )?4\\d\\d)\\b.*`,
    `(?:an? |the |any )?${states} ${noun} ${never} be ${done}(?:[:,]? \\(?4\\d\\d\\)?)?`,
    `(?:an? )?${states} ${noun} (?:(?:do|does) not (?:accept|allow|take)|(?:accept|allow|take)s? no)\\b.*`,
    `(?:an? |the |any )?${states} ${noun} (?:is|are) (?:read[- ]only|immutable|frozen)(?:[,:;]? \\(?4\\d\\d\\)?)?`,
    `not (?:possible |available |allowed )?for ${noun} (?:that|which|who) (?:is|are) ${states}`,
  ]
  return sentences.map(
    (sentence) => `(?!.*\\b(?:except|unless|other than|but|(?<!read[- ])only)\\b)${sentence}`,
  )
}

function readingIn(part: string, noun: string, { isRefusal, done, ...place }: Place): Reading | undefined {
  const article = '(?:(?:the|an?|its|their|this) )'
  const kind = `(?:${stateNoun} )?`
  const inState = `(?:(?:already|currently|still|yet) )?(?:in (?:the )?|an? )?${kind}${states}(?: ${stateNoun})?(?: yet| already)?`
  const subject = `${noun}(?:'s status|'s state)?`
  const tail = '(?:,? (?:4\\d\\d )?otherwise.*|,? and (?:no|only) [^⟦⟨]*| \\(4\\d\\d[^)]*\\))?'
  const refusal = [
    `(?:.*\\b4\\d\\d\\b.* )?(?:(?:if|when) )?${article}?${subject} (?:is |are |does |do )?(?<not>not |no longer |neither )?${inState}`,
  ]
  const demand = [
    `.*\\b4\\d\\d\\b.* unless ${article}?${subject} (?:is|are) ${inState}`,
    `${article}?${subject} must_be ${inState}(?:,? (?:4\\d\\d )?otherwise.*|,? and must .*|(?!.*\\b(?:or|unless|if|when|while)\\b), [^⟦⟨]+| \\(4\\d\\d\\))?`,
    `(?:(?:this|it) is )?(?:only (?:possible |allowed )?|(?:possible|allowed) only )for (?:an? )?${states} ${noun}(?:,? (?:4\\d\\d )?otherwise.*| \\(4\\d\\d\\))?`,
    `only (?:an? )?${states} ${noun} (?:can|may) (?:be )?\\w+(?: in)?(?:,? (?:4\\d\\d )?otherwise.*)?`,
    `only \\w+(?: \\w+)? (?:of|in|from|for|on) (?:an? )?${states} ${noun} (?:can|may) be \\w+${tail}`,
    `\\w+ (?:can|may) (?:only be \\w+|be \\w+ only) (?:for|in|of) (?:an? )?${states} ${noun}${tail}`,
    `only (?:an? )?${states} ${noun} (?:accept|take|have|support)s?\\b(?! to ).*`,
    `(?:(?:this|it) is )?(?:only (?:possible |allowed )?|(?:possible|allowed) only )(?:while|as long as|if|when) ${article}${subject} (?:is|are) ${inState}`,
    `(?:new )?\\w+ (?:can|may) (?:only be ${done}|be ${done} only) (?:while|as long as|if|when) ${article}${subject} (?:is|are) ${inState}(?:,? (?:4\\d\\d )?otherwise.*| \\(4\\d\\d[^)]*\\))?`,
    `(?:new )?\\w+ (?:can|may) only be ${done} (?:(?:to|from|in|on|for|of) (?:an? )?${states} ${noun}|(?<=added )to (?<drafts>${state}))`,
  ]
  const matched = (patterns: readonly string[]): Readonly<Record<string, string | undefined>> | undefined =>
    patterns
      .map((pattern) => new RegExp(`^${pattern}$`, 'u').exec(part)?.groups)
      .find((groups) => groups !== undefined)
  const demanded = matched(demand)
  const groups = demanded ?? matched(bans(noun, done)) ?? (isRefusal ? matched(refusal) : undefined)
  const named = groups?.['states'] ?? groups?.['drafts']
  if (groups === undefined || named === undefined) return undefined
  return {
    ...place,
    isAllowed: demanded !== undefined || groups['not'] !== undefined,
    indexes: [...named.matchAll(/\d+/g)].map(([index]) => Number(index)),
    isLiteral: !named.includes('⟨') || isAboutStates.test(part),
  }
}
