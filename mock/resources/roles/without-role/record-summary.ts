import type { Document, Operation, SchemaNode } from '../../../../spec/document.ts'
import { countedNoun } from '../../../../spec/inference/numbers/counts.ts'
import { formulasOf, type Formula } from '../../../../spec/inference/numbers/formulas.ts'
import { statistics } from '../../../../spec/inference/numbers/totals.ts'
import { singular, singularWordsOf, wordsOf } from '../../../../spec/inference/prose/words.ts'
import { referencedNoun, resourceNoun } from '../../../../spec/inference/references/names.ts'
import { isJsonObject, memberAt, type Json } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { lastPart, parameterNames } from '../../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { rounded } from '../../../../spec/util/amount.ts'
import { groupBy } from '../../../../spec/util/group-by.ts'
import type { BehaviourContext, Outcome } from '../../../behaviour.ts'
import { after, reduceAfter, type MaybePromise } from '../../../maybe-promise.ts'
import type { Id, Transaction } from '../../../store/store.ts'
import { idInPath } from '../../identity/identity.ts'
import { withMember } from '../../member.ts'
import type { CrudOptions } from '../../options.ts'
import { countOf, stateOf, type Derivation, type Memberships } from '../../relations/derived/derivations.ts'
import { meanOf, sumOf, totalOf } from '../../relations/derived/derived-numbers.ts'
import { meanIn, membersQuery } from '../../relations/derived/derived-values.ts'
import { membershipsOf } from '../../relations/members/memberships.ts'
import { createSetPart, type SetPart } from '../../responses/part-of-record.ts'
import { mediaOf } from '../../responses/success-media.ts'
import { setComputed } from '../../values/computed-values.ts'
import { groupedCounts, momentCount, type Told } from './told-counts.ts'

/** A property of the response that depends on the record: its id under another name, or the number of records that belong to it. */
interface SummaryProperty {
  /** The names that lead to it. */
  readonly path: readonly string[]
  /** Undefined for the id. */
  readonly counted: Derivation | Told | undefined
}

/** Sets the properties of the response that depend on the record in the path. */
type Summarize = (outcome: Outcome, context: BehaviourContext) => MaybePromise<Outcome>

/** @param above the resource of the record that the path leads through */
export function createSummarize(options: CrudOptions, operation: Operation, above: Resource): Summarize {
  const names = parameterNames(operation.path)
  const status = Number(operation.responses.find((each) => /^2\d\d$/.test(each.status))?.status ?? 200)
  const schema = mediaOf(operation, status)?.schema
  if (!schema || names.length !== above.scope.length + 1) return (outcome) => outcome
  const summaryProperties = summaryPropertiesOf(
    options,
    above,
    operation,
    possiblePropertiesOf(options.document, schema),
  )
  const formulas = formulasOf(options.document, schema)
  const { accepts } = options.validator.of(schema, 'response')
  const setPart = createSetPart(options, above, schema, [])
  return (outcome, { request, store, now }) => {
    const ids = names.map((name) => idInPath(request, name) ?? '')
    const counted = after(withRecord(outcome, setPart, above, ids, store), (shown) =>
      reduceAfter(summaryProperties, shown, (partial, { path, counted: by }) =>
        after(valueOf(by, ids, store, now()), (value) => withValue(partial, path, value, accepts)),
      ),
    )
    return after(counted, (partial) => withComputed(formulas, partial, accepts))
  }
}

/** Sets what the response shows of the record in the path. */
function withRecord(
  outcome: Outcome,
  setPart: SetPart | undefined,
  { name }: Resource,
  ids: readonly Id[],
  store: Transaction,
): MaybePromise<Outcome> {
  if (setPart === undefined || outcome.kind !== 'ok') return outcome
  const { body } = outcome
  if (body === undefined) return outcome
  return after(store.collection(name, ids.slice(0, -1)).get(ids.at(-1) ?? ''), (record) =>
    record ? { ...outcome, body: setPart(body, record) } : outcome,
  )
}

