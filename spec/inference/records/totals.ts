import { getOrInsertComputed } from '../../util/memo.ts'
import type { Document, Operation, SchemaNode } from '../../document.ts'
import type { Resource, ResourceModel } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { responseSchema } from '../bodies/content.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { singular, singularNounOf, singularWords, wordsOf } from '../prose/words.ts'
import { countWords } from './counts.ts'

/** A number in a response of its own that counts records: `orders` or `openOrders` of `GET /stats`, `count` of `GET /orders/count`. */
export interface Total {
  /** The property names that lead to the number. */
  readonly path: readonly string[]
  readonly resource: Resource
  /** The state of the records that it counts; undefined if it counts all of them. */
  readonly state: { readonly property: string; readonly value: string } | undefined
  /** Whether its description says so: "Number of open orders". */
  readonly isDescribed: boolean
}

/** What a total may count, by the singular noun: records of one resource, and those in one of their states. */
type Countable = ReadonlyMap<string, Pick<Total, 'resource' | 'state'>>

/** Words of paths whose responses count. */
export const statistics: ReadonlySet<string> = new Set(
  'stat statistic summary count total overview metric dashboard'.split(' '),
)

// A number for a time, a limit, or one that need not be exact.
const other =
  / (?:last|past|per|today|daily|day|week|weekly|month|monthly|year|hour|minute|since|recent|recently|cache[d]?|approximate|approximately|estimate[d]?|eventually|periodically|max|maximum|limit|quota|allowed|remaining|available|unique|distinct|average) /

/** The totals in the response of a GET without path parameters that reads no resource but perhaps a singleton of its own. */
export function totalsOf(document: Document, model: ResourceModel, operation: Operation): readonly Total[] {
  const schema = operation.method === 'GET' ? responseSchema(operation) : undefined
  const isOpen = operation.parameters.every(
    ({ in: place, required }) => place === 'header' || (place !== 'path' && !required),
  )
  if (
    !schema ||
    !isOpen ||
    !isComputed(model, operation) ||
    sentencesOf(operation).some((each) => other.test(each))
  )
    return []
  const countable = countableIn(document, model)
  const own = countable.get(singularNounOf(operation.path.replace(/\/[^/]+$/, '')))
  const isStatistic = wordsOf(operation.path).some((word) => statistics.has(singular(word)))
  const totalsIn = (node: SchemaNode, above: readonly string[]): readonly Total[] =>
    [...possiblePropertiesOf(document, node)].flatMap(([property, each]): readonly Total[] => {
      const path = [...above, property]
      if (typesOf(document, each).has('object')) return path.length < 3 ? totalsIn(each, path) : []
      const counted = typesOf(document, each).has('integer')
        ? countedBy(document, property, each, countable, own?.resource)
        : undefined
      return counted && (counted.isDescribed || isStatistic) ? [{ path, ...counted }] : []
    })
  return totalsIn(schema, [])
}

/** Whether the response is computed, rather than a record that clients write. */
function isComputed({ roles, resources }: ResourceModel, { id, path }: Operation): boolean {
  const resource = roles.get(id)?.resource
  return resource
    ? resource.kind === 'singleton' && resource.operations.every(({ role }) => role === 'read')
    : !resources.some(({ collectionPath }) => collectionPath === path)
}

const countables = new WeakMap<ResourceModel, Countable>()

/** Everything that a total may count. Computed once per document, which may have thousands of resources. */
function countableIn(document: Document, model: ResourceModel): Countable {
  return getOrInsertComputed(countables, model, () => findCountable(document, model))
}

/** Nouns that stand for two resources are left out. */
function findCountable(document: Document, { resources }: ResourceModel): Countable {
  const countable = new Map<string, Pick<Total, 'resource' | 'state'>>()
  const ambiguous = new Set<string>()
  const add = (noun: string, counted: Pick<Total, 'resource' | 'state'>): void => {
    if (countable.has(noun)) ambiguous.add(noun)
    countable.set(noun, counted)
  }
  for (const resource of resources) {
    const isListed = resource.operations.some(({ role, within }) => role === 'list' && within.length === 0)
    if (resource.kind !== 'collection' || resource.scope.length > 0 || !isListed) continue
    const noun = singularNounOf(resource.name)
    add(noun, { resource, state: undefined })
    for (const [property, node] of possiblePropertiesOf(document, resource.record)) {
      for (const value of enumValues(document, node)) {
        if (typeof value !== 'string' || value === '') continue
        const state = { property, value }
        add(`${singularWords(wordsOf(value))} ${noun}`, { resource, state })
      }
    }
  }
  return new Map([...countable].filter(([noun]) => !ambiguous.has(noun)))
}

/** What a property counts, by its description or else by its name. */
function countedBy(
  document: Document,
  property: string,
  node: SchemaNode,
  countable: Countable,
  own: Resource | undefined,
): Omit<Total, 'path'> | undefined {
  const sentences = normalizedSentences(schemaDescription(document, node))
  if (
    sentences.some((sentence) => other.test(sentence)) ||
    other.test(` ${singularWords(wordsOf(property))} `)
  )
    return undefined
  const phrases = sentences.flatMap(
    (sentence) =>
      /^ (?:the )?(?:total |current )?(?:number|count) of (?:all )?(?:the )?(.+) $/.exec(sentence)?.[1] ?? [],
  )
  const named = countable.get(nameOf(property, own))
  if (phrases.length === 0) return named && { ...named, isDescribed: false }
  const described = phrases.map((phrase) =>
    countable.get(
      phrase
        .replace(/ (?:in total|overall|there are)$/, '')
        .replace(/^(\S+) (?:that|which) (?:is|are) (.+)$/, '$2 $1'),
    ),
  )
  const [counted] = described
  return counted && { ...counted, isDescribed: true }
}

/** The noun that a name counts: `open order` for `numOpenOrders`, and for `open` of `GET /orders/summary`. */
function nameOf(property: string, own: Resource | undefined): string {
  const noun = own && singularNounOf(own.name)
  const words = wordsOf(property).filter((word) => !countWords.has(word))
  const name = singularWords(words)
  if (noun === undefined || name.split(' ').includes(noun)) return name
  return name === '' ? noun : `${name} ${noun}`
}
