import type { Document, Operation, Parameter, SchemaNode } from '../../document.ts'
import type { Json } from '../../json.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import type { Resource } from '../../resources.ts'
import { endsInParameter } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { normalizedSentences, parameterDescription, sentencesOf } from '../prose/sentences.ts'
import { singularNounOf, wordsOf } from '../prose/words.ts'
import { clausesIn, clausesOf, textOf } from '../states/words/clauses.ts'
import { stateNamed, type NamedState } from '../states/words/named-states.ts'

const index = String.raw`[⟦⟨](\d+)[⟧⟩]`
const leftOut = new RegExp(
  `^(?:[\\p{L}-]+ )?${index}(?:(?:, ?(?:and |or )?| and | or )${index})*(?: [\\p{L} -]+)? (?:is|are) (?:left out|omitted|excluded|hidden|(?:never|not) (?:listed|shown|returned|included))$`,
  'u',
)

/** "Searches in all cards that are not archived" */
const restricted = new RegExp(`^(?:.* )?all \\p{L}+ (?:that|which|who) are not ${index}$`, 'u')

/** The states of records that a list leaves out without exception: "Archived and trashed cards are left out". */
export function statesLeftOut(
  document: Document,
  list: Operation,
  record: SchemaNode,
): readonly NamedState[] {
  return [...possiblePropertiesOf(document, record)].flatMap(([property, node]): readonly NamedState[] => {
    const isFlag = typesOf(document, node).has('boolean')
    const values: readonly Json[] = isFlag ? [true] : enumValues(document, node)
    const names = isFlag ? [wordsOf(property).join(' ').replace(/^is /, '')] : values.map(String)
    if (names.length === 0) return []
    const clauses = clausesOf(list, names).filter((clause) => leftOut.test(clause) || restricted.test(clause))
    return namedIn(clauses, values).map((value) => ({ property, value }))
  })
}

/**
 * The reference of the records that a list leaves out because they are below others of the same resource: the `parentId` of replies in
 * "Messages of a channel, without the replies". Undefined if it shows all.
 */
export function childrenLeftOut(
  { byId }: { readonly byId: ReadonlyMap<string, Operation> },
  list: Operation,
  { name, references, operations }: Resource,
): string | undefined {
  const sentences = sentencesOf(list)
  return references
    .filter(({ resource }) => resource === name)
    .map(({ property }) => property)
    .find((property) => {
      const below = operations.filter(({ within }) => within.some((each) => each.property === property))
      const nouns = below.flatMap(
        ({ operationId }) => singularNounOf(byId.get(operationId)?.path ?? '') || [],
      )
      return (
        below.every(({ operationId }) => operationId !== list.id) &&
        nouns.some((noun) =>
          sentences.some((each) =>
            new RegExp(` (?:without|except|excluding|but not|not) (?:the |it |any )?${noun} `).test(each),
          ),
        )
      )
    })
}

/** The values that clauses name, by the indexes that stand for them. */
const namedIn = (clauses: readonly string[], values: readonly Json[]): readonly Json[] =>
  clauses
    .flatMap((clause) => [...clause.matchAll(new RegExp(index, 'gu'))])
    .flatMap(([, at]) => {
      const value = values[Number(at)]
      return value === undefined ? [] : [value]
    })

/** "Drafts are not listed unless `status` asks for them", "Archived boards are hidden by default." */
const unlessAsked = new RegExp(leftOut.source.replace(/\$$/, ' (?:by default|unless .*)$'), 'u')

/** "Published articles only, unless a status is asked for", "Only open tickets unless `status` is given". */
const onlyUnlessAsked = new RegExp(
  `^(?:only )?${index}(?:(?:, ?(?:and |or )?| and | or )${index})* [\\p{L} -]+?(?: only)?(?: (?:is|are) (?:listed|shown|returned))?(?:,? unless .*| by default)$`,
  'u',
)

/** A state whose records a list leaves out unless the parameter asks for a state. */
export interface LeftOutByDefault extends NamedState {
  readonly parameter: Parameter
}

/** "By default, returns a list of subscriptions that have not been canceled", "If no value is supplied, all that are not archived …". */
const byDefault =
  / (?:by default|(?:if|when) no (?:value|\p{L}+) is (?:supplied|given|sent|passed|provided)) .* (?:have not been|are not) (\p{L}+) /u

/** The states that a list leaves out by default, with the parameter of the same name that asks for them. */
export function statesLeftOutByDefault(
  document: Document,
  list: Operation,
  record: SchemaNode,
): readonly LeftOutByDefault[] {
  const properties = possiblePropertiesOf(document, record)
  return queryParametersOf(list).flatMap((parameter): readonly LeftOutByDefault[] => {
    const { name } = parameter
    if (!properties.has(name)) return []
    const states = enumValues(document, properties.get(name) ?? record)
    const own = parameterDescription(document, parameter)
    const texts = [...sentencesOf(list), ...normalizedSentences(own)]
    const clauses = clausesIn(`${textOf(list)}\n\n${own}`, states.map(String))
    const shown = namedIn(
      clauses.filter((clause) => / only\b|\bonly /.test(clause) && onlyUnlessAsked.test(clause)),
      states,
    )
    const named = new Set<Json>([
      ...texts.flatMap((text) => byDefault.exec(text)?.[1] ?? []),
      ...namedIn(
        clauses.filter((clause) => unlessAsked.test(clause)),
        states,
      ),
      ...states.filter((each) => shown.length > 0 && !shown.includes(each)),
    ])
    return states.filter((state) => named.has(state)).map((value) => ({ parameter, property: name, value }))
  })
}

const nouns: Readonly<Record<string, readonly string[]>> = {
  trash: ['trashed', 'deleted'],
  bin: ['trashed', 'deleted'],
  archive: ['archived'],
}

/**
 * The state of the records at a path that ends with the name of one: `/orders/open`, `/boards/{id}/trash`. Not at one that ends with
 * what all of them are called: `/spaces/{id}/members` has those whose role is not `member`, too.
 */
export function stateAtPath(
  document: Document,
  operation: Operation,
  { name, record }: Resource,
): NamedState | undefined {
  const { path } = operation
  const last = singularNounOf(path)
  if (endsInParameter(path) || last === '' || last === singularNounOf(name)) return undefined
  const words = Object.hasOwn(nouns, last) ? (nouns[last] ?? []) : [last]
  const state = words.map((each) => stateNamed(document, record, each)).find((each) => each !== undefined)
  // Whom another user is following is not told by whom you are following.
  if (state?.value === true && path.includes('}') && last.endsWith('ing')) return undefined
  return state ?? stateTold(document, operation, record, singularNounOf(name))
}

/** The state in the words for what a list shows, at a path that names something else: "Completed visits of the guest", of the `history`. */
function stateTold(
  document: Document,
  operation: Operation,
  record: SchemaNode,
  noun: string,
): NamedState | undefined {
  const shown = new RegExp(
    `^ (?:(?:all|only|list|get|return|show|the) )*(\\w+) ${noun} (?:$|of |by |for |from |in |at )`,
    'u',
  )
  return sentencesOf(operation)
    .map((each) => stateNamed(document, record, shown.exec(each)?.[1] ?? ''))
    .find((each) => each !== undefined)
}
