import type { Operation } from '../../../document.ts'
import { lastPart } from '../../../routing/path-template.ts'
import { singular, wordsOf } from '../../prose/words.ts'
import { actionSegment } from '../action-outcome.ts'
import { namesState } from './clauses.ts'
import { pastForms } from './verb-forms.ts'

/** What a clause says about states, by their indexes. */
export interface Reading {
  /** Whether the operation is allowed in these states, or refused in them. */
  readonly isAllowed: boolean
  readonly states: readonly number[]
  /** Whether the clause names states as such: in quotes, after "in", or beside the word `status` or `state`. */
  readonly isLiteral: boolean
  readonly status?: number | undefined
  /** Whether the clause tells what becomes of such records, and not that others are refused: "A `new` ticket becomes `open`". */
  readonly isEffect?: boolean
}

/** The words that a clause may use for the record and for the action. */
export interface Vocabulary {
  /** The source of a regular expression. */
  readonly noun: string
  readonly verbs: ReadonlySet<string>
  /** Past participles of the action. */
  readonly participles: ReadonlySet<string>
}

const participlesByMethod: Readonly<Record<string, readonly string[]>> = {
  DELETE: ['deleted', 'removed'],
  PATCH: ['changed', 'updated', 'edited', 'modified'],
  PUT: ['changed', 'updated', 'edited', 'modified', 'replaced'],
}

/** The names of an action: the last segment of its path, and its operation id. */
export function actionNames({ id, path }: Operation): readonly string[] {
  const [last = ''] = actionSegment(path).split(':').slice(-1)
  return last.endsWith('}') ? [id] : [last, id]
}

/** The words that the texts of an operation may use. */
export function vocabularyOf(operation: Operation): Vocabulary {
  const names = actionNames(operation).map((name) =>
    name === operation.id ? wordsOf(name).slice(0, 1) : wordsOf(name),
  )
  return {
    noun: nounPattern(operation),
    verbs: new Set(names.map(([verb = '']) => verb)),
    participles: new Set([
      ...names.flatMap((words) => [...pastForms(words)]),
      ...(participlesByMethod[operation.method] ?? []),
    ]),
  }
}

/** A pattern for the name of the records below a path: the words before the last id, or only the last of them. */
export function nounPattern({ path }: Operation): string {
  const [collection = ''] = path
    .replace(/(?:\/?\{[^/]*)(?:[/:][^/{}]*)?\/?$/, '')
    .split('/')
    .slice(-1)
  return collectionNoun(collection)
}

/** The same for the records that an operation creates: the last words of its path. */
export const createdNounPattern = (create: Operation): string =>
  /\}\/?$/.test(create.path) ? nounPattern(create) : collectionNoun(lastPart(create.path))

function collectionNoun(collection: string): string {
  const words = wordsOf(collection)
  const last = words.at(-1) ?? 'record'
  const before = words.slice(0, -1).map((word) => `${word}[ -]`)
  return `(?:(?:${before.join('')})?(?:${last}|${singular(last)}))`
}

/** What documents call a state. */
export const stateNoun = '(?:status|state|stage|phase)'

/** Whether a clause says that the states named elsewhere are the only ones: "Anything else is refused", "409 in other states". */
export const isExhaustive: RegExp =
  /^(?:(?:anything|everything|any other \w+) (?:else )?(?:is|will be) (?:refused|rejected)|in (?:(?:any|every|all) )?other (?:status|state|stage|phase)(?:e?s)?\b.*\b(?:refused|rejected|4\d\d)\b.*|(?:refused|rejected|4\d\d)\b.* in (?:(?:any|every|all) )?other (?:status|state|stage|phase)(?:e?s)?$)/

/** Whether a clause says that records in other states than those named are refused: "409 otherwise". */
export const isRestRefused: RegExp = /\b(?:4\d\d (?:otherwise|else|if not)|(?:otherwise|else) 4\d\d)\b/

/** One of the states that an exhaustive text allows: "A claim in review can be assigned to another assessor". */
export const permittedIn = (clause: string, { noun, participles }: Vocabulary): readonly Reading[] =>
  readingOf(
    clause,
    [
      `(?:an? |the )?${noun} (?:(?:that|which) (?:is|are) )?(?:(?:in|on) )?${states} (?:can|may) (?:also )?be (?<done>\\w+)(?: [^⟦⟨]+)?`,
      `(?:an? |the )?${states} ${noun} (?:can|may) (?:also )?be (?<done>\\w+)(?: [^⟦⟨]+)?`,
    ],
    ({ done = '' }) => participles.has(done),
    () => true,
  )