function summaryPropertiesOf(
  options: CrudOptions,
  above: Resource,
  { path }: Operation,
  properties: ReturnType<typeof possiblePropertiesOf>,
): readonly SummaryProperty[] {
  const memberships = membershipsOf(options, above)
  const parameter = parameterNames(path).at(-1)
  // There, a number needs no further word to be a count: `issues`.
  const isStatistic = wordsOf(lastPart(path)).some((word) => statistics.has(singular(word)))
  return [...properties].flatMap(([property, node]): readonly SummaryProperty[] => {
    const isId =
      property !== 'id' && (property === parameter || referencedNoun(property) === resourceNoun(above.name))
    if (isId) return [{ path: [property], counted: undefined }]
    const told =
      groupedCounts(options, (noun) => memberships.get(noun), property, node) ??
      momentCount(options, (noun) => memberships.get(noun), property)
    if (told) return [{ path: [property], counted: told }]
    if (typesOf(options.document, node).has('object'))
      return countsByState(options.document, memberships, property, node)
    const isNamed = isStatistic || countedNoun(property) !== undefined
    const named = isStatistic ? withLastWords(memberships) : memberships
    const counted =
      (isNamed ? countOf(options.document, named, property, node) : undefined) ??
      sumOf(options.document, memberships, node) ??
      (isStatistic ? numberIn(options.document, memberships, property, node) : undefined)
    return counted ? [{ path: [property], counted }] : []
  })
}

/** The mean or the sum that a number of statistics is by its name. */
const numberIn = (...about: Parameters<typeof meanOf>): Derivation | undefined =>
  meanOf(...about) ?? totalOf(...about)

/** The same, and those whose noun alone ends in a word by that word: `entries` are fuel entries. */
function withLastWords(memberships: Memberships): Memberships {
  const byLast = groupBy([...memberships], ([noun]) => noun.split(' ').at(-1) ?? '')
  const alone = [...byLast].flatMap(([word, [first, ...others]]) =>
    first && others.length === 0 ? [[word, first[1]] as const] : [],
  )
  return new Map([...alone, ...memberships])
}

/** The numbers of members in each state, in an object of their own: `tickets: {open, closed}`, `tickets_by_status`. */
function countsByState(
  document: Document,
  memberships: Memberships,
  property: string,
  node: SchemaNode,
): readonly SummaryProperty[] {
  const membership = memberships.get(singularWordsOf(property).replace(/ by .+$/, ''))
  if (!membership) return []
  return [...possiblePropertiesOf(document, node)].flatMap(([name, each]) => {
    if (!typesOf(document, each).has('integer')) return []
    const path = [property, name]
    if (/^(?:total|all|count)$/i.test(name)) return [{ path, counted: { ...membership, shown: undefined } }]
    const state = [singularWordsOf(name), countedNoun(name) ?? '']
      .map((words) => stateOf(document, membership, words))
      .find((found) => found !== undefined)
    return state ? [{ path, counted: { ...membership, shown: undefined, state } }] : []
  })
}

function valueOf(
  counted: SummaryProperty['counted'],
  ids: readonly Id[],
  store: Transaction,
  now: Date,
): MaybePromise<Json> {
  const id = ids.at(-1) ?? ''
  if (!counted) return id
  if ('valueBelow' in counted) return counted.valueBelow(ids, store, now)
  const { member, by } = counted
  const above = ids.slice(0, member.scope.length === 0 ? 0 : -1)
  const records = store.collection(member.name, by === undefined ? ids : above)
  const query = membersQuery(counted, id)
  return counted.averaged === undefined
    ? after(records.list({ ...query, limit: 0 }), ({ total }) => total)
    : after(records.list(query), ({ items }) => meanIn(items, counted) ?? (counted.isSum ? 0 : null))
}

/** Sets the numbers of the response that, by their descriptions, follow from others. */
function withComputed(
  formulas: readonly Formula[],
  outcome: Outcome,
  accepts: (value: Json) => boolean,
): Outcome {
  const body = outcome.kind === 'ok' ? outcome.body : undefined
  if (outcome.kind !== 'ok' || !isJsonObject(body) || formulas.length === 0) return outcome
  const next: Record<string, Json> = { ...body }
  setComputed(formulas, next, (property, value) => {
    if (Object.hasOwn(next, property)) next[property] = rounded(value)
  })
  // There is no mean of nothing.
  for (const { property, valueIn } of formulas)
    if (
      valueIn(next) === undefined &&
      Object.hasOwn(next, property) &&
      accepts({ ...next, [property]: null })
    )
      next[property] = null
  return accepts(next) ? { ...outcome, body: next } : outcome
}

function withValue(
  outcome: Outcome,
  path: readonly string[],
  value: Json,
  accepts: (value: Json) => boolean,
): Outcome {
  const body = outcome.kind === 'ok' ? outcome.body : undefined
  if (outcome.kind !== 'ok' || memberAt(body, path) === undefined) return outcome
  const next = withMember(body ?? null, { path, value })
  return accepts(next) ? { ...outcome, body: next } : outcome
}
