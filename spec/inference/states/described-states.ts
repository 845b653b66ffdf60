import type { Document, Operation, SchemaNode } from '../../document.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { valuesIn } from '../../schemas/types.ts'
import { pastForms, stateChangesOf } from './action-outcome.ts'
import { singular, wordsOf } from '../prose/words.ts'

/** In which states of a record its action is refused, by the words of the document. */
export interface StatePrecondition {
  /** The property that tells the state. */
  readonly property: string
  /** The states that the text names as those it is for; none where it names those alone that it is not for. */
  readonly allowed: readonly string[]
  readonly refused: readonly string[]
  /** Whether `refused` is so in every reading: "a paid order" may have been shipped since, a `paid` one has not. */
  readonly isLiteral: boolean
  /** The status of a refusal: declared, 4xx. */
  readonly status: number
}

/** The state that a record is in once an operation was accepted, in so many words. */
export interface DescribedState {
  readonly property: string
  readonly value: string
}

/** A property of a record that tells its state. */
interface StateProperty {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * The states that an action may be taken from: "Only a `requested` appointment can be confirmed; 409 otherwise", "Cancel an
 * order that is pending or paid", "409 when it is shipped already". Undefined where the text could be read in another way,
 * and where no status is declared for a refusal.
 */
export function statePrecondition(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): StatePrecondition | undefined {
  const found = statePropertiesOf(document, record, operation).flatMap((property) => {
    const rule = ruleOf(operation, property)
    return rule ? [rule] : []
  })
  return found.length === 1 ? found[0] : undefined
}

/** The state that a new record, or one after an action, has: "Status is `requested`", "Mark as paid". */
export function describedState(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): DescribedState | undefined {
  const found = statePropertiesOf(document, record, operation).flatMap(({ name, values }) => {
    const told = clausesOf(operation, values).flatMap((clause) => toldIn(clause, nounOf(operation)))
    const [index, ...others] = new Set(told)
    const value = index === undefined || others.length > 0 ? undefined : values[index]
    return value === undefined ? [] : [{ property: name, value }]
  })
  return found.length === 1 ? found[0] : undefined
}

function statePropertiesOf(
  document: Document,
  record: SchemaNode,
  operation: Operation,
): readonly StateProperty[] {
  const reached = new Set(
    actionNames(operation).flatMap((name) =>
      stateChangesOf(document, record, name).map(({ property }) => property),
    ),
  )
  return [...possiblePropertiesOf(document, record)].flatMap(([name, node]) => {
    const values = valuesIn(document, node).filter((each) => typeof each === 'string')
    const isState = /^(?:status|state|phase|stage)$/.test(wordsOf(name).at(-1) ?? '') || reached.has(name)
    return isState && values.length > 1 ? [{ name, values }] : []
  })
}

/** What an action is called: by its path, and by its id. */
function actionNames({ id, path }: Operation): readonly string[] {
  const [last = ''] = path.split(/[/:]/).slice(-1)
  return last.endsWith('}') ? [id] : [last, id]
}

function ruleOf(operation: Operation, { name, values }: StateProperty): StatePrecondition | undefined {
  const grammar = grammarOf(operation)
  const read = [
    ...clausesOf(operation, values).flatMap((clause) => [
      ...allowedIn(clause, grammar),
      ...conditionIn(clause, grammar),
    ]),
    ...operation.responses
      .filter(({ status }) => status === '409' || status === '422')
      .flatMap(({ status, description }) =>
        clausesIn(description, values).flatMap((clause) => [
          ...allowedIn(clause, grammar),
          ...refusalIn(clause, grammar, Number(status)),
        ]),
      ),
  ]
  const [first, ...others] = read.filter(({ isAllowed }) => isAllowed)
  const allowed = new Set(first?.states)
  const excluded = new Set(read.flatMap(({ isAllowed, states }) => (isAllowed ? [] : states)))
  const isOne =
    others.every(
      ({ states }) => states.length === allowed.size && states.every((each) => allowed.has(each)),
    ) && [...allowed].every((each) => !excluded.has(each))
  const indexes = values.map((_, index) => index)
  const refused = indexes.filter((index) => (first ? !allowed.has(index) : excluded.has(index)))
  const status = statusOf(operation, read)
  if (!isOne || status === undefined || refused.length === 0 || refused.length === values.length)
    return undefined
  return {
    property: name,
    allowed: values.filter((_, index) => allowed.has(index)),
    refused: values.filter((_, index) => refused.includes(index)),
    isLiteral: refused.every((index) => excluded.has(index)) || first?.isLiteral === true,
    status,
  }
}

/** The status that the text tells, else that of a conflict: one that is declared. */
function statusOf(operation: Operation, read: readonly Reading[]): number | undefined {
  const otherwise = /\b(4\d\d)\b(?=[^.;]*\b(?:otherwise|else|if not)\b)/.exec(textOf(operation))
  const told = [...read.map(({ status }) => status), otherwise ? Number(otherwise[1]) : undefined]
  return [...told, 409, 422].find((wanted) =>
    operation.responses.some(({ status }) => status === String(wanted)),
  )
}

/** The text of an operation: its summary is a sentence of its own. */
const textOf = ({ summary = '', description = '' }: Operation): string =>
  `${summary.replace(/\.?\s*$/, '')}.\n\n${description}`

const clausesOf = (operation: Operation, values: readonly string[]): readonly string[] =>
  clausesIn(textOf(operation), values)

/** The clauses of a text, in lower case, with the index of each state that they name: `⟦2⟧` in quotes, `⟨2⟩` without. */
function clausesIn(text: string, values: readonly string[]): readonly string[] {
  let marked = text.toLowerCase()
  const states = values
    .map((value, index) => ({ words: wordsOf(value), index: String(index) }))
    .filter(({ words }) => /\p{L}/u.test(words.join('')))
  for (const { words, index } of states.toSorted((a, b) => b.words.length - a.words.length)) {
    const spelt = words.join(String.raw`[\s_-]*`)
    marked = marked
      .replaceAll(
        new RegExp(String.raw`([\x60"'_]|\*{1,2})${spelt}\1|“${spelt}”|‘${spelt}’`, 'gu'),
        `⟦${index}⟧`,
      )
      .replaceAll(
        // What can be paid need not be in the state that is called so.
        new RegExp(String.raw`(?<![\p{L}\p{N}_\x60"'⟦⟨-]|\bbe )${spelt}(?![\p{L}\p{N}_\x60"'-])`, 'gu'),
        `⟨${index}⟩`,
      )
  }
  return marked
    .split(/[.;!](?=\s|$)|\n\s*(?:\n|[-*] )/)
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter((each) => each !== '')
}

/** What a clause says of states, by their indexes. */
interface Reading {
  readonly isAllowed: boolean
  readonly states: readonly number[]
  /** Whether the states stand in quotes, or are called so. */
  readonly isLiteral: boolean
  readonly status?: number | undefined
}

/** What a clause may call the record and what is done to it. */
interface Grammar {
  /** A source of a regular expression. */
  readonly noun: string
  readonly verbs: ReadonlySet<string>
  /** What is said of a record that it was done to. */
  readonly done: ReadonlySet<string>
}

const doneBy: Readonly<Record<string, readonly string[]>> = {
  DELETE: ['deleted', 'removed'],
  PATCH: ['changed', 'updated', 'edited', 'modified'],
  PUT: ['changed', 'updated', 'edited', 'modified', 'replaced'],
}

function grammarOf(operation: Operation): Grammar {
  const names = actionNames(operation).map((name, index) =>
    index === 0 ? wordsOf(name) : wordsOf(name).slice(0, 1),
  )
  return {
    noun: nounOf(operation),
    verbs: new Set(names.map(([verb = '']) => verb)),
    done: new Set([...names.flatMap((words) => [...pastForms(words)]), ...(doneBy[operation.method] ?? [])]),
  }
}

/** What records below a path are called: the words before the last id, with or without all but the last. */
function nounOf({ path }: Operation): string {
  const [collection = ''] = path
    .replace(/(?:\/?\{[^/]*)(?:[/:][^/{}]*)?$/, '')
    .split('/')
    .slice(-1)
  const words = wordsOf(collection)
  const last = words.at(-1) ?? 'record'
  const before = words.slice(0, -1).map((word) => `${word}[ -]`)
  return `(?:(?:${before.join('')})?(?:${last}|${singular(last)}))`
}

const state = '[⟦⟨]\\d+[⟧⟩]'
const states = `(?<states>${state}(?:(?:, ?(?:or |and )?| or | and |/)(?:(?:an?|the|in) )?${state})*)`
const tail = String.raw`(?:[,:]? (?:4\d\d )?(?:otherwise|else|if not)\b.*| \([^)]*\))?`
/** The condition that a record is in one of some states. */
const condition = (noun: string): string =>
  `(?:(?:it|they|its|their|the|(?:the |an? |this )?${noun}(?:'s)?) )?(?:(?:status|state) )?(?:(?:is|are) )?` +
  `(?:(?:already|currently|still) )?(?<not>not )?(?:in )?(?:(?:the|an?) )?(?:(?:status|state) )?(?:of )?` +
  `${states}(?: (?:status|state|already|${noun}))*`

/** Readings of a clause by the first of some patterns that it has. */
function readBy(
  clause: string,
  patterns: readonly string[],
  isMeant: (groups: Readonly<Record<string, string | undefined>>) => boolean,
  isAllowed: (groups: Readonly<Record<string, string | undefined>>) => boolean,
): readonly Reading[] {
  const groups = patterns.map((each) => new RegExp(`^${each}$`, 'u').exec(clause)?.groups).find(Boolean)
  const told = groups?.['states']
  if (groups === undefined || told === undefined || !isMeant(groups)) return []
  const isLiteral = !told.includes('⟨') || /\b(?:status|state)\b/.test(clause)
  const status = groups['status'] === undefined ? undefined : Number(groups['status'])
  return [{ isAllowed: isAllowed(groups), states: indexesIn(told), isLiteral, status }]
}

const indexesIn = (told: string): readonly number[] =>
  [...told.matchAll(/\d+/g)].map(([index]) => Number(index))

/** "Only a `requested` appointment can be confirmed", "It must be `open`", "Cancel an order that is pending or paid". */
function allowedIn(clause: string, { noun, verbs, done }: Grammar): readonly Reading[] {
  const may = String.raw`(?:can|may) be (?<done>\w+)`
  const meant = condition(noun)
  const only = '(?:only (?:possible|allowed|permitted|valid)|(?:possible|allowed|permitted|valid) only)'
  const when = '(?:if|when|while|from|for|in|as long as)'
  const patterns = [
    `only (?:an? |the )?${states}(?: ${noun}| ones?)? ${may}${tail}`,
    `only (?:an? |the )?${noun} (?:(?:that|which) (?:is|are)|in|with) ${meant} ${may}${tail}`,
    `(?:(?:an?|the|this) )?(?:${noun}|it|this|they) (?:can|may) (?:only be (?<done>\\w+)|be (?<also>\\w+) only) ${when} ${meant}${tail}`,
    `(?:(?:this|it) is )?${only} ${when} ${meant}${tail}`,
    `(?:(?:the|its) )?(?:${noun}(?:'s)?|it|status|state)(?: status| state)? must (?:still )?be (?:in )?(?:(?:the|an?) )?(?:(?:status|state) )?(?:of )?${states}(?: status| state)?${tail}`,
    `(?<verb>\\w+?)s? (?:an? |the )?${noun} (?:that|which) (?:is|are)(?: still| currently)? ${states}${tail}`,
  ]
  return readBy(
    clause,
    patterns,
    ({ done: said, also, verb }) =>
      (said ?? also) === undefined ? verb === undefined || verbs.has(verb) : done.has(said ?? also ?? ''),
    ({ not }) => not === undefined,
  )
}

/** "409 when it is shipped already", "Returns 409 if the order is not `pending`", "409 unless it is `draft`". */
function conditionIn(clause: string, { noun }: Grammar): readonly Reading[] {
  const answers = String.raw`(?:(?:returns?|answers?(?: with)?|responds(?: with)?|fails with) )?(?:an? )?(?:http )?`
  const patterns = [
    `${answers}(?<status>4\\d\\d)(?: conflict| error)?(?: is returned)?,? (?<word>if|when|while|as long as|unless) ${condition(noun)}${tail}`,
  ]
  const isAllowed = ({ word, not }: Readonly<Record<string, string | undefined>>): boolean =>
    (word === 'unless') !== (not !== undefined)
  return readBy(clause, patterns, () => true, isAllowed)
}

/** What the description of a refusal says of the record: "It is shipped, delivered or cancelled". */
function refusalIn(clause: string, { noun }: Grammar, status: number): readonly Reading[] {
  const patterns = [`(?:(?:if|when) )?${condition(noun)}`]
  const found = readBy(
    clause,
    patterns,
    () => /\b(?:is|are|already|not)\b/.test(clause),
    ({ not }) => not !== undefined,
  )
  return found.map((each) => ({ ...each, status }))
}

/** "Status is `requested`", "Mark as paid", "It becomes `open`": the whole clause, so that no condition is overlooked. */
function toldIn(clause: string, noun: string): readonly number[] {
  const one = `(?<states>${state})(?: (?:status|state))?`
  const into = '(?:(?:the|an?) )?(?:(?:status|state) )?(?:of )?'
  // What else is done: nothing that names another state, and no condition.
  const more = String.raw`(?:,? and (?!.*(?:[⟦⟨]|\b(?:if|when|while|unless|until|once|after|otherwise|else)\b)).*)?`
  const patterns = [
    `(?:(?:the|its) )?(?:${noun}(?:'s)? )?(?:status|state) (?:is|becomes|is set to|changes to|will be)(?: then| now)? ${one}`,
    `(?:it|(?:(?:the|an?) )?(?:new )?${noun}) (?:becomes|is then|is now|(?:is created|starts|begins) (?:in|with|as)) ${into}${one}`,
    `(?:creates?|adds?|registers?|opens?|submits?|starts?|places?) (?:(?:an?|the) )?(?:new )?${noun} (?:as|in|with) ${into}${one}`,
    `(?:marks?|sets?|moves?|changes?|transitions?)(?: (?:it|(?:an?|the|this) ${noun}))?(?: (?:its |the )?\`?(?:status|state)\`?)? (?:as|to|into) ${into}${one}`,
  ]
  return patterns
    .flatMap((each) => new RegExp(`^${each}${more}$`, 'u').exec(clause)?.groups?.['states'] ?? [])
    .flatMap(indexesIn)
}