/** Whether a clause says that the states it names are states. */
export const isAboutStates: RegExp = /\b(?:status|state|stage|phase)\b/

/** A pattern for a state in a clause. */
export const state = '[⟦⟨]\\d+[⟧⟩]'
const states = `(?<states>${state}(?:(?:, ?(?:or |and )?| or | and |/)(?:(?:an?|the|in|already) )?${state})*)`
const tail = String.raw`(?:,? and only (?:if|when|while) [^⟦⟨]+)?(?:[,:]? (?:4\d\d )?(?:otherwise|else|if not)\b.*|,? (?:all |the )?others? (?:is|are|gets?|fails?)\b.*|,? (?:any|every)thing else (?:is|gets?|fails?|gives?)\b.*| \([^)]*\))?`

/** A pattern for "the record is (not) in one of these states". */
const condition = (noun: string): string =>
  `(?:(?:it|they|its|their|the|(?:the |an? |this )?${noun}(?:'s)?) )?(?:${stateNoun} )?(?:(?:is|are|was|were|has|have) )?` +
  `(?:(?:already|currently|still) )?(?<not>not |no longer )?(?:been )?(?:(?:in|on) )?(?:(?:the|an?) )?(?:${stateNoun} )?(?:of )?` +
  `${states}(?: (?:${stateNoun}|already|${noun}|any ?more|any longer|yet))*`

/** "Only a `requested` appointment can be confirmed", "It must be `open`", "Cancel an order that is pending or paid". */
export function allowedIn(clause: string, { noun, verbs, participles }: Vocabulary): readonly Reading[] {
  // "Can be put on hold": the state that the action leads to may be a part of its name.
  const may = String.raw`(?:can|may) be (?<done>\w+)(?:(?<=put|moved|set|taken|brought|marked) (?:(?:in|into|to|as)(?: an?)? )?${state})?`
  const inState = condition(noun)
  const only = '(?:only(?: (?:possible|allowed|permitted|valid))?|(?:possible|allowed|permitted|valid) only)'
  const when = '(?:if|when|while|from|for|in|as long as)'
  const patterns = [
    `only (?:an? |the )?${states}(?: ${noun}| ones?)?(?: (?:with(?:out)?|(?:that|which) (?:has|have)) [^⟦⟨]+?)? ${may}${tail}`,
    `only (?:an? |the )?${noun} (?:(?:that|which) (?:is|are)|in|on|with) ${inState} ${may}${tail}`,
    `only (?:an? |the )?${noun} ${states} ${may}${tail}`,
    `only ${states}(?: ${noun}| ones?)?${tail}`,
    `${states}(?: ${noun})? only`,
    `makes? (?:an? |the )?${states} ${noun} (?:an? )?${state}(?: again)?(?:,? and (?!.*\\b(?:if|when|while|unless|until)\\b)[^⟦⟨]+)?${tail}`,
    `only (?:for )?(?:an? |the )?${noun} (?:(?:(?:that|which) (?:is|are)|in|on|with) )?${inState}${tail}`,
    `(?:(?:an?|the|this) )?(?:${noun}|it|this|they) (?:can|may) (?:only be (?<done>\\w+)|be (?<also>\\w+) only) ${when} ${inState}${tail}`,
    `(?:(?:an?|the|this) )?(?:${noun}|it|they) (?:can|may) be (?<done>\\w+) (?:while|as long as) ${inState}${tail}`,
    `(?:(?:this|it) is )?${only} ${when} ${inState}${tail}`,
    `only (?:if|when|while|as long as) ${inState}${tail}`,
    `(?:all )?(?<states>${state}(?:,? ${state})*,? (?:and|or) ${state}) ${noun} ${may}${tail}`,
    `(?:(?:this|it) is )?(?:possible|allowed|permitted) (?:while|as long as) ${inState}${tail}`,
    `(?:(?:the|its|an?) )?(?:${noun}(?:'s)?|it|${stateNoun})(?: ${stateNoun})? must_be (?:currently )?(?:in )?(?:(?:the|an?) )?(?:${stateNoun} )?(?:of )?${states}(?: ${stateNoun})?(?: (?:(?:in order )?to|before (?:it|they) can) be (?<done>\\w+))?${tail}`,
    `(?:(?:this|it) is )?(?:only )?(?:possible|allowed|permitted) (?:only )?for (?:an? )?${states}(?: ${noun}| ones?)?${tail}`,
    `(?:moves?|changes?|transitions?|turns?) (?:an?|the|this) ${states}(?: ${noun})? (?:to|into) .*`,
    `(?=.*\\b(?:only|otherwise|else)\\b)(?:(?:it|this) )?works (?:only )?(?:for|on) (?:an? |the )?(?:${noun} )?${states}(?: ${noun}| ones?)?(?: only)?${tail}`,
    `(?:only )?(?:an? |the )?${states}(?: ${noun}| one)? becomes ${state}(?: ${noun})?(?:,? and (?!.*\\b(?:if|when|while|unless|until)\\b)[^⟦⟨]+)?${tail}`,
    `(?!.*\\b(?:if|when|while|unless|until|or|not)\\b).*\\b(?:of|from|for|with) an? ${states} ${noun},? (?:which|that) (?:then )?becomes ${state}`,
    `(?:from )?${states} (?:→|-{1,2}>|=>) ${state}${tail}`,
    `requires (?:that )?(?:(?:the |an? )?(?:\\w+ ){1,2}?(?:is|be|to be|has been|(?=⟦)) ?)(?:⟨\\d+⟩ \\()?${states}\\)?${tail}`,
    // Not of a whole chain, "from `new` to `open` to `done`".
    `${moving(noun)} from ${states} (?:to|into) (?!.*[⟧⟩] (?:to|into) ).*`,
    `(?<verb>\\w+?)s? (?:an? |the )?${noun} (?:that|which) (?:is|are)(?: still| currently)? ${states}${tail}`,
    `(?:anything|everything|any ${noun}) (?:but|except(?: for)?|other than) (?:an? |the )?${states}(?: ${noun}| ones?)? (?:gives|yields|returns|(?:is|will be) (?:refused|rejected|answered)(?: with)?)(?: an?)? (?<status>4\\d\\d)(?: conflict| error)?`,
    `(?<verb>\\w+?)s? (?:an? |the )?${states} ${noun} \\((?<status>4\\d\\d) (?:otherwise|if not)\\)(?:,? and .*)?`,
  ]
  const readings = readingOf(
    clause,
    patterns,
    ({ done, also, verb }) => {
      const participle = done ?? also
      if (participle === undefined) return verb === undefined || verbs.has(verb)
      return participles.has(participle) || /^(?:put|moved|set|taken|brought|marked)$/.test(participle)
    },
    ({ not }) => not === undefined,
  )
  // A sentence that is about records in several states tells these apart.
  const isList = /^(?:(?:only |all )?[⟦⟨]|only (?:if|when|while) )/.test(clause)
  return readings.map((each) => ({
    ...each,
    isLiteral: each.isLiteral || (isList && each.states.length > 1) || /\bfrom [⟦⟨]/.test(clause),
    isEffect: /\bbecomes [⟦⟨]/.test(clause) && !/\b(?:only|otherwise|else|4\d\d)\b/.test(clause),
  }))
}

