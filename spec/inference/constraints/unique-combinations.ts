import { declaresStatus, type Document, type Operation, type Pointer } from '../../document.ts'
import type { Reference, Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { refusalStatements, type RefusalStatement } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../prose/words.ts'
import { withoutState, type CountedStates } from '../states/counted-states.ts'
import type { RecordWrite } from './unique-keys.ts'

/** Properties whose values, taken together, no two records of a resource below the same parent may share. */
export interface UniqueCombination {
  readonly properties: readonly string[]
  /** The declared status of the response to a duplicate, 409 or 422. */
  readonly status: number
  /** Whether it holds for every operation ("only once") rather than only for this one ("409 if enrolled already"). */
  readonly isInvariant: boolean
  /** Where the document says so: the operation, or its response. */
  readonly pointer: Pointer
}

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
const always = / (?:once|one|must be unique|(?:is|are) unique) /
const uncertain =
  / (?:not|no|never|unknown|missing|unless|while|until|active|open|pending|current|unfinished|same (?:time|day)|(?:per|a|an|every|each|in|within) (?:minute|hour|day|week|month|year)) /

/**
 * The combination that must be unique for a write to be accepted, according to the document: "A user can review a product only
 * once", "409 if the learner is enrolled already", "The combination of `region` and `name` must be unique". Undefined if nothing says
 * so, or if 409 or 422 is not declared for it.
 *
 * @param creation The operation that creates such records: if the write says nothing itself, what must be unique on creation has to
 *   stay so, provided that the write accepts one of the properties and declares the refusal.
 * @param authors References to the current user, which the server sets: "409 if you have reviewed the product already".
 */
export function uniqueCombinationOf(
  document: Document,
  write: RecordWrite,
  resource: Resource,
  creation: RecordWrite = write,
  authors: readonly Reference[] = [],
): UniqueCombination | undefined {
  const own = statedCombinationOf(document, write, resource, authors)
  if (own || creation.operation === write.operation) return own
  const stated = statedCombinationOf(document, creation, resource, authors)
  const accepted = possiblePropertiesOf(document, write.sent)
  const isKept =
    stated?.isInvariant === true &&
    declaresStatus(write.operation, stated.status) &&
    stated.properties.some((each) => accepted.has(each))
  return isKept ? stated : undefined
}

/** The same among the records in certain states: "A reader can have one active loan per book". */
export function combinationInState(
  document: Document,
  write: RecordWrite,
  resource: Resource,
): (UniqueCombination & { readonly counted: CountedStates }) | undefined {
  for (const statement of statementsOf(write.operation)) {
    const { sentence, counted } = withoutState(document, resource, statement.sentence)
    const counting = { statements: [{ ...statement, sentence }], isCounted: true }
    const found = counted && statedCombinationOf(document, write, resource, [], counting)
    if (counted && found) return { ...found, counted }
  }
  return undefined
}

function statedCombinationOf(
  document: Document,
  { operation, sent }: RecordWrite,
  resource: Resource,
  authors: readonly Reference[],
  { statements, isCounted } = { statements: statementsOf(operation), isCounted: false },
): UniqueCombination | undefined {
  const properties = possiblePropertiesOf(document, sent)
  const within = resource.operations.find(({ operationId }) => operationId === operation.id)?.within ?? []
  const owners = resource.references.filter(
    ({ property }) => !properties.has(property) && within.some((each) => each.property === property),
  )
  const parent = [...(resource.parent ? [resource.parent] : []), ...owners].map((each) => ({
    property: undefined,
    noun: nounsOf(each),
  }))
  const references = [
    ...resource.references
      .filter((each) => properties.has(each.property) && each.resource !== resource.name)
      .map((each) => ({ property: each.property, noun: nounsOf(each) })),
    ...authors
      .filter((each) => !properties.has(each.property))
      .map((each) => ({ property: each.property, noun: [...nounsOf(each), 'you'] })),
    ...parent,
  ]
  const known = new Set(references.flatMap(({ property }) => property ?? []))
  const others = resource.references.filter(
    ({ property }) => !known.has(property) && !within.some((each) => each.property === property),
  )
  const isTimed = [...properties.values()].some((node) =>
    /^(?:date|time|date-time)$/.test(String(keywordOf(document, node, 'format'))),
  )
  const subject: Subject = {
    references,
    others: others.flatMap(nounsOf),
    names: [...properties.keys()],
    isTimed,
    isCounted,
    words: [...nounOf(resource), wordsOf(operation.id)[0] ?? ''],
  }
  for (const { sentence, status, pointer } of statements)
    for (const clause of partsOf(sentence)) {
      const combined = combinationIn(clause, subject)
      if (combined) return { properties: combined, status, isInvariant: always.test(clause), pointer }
    }
  return undefined
}

/** The parts of a sentence that each are a reason, with its subject: "The book is lost, or has an active loan". */
function partsOf(sentence: string): readonly string[] {
  const [, subject = ''] = /^ ((?:the|an?|this) \w+) /.exec(sentence) ?? []
  return sentence
    .split(' or ')
    .map((part) => part.trim())
    .map((part) => (/^(?:ha|have) /.test(part) ? ` ${subject} ${part} ` : ` ${part} `))
}

/** What a clause may be about. */
interface Subject {
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

function combinationIn(clause: string, subject: Subject): readonly string[] | undefined {
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
function countedIn(clause: string, { references, words }: Subject): readonly string[] | undefined {
  const has = new RegExp(` (?:ha|have) (?:a|an|another) ${words[0] ?? ''} `)
  if (!has.test(clause) && !isRepetition(clause, words)) return undefined
  const named = references.filter(({ noun }) => noun.some((each) => clause.includes(` ${each} `)))
  const meant = named.length > 0 ? named : references.length === 1 ? references : []
  return meant.length > 0 ? meant.flatMap(({ property }) => property ?? []) : undefined
}

/** What a clause wants unique among the records of one owner: "The name must be unique within a project". */
function withinOwner(clause: string, owner: string, subject: Subject): readonly string[] | undefined {
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
const namedIn = (clause: string, { names }: Subject): readonly string[] =>
  names.filter((name) => wordsFor(name).some((words) => clause.includes(` ${words} `)))

/** The words for a property: an email may be called an address. */
const wordsFor = (name: string): readonly string[] => {
  const words = singularWordsOf(name)
  return words === 'email' ? [words, 'email address', 'address'] : [words]
}

/** The only property that a clause about the records below one parent names: "One review per email address". */
function aloneIn(clause: string, { references, names, words }: Subject): readonly string[] | undefined {
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
function listedIn(clause: string, { names, words: [noun = ''] }: Subject): readonly string[] | undefined {
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
function occupiedIn(clause: string, { names }: Subject): readonly string[] | undefined {
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
function eachOnceIn(clause: string, { references, words }: Subject): readonly string[] | undefined {
  const { noun = '', done = '' } = eachOnce.exec(clause)?.groups ?? {}
  const named = references.filter((each) => each.noun.includes(noun))
  const [{ property } = { property: undefined }, ...others] = named
  const isOfRecord = words.some((word) => isRelated(done, word))
  return property !== undefined && others.length === 0 && isOfRecord ? [property] : undefined
}

const acting = / (?:each|every|the|this|that|an?|any|one) (?<name>\w+(?: \w+)?) (?:ha|have|can|may|must) /

/** The property with whoever creates only one such record below a parent: "Each voter has one vote per poll", of a `voter`. */
function actorIn(clause: string, subject: Subject): readonly string[] | undefined {
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

/** The noun for a record, and its last word: `waiting list` and `list`. */
function nounOf({ name }: Resource): readonly string[] {
  const noun = singularNounOf(name)
  return [...new Set([noun, noun.split(' ').at(-1) ?? noun])]
}

/** The words for the records that a reference or a path leads to: `user` for `user_id`. */
const nounsOf = (reference: Pick<Reference, 'resource'> & Partial<Reference>): readonly string[] => [
  singularNounOf(reference.resource),
  ...(reference.property === undefined ? [] : [singularWordsOf(reference.property).replace(/ id$/, '')]),
]

/** The sentences about refusals, and those that demand something for which 409 is declared. */
function statementsOf(operation: Operation): readonly RefusalStatement[] {
  const { pointer } = operation
  const demands = operation.responses.some(({ status }) => status === '409')
    ? sentencesOf(operation)
        .filter((sentence) => / (?:unique|once|one) /.test(sentence))
        .map((sentence) => ({ sentence, status: 409, pointer }))
    : []
  const refusals = refusalStatements(operation).filter(
    ({ status }) => (status === 409 || status === 422) && declaresStatus(operation, status),
  )
  return [...refusals, ...demands]
}
