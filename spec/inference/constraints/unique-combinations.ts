import { declaresStatus, type Document, type Operation, type Pointer } from '../../document.ts'
import type { Reference, Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { refusalStatements, type RefusalStatement } from '../prose/refusal-statements.ts'
import { sentencesOf } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../prose/words.ts'
import { withoutState, type CountedStates } from '../states/counted-states.ts'
import { combinationIn, type ClauseSubject } from './combination-clauses.ts'
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

const always = / (?:once|one|must be unique|(?:is|are) unique) /

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
  const subject: ClauseSubject = {
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
