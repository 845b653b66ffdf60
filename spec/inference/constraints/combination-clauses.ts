import { singularWordsOf } from '../prose/words.ts'

const combination = / (?:combination|pair) (?:of )?/
/** "Names are unique within a city". */
const withinOther =
  / (?:unique|only once) (?:(?:within|in|per|for|inside) (?:a|an|the|each|every|one|the same|it)|per) (?<owner>\w+) /
/** "One review per email address". */
const onePer =
  / (?:only |at most |just )?one (?<noun>\w+(?: \w+)?) (?:per|for each|for every) (?<per>[a-z]+(?: [a-z]+)?) /
/** "409 if the address is on it already", "The address is already on the list", "The topic is already recorded for this talk". */
const onItAlready =
  /(?: (?:if|when)|^) (?:the|this|that) (?<name>\w+(?: \w+)?) (?:is|ha been) (?:(?:on|in) (?:it|the \w+(?: \w+)?) already|already (?:(?:listed|recorded|added|noted|entered|saved|present) )?(?:on|in|for|to|with|among) (?:it|(?:the|this|that) \w+(?: \w+)?)) /
/** "The poll has this option already", of options that are told apart by their only property. */
const hasItAlready = / (?:ha|have|contain) (?:this|that|the|such an?|the same) (?<noun>\w+(?: \w+)?) already /
/** "An email address can be on the waiting list only once". */
const onItOnce =
  / (?:an?|the|each|every|one) (?<name>\w+(?: \w+)?) (?:can|may|must) (?:only )?(?:be (?:(?:added|entered|listed|registered) )?(?:on|in|to)|join|appear (?:on|in)|enter) (?:the |an? |it )?(?<rest>.*?)(?:(?:only|just|at most) )?once $/
/** "Each booking can be reviewed once", not "by each user". */
const eachOnce =
  / (?:each|every|an?) (?<noun>\w+(?: \w+)?) (?:can|may|must) (?:only )?be (?<done>\w+) (?:(?:only|just|at most|exactly) )?once(?! (?:per|by|for|a|an|each|every) ) /
const taken = / (?:unique|exist|taken|duplicate|in use|already) /
const once = / (?:(?:only|just|at most|exactly) once|once (?:per|for each|for every|by each)|once(?= $)) /
const besideAlready = [
  / (\w+) already /,
  / already (?:been )?(\w+) /,
  / (?:ha|have) (\w+) .*(?:already|before) /,
]
const uncertain =
  / (?:not|no|never|unknown|missing|unless|while|until|active|open|pending|current|unfinished|same (?:time|day)|(?:per|a|an|every|each|in|within) (?:minute|hour|day|week|month|year)) /

/** What a clause may be about. */
export interface ClauseSubject {
  /** References of the record, and its parent, which has no property. */
  readonly references: readonly { readonly property: string | undefined; readonly noun: readonly string[] }[]
  /** The nouns of further references. */
  readonly others: readonly string[]
  readonly names: readonly string[]
  /** Whether clients send dates or times, which may be a part of what must be unique. */
  readonly isTimed: boolean
  /** Whether only records in a certain state count. */
  readonly isCounted: boolean
  /** The noun for the record, and the verb for its creation. */
  readonly words: readonly string[]
}

/** The properties that a clause wants unique together: "A user can review a product only once"; undefined if it wants none. */
export function combinationIn(clause: string, subject: ClauseSubject): readonly string[] | undefined {
  if (uncertain.test(clause)) return undefined
  const owner = withinOther.exec(clause)?.groups?.['owner']
  if (owner !== undefined) return withinOwner(clause, owner, subject)
  const alone = aloneIn(clause, subject)
  if (alone) return alone
  if (combination.test(clause) && taken.test(clause)) {
    const named = subject.names.filter((name) => clause.includes(` ${singularWordsOf(name)} `))
    return named.length > 1 ? named : undefined
  }
  const referred = eachOnceIn(clause, subject)
  if (referred) return referred
  const listed = listedIn(clause, subject) ?? occupiedIn(clause, subject)
  if (listed) return listed
  if (subject.isCounted) return countedIn(clause, subject)
  if (subject.isTimed || !isRepetition(clause, subject.words)) return undefined
  const actor = actorIn(clause, subject)
  if (actor) return actor
  const named = subject.references.filter(({ noun }) => noun.some((each) => clause.includes(` ${each} `)))
  // A clause that names one of two references means the other one too: "409 if the learner is enrolled already".
  const isOfOthers = subject.others.some((each) => clause.includes(` ${each} `))
  const isPair = subject.references.length === 2 && named.length > 0 && !isOfOthers
  const meant = isPair ? subject.references : named
  const combined = meant.flatMap(({ property }) => property ?? [])
  return meant.length > 1 && combined.length > 0 ? combined : undefined
}