/**
 * The state of the record in a clause that tells what the action does: "Pauses an active order", "Pause an active order". Its verb may be
 * another one than that of the action, but none that leads to the state.
 */
export const objectIn = (clause: string, { noun }: Vocabulary): readonly Reading[] =>
  readingOf(
    clause,
    [
      // Not into that state: "Moves a scheduled visit".
      `(?<verb>moves) an? ${states} ${noun}`,
      `(?<verb>\\w+?)s? (?:an? |the )?${states}(?: ${noun})?(?: (?!.*${state})(?!.*\\b(?:if|when|while|unless|until|or)\\b).*)?`,
      `(?<verb>\\w+?)s? (?:an? |the )?${noun},? (?:(?:that|which) (?:is|are) )?(?:in )?${states}${rest}${tail}`,
      // What belongs to it: "Add a line to a draft invoice".
      `\\w+ (?:an? |the )?\\w+(?: \\w+)? (?:to|from|on|for|in|of) an? ${states} ${noun}${tail}`,
    ],
    ({ verb = '' }) =>
      !/^(?:create|make|mark|set|move|return|add|list|start|open|only|all|any|every|each|no|if|when)$/.test(
        verb,
      ),
    () => true,
  )

/** What else an action does to records in a state: "…, which becomes `shipped`", "… back to `draft` and clears the date". */
const rest = String.raw`(?:,? (?!.*\b(?:if|when|while|unless|until)\b)(?:as|to|into|for|at|back|again|and|which|that|then)\b[^⟦⟨]*(?:${state}[^⟦⟨]*)?)?`

