import {
  declaresStatus,
  type Document,
  type Operation,
  type Pointer,
  type SchemaNode,
} from '../../document.ts'
import type { Json, JsonObject } from '../../json.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import { normalizedSentences, parameterDescription, sentencesOf } from '../prose/sentences.ts'
import { singularNounOf } from '../prose/words.ts'
import { isFinished } from '../states/words/exclusive-states.ts'
import { isEnd, stateNamed } from '../states/words/named-states.ts'
import { isStateName, timestampedEvent } from '../states/words/state-properties.ts'
import { participlesFor } from '../states/words/verb-forms.ts'

/** What says that records which refer to a record prevent its deletion. */
export interface DeletionBlocker {
  readonly pointer: Pointer
  /** Whether any such record does: "a course with enrolments", not "with active enrolments". */
  readonly isUnconditional: boolean
  /** The words before the noun of those that do, in which their states may be: `scheduled or arrived`; empty if there are none. */
  readonly states: readonly string[]
  /** Whether these are the states of those that do not: "stations that are not closed". */
  readonly isNot?: boolean
  /** Whether those that are done with do not: "The vehicle is on a trip". */
  readonly areGoingOn?: boolean
}

const possession = / (?:ha|have|contain|with|by|still|there (?:is|are)) /
const refusal = / (?:cannot|can not|not be|is not|are not|409|refuse|refused|reject|rejected|fail) /
/** "409 if events take place there", "409 if tickets of it have been sold". */
const conflictWith = (noun: string): RegExp =>
  new RegExp(` 409 (?:if|when|while|as long as) (?:any |some |there (?:is|are) )?${noun} (?!is |ha )`)
/** "Rooms still use the type", "a type that rooms refer to", "a type used by rooms", "the driver is assigned to a vehicle". */
const referring = (noun: string): RegExp =>
  new RegExp(
    `^ (?:any |some |one or more )?${noun} (?:that are (?:not )?\\w+ )?(?:still )?(?:use|refer to|reference|belong to|depend on|take place (?:at|in)|(?:are|is) (?:held|planned|scheduled) (?:at|in)) (?:it|(?:the|this) \\w+) $|` +
      ` (?:that (?:any |some )?(?:\\w+ (?:or|and) )?${noun} (?:(?:or|and) \\w+ )?(?:still )?(?:refer to|belong to|use)|(?:used|referred to|referenced) by (?:any |some )?(?:\\w+ (?:or|and) )?${noun}(?: (?:or|and) \\w+)? (?:cannot|can not|may not|must not)) |` +
      ` (?:is|are) (?:still |currently |already )?(?:assigned to|attached to|linked to|enrolled in|registered for|booked on|listed in|included in|contained in|part of|a member of|associated with|used by|used in|in use by|in use in) (?:an? |any |another |some |one or more |at least one )?${noun} $`,
  )
/** "A session is active at the connector." */
const presence = (noun: string): RegExp =>
  new RegExp(
    ` (?:an? |any |another |one |some )?${noun} (?:is|are) (?:still |currently )?(?<state>(?:(?:on|in|under|out) )?\\w+)(?: (?:at|on|in|for|with|of|by|from) (?:it|(?:the|this) \\w+))? $`,
  )
/** "The vehicle is on a trip." */
const engagement = (noun: string): RegExp =>
  new RegExp(` (?:is|are) (?:still |currently |already )?(?:on|in|at) (?:an? |another |some )?${noun} $`)
/** "Students are enrolled", "the student is enrolled in a course", of enrollments. */
const involvement = (noun: string): RegExp =>
  new RegExp(
    `^(?:.* 409 (?:if|when|while|as long as))? (?:[a-z]+ ){1,5}?(?:is|are) (?:still |currently |already )?(?:${[...participlesFor(noun)].join('|')})(?: (?:in|for|on|at|to|with) (?:it|(?:an?|any|the|this) \\w+))? $`,
  )
/** "Can only be deleted if it has no orders", "only plans without subscriptions can be deleted". */
const onlyIf =
  / (?:can|may) only be (?:deleted|removed) (?:if|when|while|as long a|once) (?:it|they|there|the \w+) (?:ha|have|is|are) no (?:more )?(.+?) $/
