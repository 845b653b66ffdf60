import {
  declaresStatus,
  type Document,
  type Operation,
  type Pointer,
  type SchemaNode,
} from '../../document.ts'
import { operationsOf } from '../../operations.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { refusalStatements, type RefusalStatement } from '../prose/refusal-statements.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { recordNounOf, singularWordsOf } from '../prose/words.ts'
import { anyCase, isLowered } from './letter-case.ts'

/** A property whose value no two records of a resource may share. */
export interface UniqueKey {
  readonly property: string
  /** The declared status of the response to a duplicate: 409, 422 or 400. */
  readonly status: number
  /** Whether values that differ only in case count as equal. */
  readonly ignoresCase: boolean
  /** Whether it holds for every operation ("must be unique") rather than only for this one ("409 if taken"). */
  readonly isInvariant: boolean
  /** Where the document says so: the operation, its response, or the property's schema. */
  readonly pointer: Pointer
}

/** An operation that sends a record, and the schema of the record in its request body. */
export interface RecordWrite {
  readonly operation: Operation
  readonly sent: SchemaNode
}

const somebody = '(?:another(?: \\w+){1,4}?|(?:a|an)(?: other)? \\w+|somebody|someone)(?: else)?'
const same = '(?:this|that|the same|it)'
const taken = new RegExp(
  ` (?:exist|taken|duplicate|in use|unique|already (?:been )?(?:use|used|registered|exist|known|ha)|(?:ha|have) (?:already been (?:recorded|added|entered)|been (?:recorded|added|entered) already)|another \\w+(?: of the (?:same )?\\w+)? (?:ha|with)|with ${same} \\w+(?: \\w+)? already|${somebody} (?:already )?(?:ha|have|use?|with|is registered with) ${same}|ha (?:a|an|another) \\w+ with ${same}|there is (?:already )?(?:a|an|another) \\w+(?: \\w+)? (?:of|with) ${same}) `,
)
const ofItsOwn = /(?:every|each) \w+ (?:ha|have) (?:a|an|its|their) .* of (?:it|its|their) own/
const shared =
  /no two \w+(?: \w+)??(?: of (?:a|an|the|one|the same) \w+)? (?:(?:may|can|must|shall) )?(?:ever )?(?:share|have) (?:a|an|the|the same|their)/
/** What demands that a value is unique, whatever the request. */
const unique = new RegExp(
  ` (?:(?:be|is|are|globally) (?:globally )?unique|${ofItsOwn.source}|${shared.source}) `,
)
/** "The username must not be taken." */
const notTaken =
  / (?:must|may) not (?:already |yet )?(?:be (?:already )?(?:taken|in use|used)|exist)(?: already| yet)? /
/** "An email address can be registered only once." */
const onlyOnce =
  / (?:can|may|must) (?:only )?be (?:use|used|registered|taken|assigned|chosen) (?:only |just |at most )?once (?!per |for |by |in |within |a |an |each |every )/
/** "There can be only one payee per IBAN", for the noun of the records. */
const onlyOne = (noun: string): RegExp =>
  new RegExp(
    ` there (?:is|can be|may be|must be) (?:only|at most|just) one (?:${noun}|${noun.split(' ').at(-1) ?? noun}) (?:per|for each|for every) (\\w+(?: (?!and |or )[a-z]+)?)(?= (?:409 )?$).*`,
  )

/** "The email belongs to another driver", for the noun of the records. */
const belonging = (noun: string): RegExp => new RegExp(` belong to (?:another|a different) ${noun} `)

const startsUnique = /^ (?:an? |the |globally )?unique /
const absent = / (?:not|no(?! two )|unknown|missing|(?:must|(?:have|ha|need) to) (?:already )?exist) /
// Unique among some records only: which ones cannot be told reliably.
const scoped =
  / (?:unique (?:per|within|for|in(?! (?:any|either) case )|to|among|across)|exist (?:in|for|on|at|within) (?:the )?same) /