/**
 * The state of the record in a clause that tells what the action does, where other states are refused: "Marks a pending order as paid",
 * "Starts work on an open issue".
 */
export const subjectIn = (clause: string, { noun }: Vocabulary): readonly Reading[] =>
  readingOf(
    clause,
    [
      `\\w+ (?:(?:the |an? )?\\w+ (?:on|of|for|with|to) )?(?:an? |the )${states} ${noun}${rest}`,
      `\\w+ (?:(?:the |an? )?\\w+ (?:on|of|for|with|to) )?(?:an? |the )${noun},? (?:(?:that|which) is )?(?:in )?${states}${rest}`,
    ],
    () => true,
    () => true,
  )

/** "The task moves from", "Changes the status of the task from", before a state. */
export const moving = (noun: string): string =>
  `(?:(?:it|(?:the|its) ${stateNoun}|(?:an?|the|this) ${noun}) )?(?:moves?|goes|changes?|switches|transitions?|advances?)` +
  `(?: (?:it|(?:the|its) ${stateNoun}(?: of (?:an?|the|this) ${noun})?|(?:an?|the|this) ${noun}))?`

/** "A `closed` job can no longer be changed", "Orders that are shipped cannot be cancelled", "It cannot be edited once it is final". */
export function bannedIn(clause: string, { noun, participles }: Vocabulary): readonly Reading[] {
  const never = "(?:can ?not|can't|can no longer|may not|may no longer|must not|must never)"
  const again = '(?: again| any ?more| any longer)?'
  const of = `(?:an? |the |any )?${noun},? (?:that|which|who) (?:is|are|was|were|has been|have been) (?:already )?(?:in the )?(?:${stateNoun} )?${states}(?: already)?,?`
  const refused = String.raw`(?:is|are|will be) (?:refused|rejected|answered)(?: with)?(?: an?)? (?<status>4\d\d)(?: conflict| error)?`
  const isError = String.raw`(?:is|gives|returns|results in|is answered with|is refused with)(?: an?)? (?<status>4\d\d)(?: conflict| error)?`
  const patterns = [
    `${reason}(?:an? |the |any )?${states}(?: ${noun}| ones?)?${others} ${never} be (?<done>\\w+)${again}${banTail}`,
    `(?:an? |the |any )?${noun} ${states} ${never} be (?<done>\\w+)${again}${banTail}`,
    `${of} ${never} be (?<done>\\w+)${again}${banTail}`,
    `(?:an? |the |any )?(?:${noun}|it|they) ${never} be (?<done>\\w+)${again} (?:once|when|if|after|while|as soon as) (?:it|they|the ${noun}) (?:is|are|was|were|has been|have been) (?:in the )?(?:${stateNoun} )?${states}${banTail}`,
    `(?:an? |the |any )?${states}(?: ${noun}| ones?)? must_be \\w+ (?:again )?before (?:it|they) can be (?<done>\\w+)${banTail}`,
    `(?:once|when|if|after|as soon as) (?:.*,? or )?(?:it|they|the ${noun}) (?:is|are|was|were|has been|have been) ${states},? (?:it|they) ${never} be (?<done>\\w+)${again}${banTail}`,
    `not (?:possible |available |allowed )?for ${noun} (?:that|which) (?:is|are) ${states}`,
    `${of} ${refused}`,
    `(?<doing>\\w+)ing (?:an? |the )?${noun},? (?:that|which) (?:is|was|has been) (?:already )?${states}(?: already)?,? ${isError}`,
    `(?:an? |the |any )?${states} ${noun}(?: ${refused}|:? \\(?(?<error>4\\d\\d)\\)?)`,
    `(?<refusal>4\\d\\d)(?: conflict| error)? for (?:an? |the |all )?${states} ${noun}`,
    `(?<doing>\\w+)ing an? (?:already )?${states} ${noun}(?: again)? (?:is|will be) (?:refused|rejected|an error)(?: with)?(?: an?)?(?: (?<status>4\\d\\d))?(?: conflict| error)?`,
  ]
  const readOnly = `(?:an? |the |any )?${states} ${noun} (?:is|are) (?:read[- ]only|immutable|frozen|final)(?:[,:;]? \\(?4\\d\\d\\)?)?`
  const notYet = new RegExp(
    `^(?:an? |the |any )?${noun},? (?:that|which) (?:is|are|was|were|has|have) not (?:yet )?(?:been )?(?:yet )?${states}(?: yet)?,? ${refused}$`,
    'u',
  ).exec(clause)?.groups
  // Documents usually list states in their order; only the first one is certainly before the second.
  if (notYet?.['states'] === '⟨1⟩' || notYet?.['states'] === '⟦1⟧')
    return [{ isAllowed: false, states: [0], isLiteral: true, status: Number(notYet['status']) }]
  return readingOf(
    clause,
    participles.has('changed') ? [...patterns, readOnly] : patterns,
    ({ done, doing }) =>
      (done === undefined || participles.has(done)) &&
      (doing === undefined || [...participles].some((each) => each.startsWith(doing))),
    () => false,
  )
}

