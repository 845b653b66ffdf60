import type { Document, Operation } from '../../document.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Reference, Resource, ResourceModel } from '../../resources.ts'
import { numericProperties, possiblePropertiesOf } from '../../schemas/properties.ts'
import { enumValues, typesOf } from '../../schemas/types.ts'
import { perObject } from '../../util/memo.ts'
import { normalizedSentences, schemaDescription, sentencesOf } from '../prose/sentences.ts'
import { singularNounOf, singularWordsOf, wordsOf } from '../prose/words.ts'
import { stateNamed, type NamedState } from '../states/words/named-states.ts'

/** Records that say how much there is for each combination of others: the stock of a product in a warehouse. */
export interface Level {
  readonly resource: Resource
  /** Its references, and the property by which the records that change it refer to the same. */
  readonly keys: readonly { readonly reference: Reference; readonly property: string }[]
  /** The number by which those records change it. */
  readonly amount: string
  /** Whether those records take the amount from this level, or add it, since they move it from one to another. */
  readonly moves?: 'out' | 'in'
}

/** A number of a level that is the sum of the amounts of records: the units that active reservations hold. */
export interface LevelTally {
  readonly property: string
  readonly state: NamedState | undefined
}

/** A number of a level that changes by the amount of a record, and the sign with which it does. */
export interface LevelEffect {
  readonly property: string
  readonly signOf: (record: JsonObject) => 1 | -1 | undefined
}

const amountName = /^(?:(?:signed )?(?:quantity|qty|amount|units|delta|change|count)(?: (?:change|delta))?)$/

/** The levels of a document: records of all of whose references the combination identifies them, and that clients do not create. */
export const levelResources: (document: Document) => (model: ResourceModel) => readonly Resource[] =
  perObject((document: Document) =>
    perObject(({ resources }: ResourceModel) =>
      resources.filter(
        (resource) =>
          resource.kind === 'collection' &&
          resource.scope.length === 0 &&
          keyReferences(document, resource).length > 1 &&
          resource.operations.every(({ role }) => /^(?:list|read|search|update|replace)$/.test(role)) &&
          numbersOf(document, resource).length > 0,
      ),
    ),
  )

/** Whether the records of a resource are levels. */
export const isLevel = (document: Document, model: ResourceModel, resource: Resource): boolean =>
  levelResources(document)(model).includes(resource)

/** The references of a resource to single records, by id; none if it has others, or two to the same resource. */
function keyReferences(document: Document, { references, record }: Resource): readonly Reference[] {
  const properties = possiblePropertiesOf(document, record)
  const isSingle = ({ property, idProperty }: Reference): boolean => {
    const node = properties.get(property)
    return idProperty === undefined && node !== undefined && !typesOf(document, node).has('array')
  }
  const targets = new Set(references.map(({ resource }) => resource))
  return references.every(isSingle) && targets.size === references.length ? references : []
}

/**
 * The levels that records of a resource may change: they refer to the same records, and have one amount. If they refer to two of a kind,
 * as a transfer does from one warehouse to another, they change two levels.
 */
export function levelsOf(document: Document, model: ResourceModel, resource: Resource): readonly Level[] {
  const [amount, ...others] = numericProperties(document, resource.record).filter((name) =>
    amountName.test(wordsOf(name).join(' ')),
  )
  if (amount === undefined || others.length > 0) return []
  return levelResources(document)(model).flatMap((level): readonly Level[] => {
    if (level === resource) return []
    return ([undefined, 'out', 'in'] as const).flatMap((moves): readonly Level[] => {
      const keys = level.references.flatMap((reference) => {
        const property = keyOf(resource, reference, moves)
        return property === undefined ? [] : [{ reference, property }]
      })
      const isMove = keys.some(({ property }) => directionOf(property) !== undefined)
      const isComplete = keys.length === level.references.length && isMove === (moves !== undefined)
      return isComplete ? [{ resource: level, keys, amount, ...(moves && { moves }) }] : []
    })
  })
}

/** The property of records that refers to what a reference of levels does, or of two such that from or to which they move something. */
function keyOf(
  resource: Resource,
  { resource: target }: Reference,
  moves: Level['moves'],
): string | undefined {
  const [own, ...more] = resource.references.filter(
    (each) => each.resource === target && each.idProperty === undefined,
  )
  if (more.length === 0) return own?.property
  const both = [own, ...more].flatMap((each) => each?.property ?? [])
  return both.length === 2
    ? both.find((name) => moves !== undefined && directionOf(name) === moves)
    : undefined
}

/** Whether the name of a reference says that something is taken from there, `fromWarehouseId`, or brought there. */
function directionOf(name: string): Level['moves'] {
  const [first = ''] = wordsOf(name)
  if (/^(?:from|source|origin|src)$/.test(first)) return 'out'
  return /^(?:to|destination|target|dest|dst)$/.test(first) ? 'in' : undefined
}

/** The numbers of a level, without ids. */
export const numbersOf = (
  document: Document,
  { record, idProperty, references }: Resource,
): readonly string[] =>
  numericProperties(document, record).filter(
    (name) => name !== idProperty && !references.some(({ property }) => property === name),
  )