const onlyWithout = /^ only (.+) without (?:any )?(.+?) (?:can|may) be (?:deleted|removed) $/
/** "Only empty shelves can be deleted", "the shelf must be empty". */
const onlyEmpty =
  / (?:only empty \w+(?: \w+)? (?:can|may) be (?:deleted|removed)|(?:can|may) only be (?:deleted|removed) (?:if|when|while|once) (?:it|they|the \w+) (?:is|are) empty|must be empty) /
/** What is said of records after the deletion: "cannot be used for trips any more". */
const afterwards = / (?:any ?more|any longer|afterwards|from then on|used for) /
const absence = / (?:no|without|unless) /
const nonEmpty = / (?:not empty|non empty|not yet empty) /
const condition =
  / (?:if|when|while|only|until|may|might|active|open|pending|that are(?: not)? \w+ (?:still )?(?:use|refer to|reference|belong to)) /

/**
 * Reads from a deletion that declares or names 409 whether records of another resource prevent it: "A course with enrolments cannot be
 * deleted", or the description of 409, "The category still has pets". Undefined if nothing says so.
 *
 * @param referrer The name of the resource whose records refer to the deleted one, a path.
 */
export function deletionBlocker(deletion: Operation, referrer: string): DeletionBlocker | undefined {
  const conflict = deletion.responses.find(({ status }) => status === '409')
  const isNamed = sentencesOf(deletion).some((sentence) => sentence.includes(' 409 '))
  if (conflict === undefined && !(isNamed && declaresStatus(deletion, 409))) return undefined
  const { description = '', pointer = deletion.pointer } = conflict ?? {}
  const conflicts = normalizedSentences(withAlternatives(description))
  // Which records a container must not have is left open.
  if (
    conflicts.some((sentence) => nonEmpty.test(sentence)) ||
    sentencesOf(deletion).some((sentence) => onlyEmpty.test(sentence))
  )
    return { pointer, isUnconditional: false, states: [] }
  const noun = singularNounOf(referrer)
  const statements = [
    ...conflicts
      .filter((sentence) => !/ not /.test(sentence) || otherThan(noun).test(sentence))
      .map((sentence) => ({ sentence, pointer })),
    ...sentencesOf(deletion)
      .map((sentence) =>
        sentence
          .replace(onlyIf, ' with $1 cannot be deleted ')
          .replace(onlyWithout, ' $1 with $2 cannot be deleted '),
      )
      .filter((sentence) => refusal.test(sentence) && !afterwards.test(sentence))
      .map((sentence) => ({ sentence, pointer: deletion.pointer })),
  ].filter(
    ({ sentence }) =>
      !absence.test(sentence) &&
      (involvement(noun).test(sentence) ||
        (sentence.includes(` ${noun} `) &&
          [possession, conflictWith(noun), referring(noun), presence(noun), engagement(noun)].some((each) =>
            each.test(sentence),
          ))),
  )
  const [first] = statements
  const unconditional = statements.find(
    ({ sentence }) =>
      namesAny(sentence, noun) || (referring(noun).test(sentence) && !condition.test(sentence)),
  )
  if (!first) return undefined
  const other = unconditional ? undefined : otherThan(noun).exec(first.sentence)?.groups?.['state']
  const states = unconditional ? [] : other === undefined ? statesIn(first.sentence, noun) : [other]
  return {
    pointer: (unconditional ?? first).pointer,
    isUnconditional: unconditional !== undefined,
    states,
    isNot: other !== undefined,
    areGoingOn: [engagement(noun), involvement(noun)].some((each) => each.test(first.sentence)),
  }
}

/**
 * Reads from an action that names 409 whether records of another resource prevent it: "409 while a session is active at it". Unlike a
 * deletion, an action may need them.
 */
export function actionBlocker(action: Operation, referrer: string): DeletionBlocker | undefined {
  const noun = singularNounOf(referrer)
  const isPrevented = sentencesOf(action).some((each) => prevention.test(each) && each.includes(` ${noun} `))
  return isPrevented ? deletionBlocker(action, referrer) : undefined
}

const prevention = / (?:409|refused(?: with 409)?|rejected(?: with 409)?) (?:if|when|while|as long as) /

/**
 * The flag without which a deletion is refused while a record has others below it (https://google.aip.dev/135): "If set to true, any books
 * of this publisher will also be deleted. (Otherwise, the request will only work if the publisher has no books.)"
 */
