import type { Document, SchemaNode } from '../../../../spec/document.ts'
import { countedNoun, countWords } from '../../../../spec/inference/numbers/counts.ts'
import { normalizeName, singularNounOf, singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { referencedNoun } from '../../../../spec/inference/references/names.ts'
import { momentState } from '../../../../spec/inference/times/moment-states.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Reference, Resource } from '../../../../spec/resources.ts'
import { itemsOf, possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../../spec/schemas/types.ts'
import { after, mapAfter, type MaybePromise } from '../../../maybe-promise.ts'
import type { Id, ListQuery, Page, Transaction } from '../../../store/store.ts'
import { idOf } from '../../identity/identity.ts'
import type { CrudOptions } from '../../options.ts'
import { membersQuery } from '../../relations/derived/derived-values.ts'
import type { Membership } from '../../relations/members/memberships.ts'
import { pathOf } from '../../relations/path-of.ts'
import { resourceNamed } from '../../resource-index.ts'
import { listEverywhere } from './everywhere.ts'

/** What a response tells of the records below the one with the last id, or of all if there is none. */
export interface Told {
  readonly valueBelow: (ids: readonly Id[], store: Transaction, now: Date) => MaybePromise<Json>
}

/**
 * The number of records for each of others that they refer to, or for each of their values, that a property such as `ordersByProduct`
 * lists; undefined if its items do not show a number and what it is of.
 * @param memberOf the records that a noun is for
 */
export function groupedCounts(
  options: CrudOptions,
  memberOf: (noun: string) => Membership | undefined,
  property: string,
  node: SchemaNode,
): Told | undefined {
  const { document, model } = options
  const [, noun = '', by = ''] = /^(.+) by (.+)$/.exec(singularWordsOf(property)) ?? []
  const counted = memberOf(noun)
  const item = typesOf(document, node).has('array') ? itemsOf(document, node) : undefined
  const shown = item && possiblePropertiesOf(document, item)
  const count = shown && [...shown].find(([name, each]) => isCount(document, name, each, noun))?.[0]
  if (!counted || !shown || count === undefined) return undefined
  const names = [...shown.keys()].filter((name) => name !== count)
  const reference = counted.member.references.find(
    ({ property: own, resource }) =>
      singularNounOf(resource) === by && possiblePropertiesOf(document, counted.member.record).has(own),
  )
  const target = reference && resourceNamed(model, reference.resource)
  if (reference && target?.scope.length === 0)
    return byRecord(options, { counted, reference, target, count, names, among: memberOf(by) })
  const [value, values] =
    [...possiblePropertiesOf(document, counted.member.record)].flatMap(([name, each]) =>
      singularWordsOf(name) === by && names.length === 1 ? [[name, enumValues(document, each)] as const] : [],
    )[0] ?? []
  const [label] = names
  if (value === undefined || !values || values.length === 0 || label === undefined) return undefined
  return {
    valueBelow: (ids, store) =>
      mapAfter(values, (each) =>
        after(countOf(options, counted, [{ property: value, values: [each] }], ids, store), (total) => ({
          [label]: each,
          [count]: total,
        })),
      ),
  }
}

/** The number of records that are in a state by the present time, `overdueCards`; undefined for any other property. */
export function momentCount(
  options: CrudOptions,
  memberOf: (noun: string) => Membership | undefined,
  property: string,
): Told | undefined {
  const words = singularWordsOf(property).split(' ')
  for (const [at, word] of words.entries()) {
    const counted = memberOf(words.filter((each, index) => index !== at && !countWords.has(each)).join(' '))
    const state = counted && momentState(options.document, counted.member.record, word)
    if (!state) continue
    return {
      valueBelow: (ids, store, now) =>
        after(pagesOf(options, counted, ownQuery(counted, ids), ids, store), (pages) =>
          pages.reduce(
            (sum, { items }) => sum + items.filter((record) => state.holds(record, now)).length,
            0,
          ),
        ),
    }
  }
  return undefined
}

/** `count`, `total` or `cardCount`. */
function isCount(document: Document, name: string, node: SchemaNode, noun: string): boolean {
  const words = singularWordsOf(name)
  const isNamed = /^(?:count|total|number|amount|quantity)$/.test(words) || countedNoun(name) === noun
  return typesOf(document, node).has('integer') && isNamed
}

interface ByRecord {
  readonly counted: Membership
  readonly reference: Reference
  readonly target: Resource
  readonly count: string
  readonly names: readonly string[]
  /** How those that are counted for belong to the record above. */
  readonly among: Membership | undefined
}

const byRecord = (
  options: CrudOptions,
  { counted, reference, target, count, names, among }: ByRecord,
): Told => ({
  valueBelow: (ids, store) => {
    const owner = ids.at(-1)
    const own = among?.member === target && owner !== undefined ? membersQuery(among, owner) : {}
    return after(store.collection(target.name).list(own), ({ items }) =>
      mapAfter(items, (record) => {
        const id = idOf(record[target.idProperty ?? '']) ?? ''
        const where = [{ property: pathOf(reference), values: [id] }]
        return after(countOf(options, counted, where, ids, store), (total) => ({
          ...Object.fromEntries(names.map((name) => [name, shownAs(name, record, reference, target)])),
          [count]: total,
        }))
      }),
    )
  },
})

/** What an item shows of the record that it counts for: its id, or a property with or without the noun before its name. */
function shownAs(
  name: string,
  record: JsonObject,
  { property }: Reference,
  { name: path, idProperty }: Resource,
): Json {
  const noun = normalizeName(singularNounOf(path))
  const isId = name === property || referencedNoun(name) === noun
  const own = Object.keys(record).find((each) =>
    [normalizeName(each), `${noun}${normalizeName(each)}`].includes(normalizeName(name)),
  )
  return record[isId ? (idProperty ?? '') : (own ?? '')] ?? null
}

function countOf(
  options: CrudOptions,
  counted: Membership,
  where: readonly { readonly property: string; readonly values: readonly Json[] }[],
  ids: readonly Id[],
  store: Transaction,
): MaybePromise<number> {
  const own = ownQuery(counted, ids).where ?? []
  const query = { where: [...own, ...where], limit: 0 }
  return after(pagesOf(options, counted, query, ids, store), (pages) =>
    pages.reduce((sum, { total }) => sum + total, 0),
  )
}

function ownQuery(counted: Membership, ids: readonly Id[]): ReturnType<typeof membersQuery> {
  const owner = ids.at(-1)
  return owner === undefined ? {} : membersQuery(counted, owner)
}

/** What a query finds in the collection below the ids, or in all collections of the records if there are none. */
const pagesOf = (
  options: CrudOptions,
  { member, by }: Membership,
  query: ListQuery,
  ids: readonly Id[],
  store: Transaction,
): MaybePromise<readonly Page[]> =>
  member.scope.length === 0 || ids.length === 0
    ? listEverywhere(options, member, query, store)
    : after(store.collection(member.name, by ? ids.slice(0, -1) : ids).list(query), (page) => [page])