/**
 * The references that records in a state must not share: the only one that a clause names, "The reader has an active loan already", or
 * all that it names. If it names none, the only one that there is. None below a parent, which alone may have one such record.
 */
function countedIn(clause: string, { references, words }: ClauseSubject): readonly string[] | undefined {
  const has = new RegExp(` (?:ha|(?<!must )have) (?:(?:only |at most )?one|a|an|another) ${words[0] ?? ''} `)
  if (!has.test(clause) && !isRepetition(clause, words)) return undefined
  const named = references.filter(({ noun }) => noun.some((each) => clause.includes(` ${each} `)))
  const meant = named.length > 0 ? named : references.length === 1 ? references : []
  return meant.length > 0 ? meant.flatMap(({ property }) => property ?? []) : undefined
}

/** What a clause wants unique among the records of one owner: "The name must be unique within a project". */
function withinOwner(clause: string, owner: string, subject: ClauseSubject): readonly string[] | undefined {
  const named = namedIn(clause, subject)
  const owners = subject.references.filter(({ noun }) => noun.includes(owner))
  // The records below one parent are told apart by their path.
  const isInPath = owners.some(({ property }) => property === undefined)
  const referred = owners.find(({ property }) => property !== undefined)?.property
  if (referred !== undefined && !isInPath && named.length === 1)
    return named.includes(referred) ? undefined : [referred, ...named]
  const areListed = named.length === 2 && / and \w+(?: \w+)? (?:must be|is|are) unique /.test(clause)
  return named.length === (isInPath ? 1 : 2) || (isInPath && areListed) ? named : undefined
}

/** The properties that a clause names. */
const namedIn = (clause: string, { names }: ClauseSubject): readonly string[] =>
  names.filter((name) => wordsFor(name).some((words) => clause.includes(` ${words} `)))

/** The words for a property: an email may be called an address. */
const wordsFor = (name: string): readonly string[] => {
  const words = singularWordsOf(name)
  return words === 'email' ? [words, 'email address', 'address'] : [words]
}

/** The only property that a clause about the records below one parent names: "One review per email address". */
function aloneIn(clause: string, { references, names, words }: ClauseSubject): readonly string[] | undefined {
  if (!references.some(({ property }) => property === undefined)) return undefined
  if (names.length === 1 && words.includes(hasItAlready.exec(clause)?.groups?.['noun'] ?? '')) return names
  const { noun, per = '' } = onePer.exec(clause)?.groups ?? {}
  const { name: once, rest = '' } = onItOnce.exec(clause)?.groups ?? {}
  const isOnList = words.some((word) => ` ${rest}`.startsWith(` ${word} `))
  const wanted =
    noun !== undefined && words.includes(noun)
      ? per
      : (onItAlready.exec(clause)?.groups?.['name'] ?? (isOnList ? once : undefined))
  const named = names.filter((name) => wordsFor(name).includes(wanted ?? ''))
  return named.length === 1 ? named : undefined
}

/**
 * The properties that a clause lists: "There is a budget for this category and month already", "At most one budget for each category
 * and month".
 */