/** The numbers of a level that say how much there is, not how much of that is held or free. */
export const quantitiesOf = (document: Document, level: Resource): readonly string[] =>
  numbersOf(document, level).filter((name) => {
    const words = wordsOf(name).join(' ')
    return (
      /\b(?:on hand|stock|quantity|qty|units)\b/.test(words) &&
      !/\b(?:reserved|available|allocated|committed|incoming|ordered|minimum|min|maximum|max|reorder)\b/.test(
        words,
      )
    )
  })

/** The sums of records that a level shows, by the descriptions of its numbers: "Units held by active reservations". */
export function levelTallies(
  document: Document,
  { resource: level }: Level,
  resource: Resource,
): readonly LevelTally[] {
  const noun = singularNounOf(resource.name)
  const held = new RegExp(` (?:by|in|for|of) (?:all )?(?:the )?(?:(?<state>\\w+) )?${noun} $`)
  return numbersOf(document, level).flatMap((property): readonly LevelTally[] => {
    const node = possiblePropertiesOf(document, level.record).get(property)
    const [sentence = '', ...others] = normalizedSentences(
      node ? schemaDescription(document, node) : '',
    ).filter((each) => each.trim() !== '')
    const match = held.exec(sentence)
    const words = match?.groups?.['state']
    const state = words === undefined ? undefined : stateNamed(document, resource.record, words)
    const isClear =
      match && others.length === 0 && !sentence.includes(' number of ') && (words === undefined || state)
    return isClear ? [{ property, state }] : []
  })
}

const up = '(?:increase|raise|add|credit|put in|grow)'
const down = '(?:decrease|reduce|lower|subtract|deduct|debit|remove|take|shrink)'
const upOrDown = new RegExp(` (?:(?<up>${up}(?:d|ed)?)|${down}(?:d|ed)?|taken|adjust(?:ed)?|change) `)
const signed = / (?:signed|negative|either direction|up or down|difference|delta) /

/**
 * How an operation changes a level by its description: "`INBOUND` adds to the quantity on hand, `OUTBOUND` subtracts from it", "the
 * quantity on hand is reduced". What the numbers of the level follow from is left to them.
 */
export function levelEffects(
  document: Document,
  { resource: level, moves }: Level,
  resource: Resource,
  operation: Operation,
): readonly LevelEffect[] {
  if (moves) {
    const [property, ...others] = quantitiesOf(document, level)
    return property === undefined || others.length > 0
      ? []
      : [{ property, signOf: () => (moves === 'out' ? -1 : 1) }]
  }
  const kinds = [...possiblePropertiesOf(document, resource.record)].filter(
    ([name, node]) =>
      /^(?:type|kind|direction|reason)$/.test(wordsOf(name).at(-1) ?? '') &&
      enumValues(document, node).length > 1,
  )
  const own = sentencesOf(operation)
  return numbersOf(document, level).flatMap((property): readonly LevelEffect[] => {
    const isNamed = (sentence: string): boolean => namesNumber(sentence, property)
    for (const [kind, node] of kinds) {
      const sentences = [...own, ...normalizedSentences(schemaDescription(document, node))]
      const signs = signsIn(sentences, enumValues(document, node))
      if (signs.size > 1 && sentences.some(isNamed))
        return [{ property, signOf: (record) => signs.get(record[kind] ?? null) }]
    }
    const sign = own.filter(isNamed).flatMap((sentence) => signIn(sentence) ?? [])[0]
    return sign === undefined ? [] : [{ property, signOf: () => sign }]
  })
}

/** Whether a sentence names a number, the words in any order: "the on-hand quantity" is `quantityOnHand`. */
function namesNumber(sentence: string, property: string): boolean {
  const words = wordsOf(property)
  return (
    sentence.includes(` ${singularWordsOf(property)} `) ||
    (words.length > 1 && sentence.includes(` ${[...words.slice(1), words[0]].join(' ')} `))
  )
}

const signIn = (sentence: string): 1 | -1 | undefined => {
  const match = upOrDown.exec(sentence)
  return match ? (match.groups?.['up'] === undefined ? (signed.test(sentence) ? 1 : -1) : 1) : undefined
}

/** The signs that sentences give the values of an enum, each in the part of a sentence from that value to the next. */
function signsIn(sentences: readonly string[], values: readonly Json[]): ReadonlyMap<Json, 1 | -1> {
  const signs = new Map<Json, 1 | -1>()
  for (const sentence of sentences) {
    const places = values
      .flatMap((value) => {
        const words = typeof value === 'string' ? singularWordsOf(value) : ''
        const index = words === '' ? -1 : sentence.indexOf(` ${words} `)
        return index < 0 ? [] : [{ value, index }]
      })
      .toSorted((one, other) => one.index - other.index)
    for (const [place, { value, index }] of places.entries()) {
      const part = sentence.slice(index, (places[place + 1]?.index ?? sentence.length) + 1)
      const sign = signed.test(part) ? 1 : signIn(part)
      if (sign !== undefined && !signs.has(value)) signs.set(value, sign)
    }
  }
  return signs
}
