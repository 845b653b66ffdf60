import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Resource, ResourceModel } from '../../resources.ts'
import { lastPart, pathAbove } from '../../routing/path-template.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { getOrInsertComputed } from '../../util/memo.ts'
import { responseSchema } from '../bodies/content.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { singular, singularNounOf, singularWords, singularWordsOf, wordsOf } from '../prose/words.ts'
import { referencedNoun } from '../references/names.ts'
import { namedStates, type NamedState } from '../states/words/named-states.ts'
import { countedNoun, countWords } from './counts.ts'

/**
 * A number in a response of its own that counts records: `orders` or `openOrders` of `GET /stats`, `count` of `GET /orders/count`,
 * `issues` of `GET /projects/{id}/stats`.
 */
export interface Total {
  /** The property names that lead to the number. */
  readonly path: readonly string[]
  readonly resource: Resource
  /** The record in the path, to which those counted belong; undefined if all are counted. */
  readonly owner: TotalOwner | undefined
  /** The state of the records that it counts; undefined if it counts all of them. */
  readonly state: NamedState | undefined
  /** Whether its description says so: "Number of open orders". */
  readonly isDescribed: boolean
}

interface TotalOwner {
  readonly resource: Resource
  /** The property by which the records refer to it; undefined if they are in a collection below it. */
  readonly property: string | undefined
}

type Counted = Pick<Total, 'resource' | 'owner' | 'state'>

/** What a total may count, by the singular noun: records of one resource, and those in one of their states. */
type Countable = ReadonlyMap<string, Counted>

/** Words of paths whose responses count. */
export const statistics: ReadonlySet<string> = new Set(
  'stat statistic summary count total overview metric dashboard report'.split(' '),
)

// A number for a time, a limit, or one that need not be exact.
const other =
  / (?:last|past|per|today|daily|day|week|weekly|month|monthly|year|hour|minute|since|recent|recently|cache[d]?|approximate|approximately|estimate[d]?|eventually|periodically|max|maximum|limit|quota|allowed|remaining|available|unique|distinct|average|not counted|not included) /

/**
 * The totals in the response of a GET that reads no resource but perhaps a singleton of its own. Its path may lead through one record:
 * it then counts the records below that one, or those that refer to it.
 * @param mayBeCached whether to include the values of objects that are named as counts, which often tell when they were counted,
 *   all that are called so, `productCount`, although the response is not one of statistics, and numbers of what is listed only below others
 */
export function totalsOf(
  document: Document,
  model: ResourceModel,
  operation: Operation,
  mayBeCached = false,
): readonly Total[] {
  const computed = computedResponse(document, model, operation, mayBeCached)
  if (!computed) return []
  const { schema, countable } = computed
  const ownNoun = nounAt(operation.path, countable)
  const isStatistic = wordsOf(operation.path).some((word) => statistics.has(singular(word)))
  const totalsIn = (node: SchemaNode, above: readonly string[], noun?: string): readonly Total[] =>
    [...possiblePropertiesOf(document, node)].flatMap(([property, each]): readonly Total[] => {
      const path = [...above, property]
      if (typesOf(document, each).has('object')) {
        const own = singularWordsOf(property)
        return path.length < 3 ? totalsIn(each, path, countable.has(own) ? own : noun) : []
      }
      const types = typesOf(document, each)
      const isWhole = types.has('integer') || (types.has('number') && /count/i.test(property))
      const name = mayBeCached && property === 'value' ? (above.at(-1) ?? property) : property
      const counted = isWhole ? countedBy(document, name, each, countable, noun) : undefined
      const isNamed = mayBeCached && countedNoun(property) !== undefined
      return counted && (counted.isDescribed || isStatistic || isNamed) ? [{ path, ...counted }] : []
    })
  return totalsIn(schema, [], ownNoun)
}

/**
 * The response of an operation, if it is computed from records that are there now, and the nouns for these.
 * @param isWide whether records that are listed only below others are among all that there are
 */