/** What all records of one client belong to, unless it is a resource itself. */
const whole =
  / unique (?:within|for|in|among|across) (?:the |your |an? |this |each |all )?(?:whole )?(company|account|organi[sz]ation|workspace|tenant|system|platform|shop|store|service|site|app|application|library|group|catalog(?:ue)?) /

/**
 * The properties that must each be unique for an operation to accept a request, according to the document: "409 if the email is taken",
 * "The slug must be unique", or of an integer, "the station has a connector with this number". Leaves out what is ambiguous, and what
 * none of 409, 422 and 400 is declared for.
 *
 * @param record The schema of the record in responses.
 * @param creation The operation that creates such records: if the write says nothing itself, what must be unique on creation has to
 *   stay so, provided that the write accepts the property and declares the refusal.
 */
export function uniqueKeysOf(
  document: Document,
  record: SchemaNode,
  write: RecordWrite,
  creation: RecordWrite = write,
): readonly UniqueKey[] {
  const own = statedKeysOf(document, record, write)
  if (own.length > 0 || creation.operation === write.operation) return own
  return keptKeysOf(document, record, write, creation).filter(({ isInvariant }) => isInvariant)
}

/** What must be unique on creation, and is likely to have to stay so: a change accepts it, and declares the refusal. */
export function keptKeysOf(
  document: Document,
  record: SchemaNode,
  write: RecordWrite,
  creation: RecordWrite,
): readonly UniqueKey[] {
  const accepted = possiblePropertiesOf(document, write.sent)
  return statedKeysOf(document, record, creation).filter(
    ({ property, status }) => accepted.has(property) && declaresStatus(write.operation, status),
  )
}

function statedKeysOf(
  document: Document,
  record: SchemaNode,
  { operation, sent }: RecordWrite,
): readonly UniqueKey[] {
  const statements = statementsOf(document, operation)
  const told = sentencesOf(operation)
  const recordProperties = possiblePropertiesOf(document, record)
  const isText = ([, node]: readonly [string, SchemaNode]): boolean => typesOf(document, node).has('string')
  const keys = [...possiblePropertiesOf(document, sent)].filter(
    ([property, node]) =>
      (isText([property, node]) || typesOf(document, node).has('integer')) &&
      enumValues(document, node).length === 0 &&
      recordProperties.has(property),
  )
  const all = keys.map(([property]) => property)
  const texts = keys.filter(isText).map(([property]) => property)
  return keys.flatMap(([property, node]): readonly UniqueKey[] => {
    const about = statements.filter(({ sentence }) =>
      texts.includes(property)
        ? isNamedIn(sentence, property, texts)
        : isNamedIn(sentence, property, all) && isSameIn(sentence, property),
    )
    const statement = about[0] ?? propertyStatement(document, operation, node)
    if (!statement) return []
    const { status, pointer } = statement
    const sentences = about.map(({ sentence }) => sentence)
    const own = normalizedSentences(schemaDescription(document, node))
    const onRefusal = sentencesOfRefusal(operation, status).filter((each) => isNamedIn(each, property, all))
    return [
      {
        property,
        status,
        pointer,
        ignoresCase: [...sentences, ...own, ...told, ...onRefusal].some(
          (text) => anyCase.test(text) || isLowered(text),
        ),
        isInvariant:
          [statement.sentence, ...sentences].some((text) => unique.test(text) || soToo.test(text)) ||
          own.some((text) => startsUnique.test(text)),
      },
    ]
  })
}

/** "The code is taken. Codes are compared without regard to case." */
const sentencesOfRefusal = ({ responses }: Operation, status: number): readonly string[] =>
  responses
    .filter((response) => response.status === String(status))
    .flatMap(({ description }) => normalizedSentences(description))

/** Sentences in which each of several names is meant on its own: "409 if the email or the handle is taken". */
const eachOf = / or | (?:each|both) (?:of .* )?(?:be |are )?unique /
const together = / (?:combination|pair|together) /