/** Whether a clause says that the action is refused the second time: "Cancelling twice is refused as well". */
export function isOnceOnly(clause: string, { participles }: Vocabulary): boolean {
  const doing =
    /^(\w+?)ing (?:(?:it|an? \w+|the \w+) )?(?:twice|a second time) is (?:also )?(?:refused|rejected|an error|not (?:possible|allowed)|(?:an? )?4\d\d)(?:,? (?:as well|too))?(?: with (?:an? )?4\d\d)?$/.exec(
      clause,
    )?.[1]
  return doing !== undefined && [...participles].some((each) => each === `${doing}ed`)
}

/** "Possible until the patient arrives: …" */
const reason = String.raw`(?:(?!.*\b(?:if|unless|except|for)\b.*:)[^:⟦⟨]+: )?`
/** "… and those whose patient has arrived" */
const others = String.raw`(?: and (?:those|ones) (?:that|which|who|whose|with|without|in) (?:(?!\b(?:can|may|must)\b)[^,;:])+?)?`
const banTail = String.raw`(?:[,:]? \(?4\d\d\)?(?: otherwise| if so)?)?`

/** "409 when it is shipped already", "Returns 409 if the order is not `pending`", "409 unless it is `draft`". */
export function conditionIn(clause: string, { noun }: Vocabulary): readonly Reading[] {
  const returns = String.raw`(?:(?:returns?|answers?(?: with)?|responds(?: with)?|fails with) )?(?:an? )?(?:http )?`
  const patterns = [
    `${returns}(?<status>4\\d\\d)(?: conflict| error)?(?: is returned)?,? (?<word>if|when|while|as long as|unless) ${condition(noun)}${tail}`,
  ]
  const isAllowed = ({ word, not }: Groups): boolean => (word === 'unless') !== (not !== undefined)
  return readingOf(clause, patterns, () => true, isAllowed)
}

/** The description of a refusal: "It is shipped, delivered or cancelled", "The invoice is not a draft or has no lines". */
export function refusalIn(clause: string, { noun }: Vocabulary, status: number): readonly Reading[] {
  const readings = [clause, ...partsOf(clause)].map((part) =>
    readingOf(
      part,
      [`(?:(?:if|when) )?${condition(noun)}`],
      () => /\b(?:is|are|has|have|already|not)\b/.test(part),
      ({ not }) => not !== undefined,
    ),
  )
  const whole = readings[0] ?? []
  return (whole.length > 0 ? whole : readings.flat()).map((reading) => ({ ...reading, status }))
}

/** The parts of a refusal that each are a reason for it. */
function partsOf(clause: string): readonly string[] {
  const [first = '', ...others] = clause.split(/,? or /)
  return others.length === 0 ? [] : [first, ...others]
}

type Groups = Readonly<Record<string, string | undefined>>

/** Reads a clause by the first pattern that matches it as a whole. */
function readingOf(
  clause: string,
  patterns: readonly string[],
  isMeant: (groups: Groups) => boolean,
  isAllowed: (groups: Groups) => boolean,
): readonly Reading[] {
  if (!namesState(clause)) return []
  const groups = firstMatch(clause, patterns)
  const named = groups?.['states']
  if (groups === undefined || named === undefined || !isMeant(groups)) return []
  const isLiteral = !named.includes('⟨') || isAboutStates.test(clause) || /\bin ⟨/.test(clause)
  const code = groups['status'] ?? groups['error'] ?? groups['refusal']
  const status = code === undefined ? undefined : Number(code)
  return [{ isAllowed: isAllowed(groups), states: indexesIn(named), isLiteral, status }]
}

function firstMatch(clause: string, patterns: readonly string[]): Groups | undefined {
  for (const pattern of patterns) {
    const match = new RegExp(`^${pattern}$`, 'u').exec(clause)
    if (match?.groups) return match.groups
  }
  return undefined
}

export const indexesIn = (named: string): readonly number[] =>
  [...named.matchAll(/\d+/g)].map(([index]) => Number(index))