export function computedResponse(
  document: Document,
  model: ResourceModel,
  operation: Operation,
  isWide = false,
): { readonly schema: SchemaNode; readonly countable: Countable } | undefined {
  const schema = operation.method === 'GET' ? responseSchema(operation) : undefined
  const isOpen = operation.parameters.every(
    ({ in: place, required }) => place === 'header' || place === 'path' || !required,
  )
  const isExact = !sentencesOf(operation).some((each) => other.test(each))
  if (!schema || !isOpen || !isExact || !isComputed(model, operation)) return undefined
  const parent = parentPath(operation.path)
  const owner =
    parent === undefined
      ? undefined
      : model.resources.find((each) => each.itemPath !== undefined && shapeOf(each.itemPath) === parent)
  return parent !== undefined && !owner
    ? undefined
    : { schema, countable: countableBelow(document, model, owner, isWide) }
}

/** The part of a path that ends with its last parameter, without the names of parameters; undefined if it has none. */
const parentPath = (path: string): string | undefined =>
  path.includes('{') ? shapeOf(path.slice(0, path.lastIndexOf('}') + 1)) : undefined

const shapeOf = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')
/** The numbers beside the items of a list that count records in a state: "Number of unread messages", whatever the page. */
export function totalsBesideItems(
  document: Document,
  model: ResourceModel,
  operation: Operation,
): readonly Total[] {
  const schema = responseSchema(operation)
  const properties = schema ? [...possiblePropertiesOf(document, schema)] : []
  const countable = countableBelow(document, model, undefined)
  const noun = singularNounOf(operation.path)
  return properties.flatMap(([property, node]): readonly Total[] => {
    if (!typesOf(document, node).has('integer')) return []
    const counted = countedBy(document, property, node, countable, noun)
    return counted?.state ? [{ path: [property], ...counted }] : []
  })
}

/** Whether the response is computed, rather than a record that clients write. */
function isComputed({ roles, resources }: ResourceModel, { id, path }: Operation): boolean {
  const resource = roles.get(id)?.resource
  return resource
    ? resource.kind === 'singleton' && resource.operations.every(({ role }) => role === 'read')
    : !resources.some(({ collectionPath }) => collectionPath === path)
}

const countables = new WeakMap<ResourceModel, Map<Resource | 'all' | undefined, Countable>>()

/** Everything that a total may count. Computed once per document, which may have thousands of resources. */
export function countableBelow(
  document: Document,
  model: ResourceModel,
  owner: Resource | undefined,
  isWide = false,
): Countable {
  const known = getOrInsertComputed(
    countables,
    model,
    () => new Map<Resource | 'all' | undefined, Countable>(),
  )
  const plain = getOrInsertComputed(known, owner, () => findCountable(document, model, owner, isListedAlone))
  if (!isWide || owner) return plain
  return getOrInsertComputed(
    known,
    'all',
    () => new Map([...findCountable(document, model, undefined, isListedBelow), ...plain]),
  )
}

const isListedAlone = ({ operations }: Resource): boolean =>
  operations.some(({ role, within }) => role === 'list' && within.length === 0)

const isListedBelow = (resource: Resource): boolean =>
  (resource.scope.length > 0 || !isListedAlone(resource)) &&
  resource.operations.some(({ role }) => role === 'list')

/** Nouns that stand for two resources are left out. */
function findCountable(
  document: Document,
  { resources }: ResourceModel,
  owner: Resource | undefined,
  isListed: (resource: Resource) => boolean,
): Countable {
  const countable = new Map<string, Counted>()
  const ambiguous = new Set<string>()
  const add = (noun: string, counted: Counted): void => {
    if (countable.has(noun)) ambiguous.add(noun)
    countable.set(noun, counted)
  }
  for (const resource of resources) {
    const isCounted = resource.kind === 'collection' && isListed(resource)
    const belonging = isCounted ? belongingTo(owner, resource, isListed === isListedBelow) : undefined
    if (!belonging) continue
    const noun = singularNounOf(resource.name)
    const { owner: ofOwner } = belonging
    add(noun, { resource, owner: ofOwner, state: undefined })
    for (const { words, ...state } of namedStates(document, resource.record))
      for (const spoken of [`${words} ${noun}`, `${noun} ${words}`])
        add(spoken, { resource, owner: ofOwner, state })
    const properties = possiblePropertiesOf(document, resource.record)
    for (const { property, idProperty } of resource.references) {
      const node = properties.get(property)
      if (idProperty !== undefined || !node || !typesOf(document, node).has('null')) continue
      const referred = referencedNoun(property) ?? ''
      for (const article of ['', 'a ', 'an '])
        add(`${noun} without ${article}${referred}`, {
          resource,
          owner: ofOwner,
          state: { property, value: null },
        })
    }
  }
  return new Map([...countable].filter(([noun]) => !ambiguous.has(noun)))
}