/** Whether a sentence about what must be unique is about this name, and not about several names together. */
function isNamedIn(sentence: string, property: string, names: readonly string[]): boolean {
  const wordsOfNamed = names
    .map(singularWordsOf)
    // "A resource being created" does not mean the property `created`.
    .filter((words) => sentence.replaceAll(` being ${words} `, ' ').includes(` ${words} `))
  const own = singularWordsOf(property)
  // `name` is not meant by "the user name" if there is a `userName`.
  const meant = wordsOfNamed.filter((words) => !wordsOfNamed.some((other) => other.includes(` ${words}`)))
  const isClear = (meant.length === 1 || eachOf.test(sentence)) && !together.test(sentence)
  return isClear && meant.includes(own)
}

/** Whether a sentence speaks of records with the same value: "with this number". That "seats are taken" need not be about numbers. */
const isSameIn = (sentence: string, property: string): boolean =>
  new RegExp(` (?:this|that|the same|the given) ${singularWordsOf(property)} `).test(sentence)

/** "So are email addresses", after a sentence about what is unique. */
const soToo = /^ so (?:are|is|must) /

/** The sentences of an operation and its responses that say values must be unique. */
function statementsOf(document: Document, operation: Operation): readonly RefusalStatement[] {
  const { path, pointer } = operation
  const status = conflictOf(operation)
  // Among records below another one, "only one per name" means within that.
  const onlyOnePer = path.includes('{') ? undefined : onlyOne(recordNounOf(path))
  const told = sentencesOf(operation)
    .map((each) => each.replace(notTaken, ' must be unique ').replace(onlyOnce, ' must be unique '))
    .map((each) => (onlyOnePer ? each.replace(onlyOnePer, ' $1 must be unique ') : each))
  const demands = told.flatMap((sentence, index, all) => {
    const isUnique = unique.test(sentence) || (soToo.test(sentence) && unique.test(all[index - 1] ?? ''))
    return status !== undefined && isUnique ? [{ sentence, status, pointer }] : []
  })
  const refusals = refusalStatements(operation)
    .flatMap((each) =>
      each.sentence.split(/ or (?=ha )/).map((part) => ({ ...each, sentence: ` ${part.trim()} ` })),
    )
    .filter(({ sentence }) => taken.test(sentence) || belonging(recordNounOf(path)).test(sentence))
  return [...demands, ...refusals].filter(
    (each) =>
      isConflict(operation, each.status) &&
      !absent.test(each.sentence) &&
      !isScoped(document, operation, each.sentence),
  )
}

/** Whether a sentence says that values are unique among some records only: not among all of a kind, "among the staff". */
function isScoped(document: Document, { path }: Operation, sentence: string): boolean {
  const kind = recordNounOf(path)
  if (new RegExp(` unique (?:in|to|among|across) (?:all )?(?:the )?${kind} `).test(sentence)) return false
  const scope = whole.exec(sentence)?.[1]
  const isResource = operationsOf(document).operations.some(({ path }) =>
    path.split('/').some((segment) => singularWordsOf(segment) === scope),
  )
  return scoped.test(sentence) && (scope === undefined || isResource)
}

/** The sentence in a property's description that says it must be unique: "Must be unique." */
function propertyStatement(
  document: Document,
  operation: Operation,
  node: SchemaNode,
): RefusalStatement | undefined {
  const status = conflictOf(operation)
  const sentence = normalizedSentences(schemaDescription(document, node)).find(
    (each) =>
      (/ (?:must be|is|be) (?:globally )?unique /.test(each) || each.startsWith(' unique ')) &&
      !absent.test(each) &&
      !isScoped(document, operation, each),
  )
  return sentence === undefined || status === undefined
    ? undefined
    : { sentence, status, pointer: `${node.pointer}/description` }
}

const isConflict = (operation: Operation, status: number): boolean =>
  [409, 422, 400].includes(status) && declaresStatus(operation, status)

const conflictOf = ({ responses }: Operation): number | undefined =>
  responses.some(({ status }) => status === '409') ? 409 : undefined