function listedIn(
  clause: string,
  { names, words: [noun = ''] }: ClauseSubject,
): readonly string[] | undefined {
  const shared = new RegExp(
    ` (?:a|an|another) ${noun} (?:for|with|of|in|on) (?:this|the|that|these|the same) (.+) `,
  )
  const [, onlyOne] =
    new RegExp(` (?:only|at most|just) one ${noun} (?:per|for each|for every) (.+?) (?:409 )?$`).exec(
      clause,
    ) ?? []
  const list = onlyOne ?? shared.exec(clause)?.[1]?.replace(inTheSame, ' and $<rest>')
  const isTold = onlyOne !== undefined || / (?:already|exist|taken) | there is /.test(clause)
  if (list === undefined || !isTold) return undefined
  const nouns = list.replace(/ (?:already|exist)\b.*$/, '').split(/ and (?:this |the |that )?/)
  const named = nouns.map((each) =>
    names.find((name) => singularWordsOf(name).replace(/ id$/, '') === each.trim()),
  )
  return named.length > 1 && named.every((name) => name !== undefined) ? named : undefined
}

/** "This slot of the day is taken already". */
const occupied =
  / (?:the|this|that) (?<part>\w+) (?:of|on|in|at|for) (?:the|this|that|the same) (?<whole>\w+) (?:is|ha been) (?:already )?(?:taken|occupied|booked|reserved|in use) /

/** The two properties that together are taken, a `slot` of a `date`. */
function occupiedIn(clause: string, { names }: ClauseSubject): readonly string[] | undefined {
  const { part, whole } = occupied.exec(clause)?.groups ?? {}
  const named = [part, whole].flatMap((noun) => names.find((name) => isCalled(name, noun)) ?? [])
  return named.length === 2 && named[0] !== named[1] ? named : undefined
}

const isCalled = (name: string, noun: string | undefined): boolean => {
  const words = singularWordsOf(name)
  return words === noun || words === `${noun ?? ''} id` || (noun === 'day' && words === 'date')
}

/** "… with this code already exists in the same year". */
const inTheSame = / (?:already )?exist (?:in|for|on|at|within) (?:the )?same (?<rest>.+)$/

/** The only reference to a record that such a one is created for once: "Each booking can be reviewed once". */
function eachOnceIn(clause: string, { references, words }: ClauseSubject): readonly string[] | undefined {
  const { noun = '', done = '' } = eachOnce.exec(clause)?.groups ?? {}
  const named = references.filter((each) => each.noun.includes(noun))
  const [{ property } = { property: undefined }, ...others] = named
  const isOfRecord = words.some((word) => isRelated(done, word))
  return property !== undefined && others.length === 0 && isOfRecord ? [property] : undefined
}

const acting = / (?:each|every|the|this|that|an?|any|one) (?<name>\w+(?: \w+)?) (?:ha|have|can|may|must) /

/** The property with whoever creates only one such record below a parent: "Each voter has one vote per poll", of a `voter`. */
function actorIn(clause: string, subject: ClauseSubject): readonly string[] | undefined {
  const name = acting.exec(clause)?.groups?.['name'] ?? ''
  const isReference = subject.references.some(({ noun }) => noun.includes(name))
  const isBelow = subject.references.some(({ property }) => property === undefined)
  const named = subject.names.filter((each) => wordsFor(each).includes(name))
  return isBelow && !isReference && named.length === 1 ? named : undefined
}

/** Whether a clause says that such a record is not created twice. */
function isRepetition(clause: string, words: readonly string[]): boolean {
  const noun = words[0] ?? ''
  const isOfRecord = clause.split(' ').some((word) => words.some((each) => isRelated(word, each)))
  if (once.test(clause) || new RegExp(` one ${noun} (?:per|for each|for every) `).test(clause))
    return isOfRecord
  return besideAlready
    .flatMap((pattern) => pattern.exec(clause)?.[1] ?? [])
    .some(
      (word) =>
        words.some((each) => isRelated(word, each)) || (/^(?:exist|ha|have|a|an)$/.test(word) && isOfRecord),
    )
}

/** Whether two words are of one family, as `enrolled` and `enrolment` are. */
function isRelated(word: string, other: string): boolean {
  let length = 0
  while (length < word.length && word[length] === other[length]) length += 1
  return length >= 4 && length >= Math.min(word.length, other.length) - 3
}