/** How records belong to an owner: they are in a collection below it, or refer to it. Undefined if they do not. */
function belongingTo(
  owner: Resource | undefined,
  { scope, parent, references }: Resource,
  mayBeBelow: boolean,
): Pick<Total, 'owner'> | undefined {
  if (!owner) return scope.length === 0 || mayBeBelow ? { owner: undefined } : undefined
  if (parent?.resource === owner.name && scope.length === owner.scope.length + 1)
    return { owner: { resource: owner, property: undefined } }
  const [reference, ...others] = references.filter(
    ({ resource, idProperty }) => resource === owner.name && idProperty === undefined,
  )
  const isFlat = scope.length === 0 && owner.scope.length === 0
  return isFlat && reference && others.length === 0
    ? { owner: { resource: owner, property: reference.property } }
    : undefined
}

const counting = /^ (?:the )?(?:total |current )?(?:number|count) of (?:all )?(?:the )?(.+) $/
/** "How many connectors the station has." */
const howMany = /^ how many (.+?) (?:(?:this|the) \w+|it|they) (?:currently )?(?:ha|have|own|contain|hold) $/
/** "How many of its connectors are available." */
const howManyAre = /^ how many (?:of (?:it|their|the) )?(.+?) (?:is|are) (?:currently )?(.+) $/

/** The counted noun in words such as "how many of its connectors are available", with its state before it. */
function howManyIn(sentence: string): string | undefined {
  const [, noun, state] = howManyAre.exec(sentence) ?? []
  return noun === undefined || state === undefined ? howMany.exec(sentence)?.[1] : `${state} ${noun}`
}

/** What a property counts, by its description or else by its name. */
function countedBy(
  document: Document,
  property: string,
  node: SchemaNode,
  countable: Countable,
  own: string | undefined,
): Omit<Total, 'path'> | undefined {
  const sentences = normalizedSentences(schemaDescription(document, node))
  const named = countable.get(nameOf(property, own))
  // Available vehicles may be those in the state `available`.
  const isOther = !named?.state && other.test(` ${singularWords(wordsOf(property))} `)
  const { value } = named?.state ?? {}
  const state = ` ${typeof value === 'string' ? singularWordsOf(value) : ''} `
  const isOfOthers = (sentence: string): boolean => other.test(sentence.replace(state, ' '))
  if (isOther || sentences.some(isOfOthers)) return undefined
  const phrases = sentences.flatMap((sentence) => counting.exec(sentence)?.[1] ?? howManyIn(sentence) ?? [])
  if (phrases.length === 0) return named && { ...named, isDescribed: false }
  const owner = [...countable.values()][0]?.owner?.resource.name
  const ofOwner = new RegExp(
    ` (?:in|of|at|on|for|below|under) (?:it|(?:this|the) ${owner === undefined ? 'one' : singularNounOf(owner)})(?= |$)`,
  )
  const described = phrases.map((phrase) =>
    countable.get(
      phrase
        .replace(ofOwner, '')
        .replace(/ (?:in total|overall|there are)$/, '')
        .replace(/^(.+?) (?:(?:that|which) (?:is|are)|whose (?:status|state) (?:is|are)) (.+)$/, '$2 $1'),
    ),
  )
  const [counted] = described
  return counted && { ...counted, isDescribed: true }
}

/** The noun for what the responses of a path count: `order` of `/orders/count`, `unread message` of `/messages/unread-count`. */
function nounAt(path: string, countable: Countable): string | undefined {
  const noun = singularNounOf(pathAbove(path))
  if (!countable.has(noun)) return undefined
  const words = wordsOf(lastPart(path).replace(/\.json$/, '')).filter(
    (word) => !statistics.has(singular(word)),
  )
  return words.length === 0 ? noun : `${singularWords(words)} ${noun}`
}

/** The noun that a name counts: `open order` for `numOpenOrders`, and for `open` of `GET /orders/summary`. */
export function nameOf(property: string, noun: string | undefined): string {
  const words = wordsOf(property).filter((word) => !countWords.has(word))
  const name = singularWords(words)
  if (noun === undefined || name.split(' ').includes(noun)) return name
  return name === '' ? noun : `${name} ${noun}`
}