export function forcingParameter(document: Document, deletion: Operation, below: string): string | undefined {
  const noun = singularNounOf(below)
  return queryParametersOf(deletion).find((parameter) =>
    normalizedSentences(parameterDescription(document, parameter)).some(
      (each) => / otherwise .* only .* ha no /.test(each) && each.includes(` ${noun} `),
    ),
  )?.name
}

/** "Stations that are not closed". */
const otherThan = (noun: string): RegExp =>
  new RegExp(
    ` ${noun} (?:that|which|who) are not (?<state>\\w+) (?:$|(?:still )?(?:use|refer to|reference|belong to) )`,
  )

/**
 * Whether a record prevents the deletion: any one does, or only those in the states that the document names.
 *
 * @param schema The schema of the records.
 */
export function preventsDeletion(
  document: Document,
  { states, isNot = false, areGoingOn = false }: DeletionBlocker,
  schema: SchemaNode,
): (record: JsonObject) => boolean {
  if (areGoingOn) return isGoingOn
  const named = states.map((words): ((record: JsonObject) => boolean) => {
    const state = stateNamed(document, schema, words)
    if (state) return (record) => (record[state.property] === state.value) !== isNot
    return unfinished.test(words) && !isNot ? isOpen : () => true
  })
  return (record) => named.length === 0 || named.some((prevents) => prevents(record))
}

/** Words for what is going on that need not be those of a state: "open purchase orders". */
const unfinished = /^(?:open|ongoing|outstanding|unfinished|current|running)$/

/** What has come, or has been paid, is no longer open, although something else may follow. */
const isOpen = (record: JsonObject): boolean =>
  isGoingOn(record) && !Object.entries(record).some(([name, state]) => isStateName(name) && isDone(state))

const isDone = (state: Json): boolean =>
  typeof state === 'string' && /^(?:received|delivered|returned|paid)$/i.test(state)

const isGoingOn = (record: JsonObject): boolean =>
  !Object.entries(record).some(([name, value]) =>
    isStateName(name) ? isFinished(value) : value !== null && isEnd(timestampedEvent(name) ?? ''),
  )

/**
 * The word for the state after the noun and its verb; else the words between the verb and the noun, if they are joined like states: "who
 * have scheduled or arrived appointments".
 */
function statesIn(sentence: string, noun: string): readonly string[] {
  const joined = new RegExp(
    ` (?:ha|have|with|there (?:is|are)) (?:any |an? )?(\\w+(?: (?:or|and) \\w+)*) ${noun} (?!that |which |in )`,
    'u',
  )
  const plain = withoutConjunction(sentence)
  const isPlain = !/ (?:if|when|while|only|until|unless|may|might) /.test(plain)
  const told = new RegExp(` ${noun} that (?:is|are) (?!not )(.+?) (?:or (?:if|when) .*)?$`).exec(
    sentence,
  )?.[1]
  if (told !== undefined) return told.split(' or ')
  const state = presence(noun).exec(sentence)?.groups?.['state']
  if (state !== undefined && !/ (?:only|until|unless|may|might) /.test(sentence)) return [state]
  return isPlain ? (joined.exec(plain)?.[1]?.split(/ (?:or|and) /) ?? []) : []
}

const several = /\b(has|have|with) ((?:[a-z]+s, )*[a-z]+s),? or ([a-z]+s)\b/i

/** The text with a sentence of its own for each of several nouns: "It has orders, carts or reviews". */
function withAlternatives(text: string): string {
  return text
    .split(/(?<=[.;])\s+/)
    .flatMap((sentence) => {
      const [, verb = '', first = '', last = ''] = several.exec(sentence) ?? []
      return verb === ''
        ? [sentence]
        : [...first.split(', '), last].map((noun) => `${sentence.replace(several, `${verb} ${noun}`)}.`)
    })
    .join(' ')
}

const withoutConjunction = (sentence: string): string =>
  sentence.replace(/ (?:if|when|while|as long as) (?=it |the |there )/, ' ')

/** Whether nothing stands between the verb and the noun that could narrow it down. */
const namesAny = (sentence: string, noun: string): boolean =>
  !condition.test(withoutConjunction(sentence)) &&
  new RegExp(
    ` (?:ha|have|contain|with|there (?:is|are)) (?:still )?(?:any |an? |existing |at least one |one or more )?` +
      `(?:\\w+ or )?${noun} (?:or \\w+ )?(?!that |which |in (?!it |the \\w+ $))`,
  ).test(sentence)
