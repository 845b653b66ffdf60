import type { Document, Operation, SchemaNode } from '../../../../spec/document.ts'
import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { ownTotals } from '../../../../spec/inference/numbers/own-totals.ts'
import { totalsBesideItems, totalsOf, type Total } from '../../../../spec/inference/numbers/totals.ts'
import {
  normalizedSentences,
  schemaDescription,
  sentencesOf,
} from '../../../../spec/inference/prose/sentences.ts'
import { singularNounOf, singularWordsOf } from '../../../../spec/inference/prose/words.ts'
import { memberAt, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { pathAbove } from '../../../../spec/routing/path-template.ts'
import { possiblePropertiesOf } from '../../../../spec/schemas/properties.ts'
import { enumValues, typesOf } from '../../../../spec/schemas/types.ts'
import type { BehaviourContext, Outcome } from '../../../behaviour.ts'
import { after, mapAfter, reduceAfter, type MaybePromise } from '../../../maybe-promise.ts'
import type { Transaction } from '../../../store/store.ts'
import { withMember } from '../../member.ts'
import type { CrudOptions } from '../../options.ts'
import type { Derivation } from '../../relations/derived/derivations.ts'
import { outstandingOf, revenueOf, sumOf } from '../../relations/derived/derived-numbers.ts'
import { meanIn } from '../../relations/derived/derived-values.ts'
import { mediaOf } from '../../responses/success-media.ts'
import { listEverywhere } from './everywhere.ts'
import { groupedCounts, momentCount, type Told } from './told-counts.ts'
import { createSetInUse } from './values-in-use.ts'

/** Sets the numbers of the response that count records, or the values that it lists. */
type SetTotals = (outcome: Outcome, context: BehaviourContext) => MaybePromise<Outcome>

export function createSetTotals(options: CrudOptions, operation: Operation): SetTotals {
  const inUse = createSetInUse(options, operation)
  if (inUse) return inUse
  const { document, model } = options
  const isList = model.roles.get(operation.id)?.operation.role === 'list'
  const beside = isList ? totalsBesideItems(document, model, operation) : []
  const totals =
    beside.length > 0
      ? beside
      : [...totalsOf(document, model, operation, true), ...ownTotals(document, model, operation)]
  const tallies = isList ? [] : talliesOf(options, operation)
  const sums = isList ? [] : sumsOf(options, operation)
  return (outcome, { request, store, now }) => {
    // A query may select what is counted.
    if (Object.keys(request.query).length > 0 && beside.length === 0) return outcome
    const counted = reduceAfter(totals, outcome, (partial, total) =>
      after(countOf(options, total, store), (count) => withTotal(options, operation, partial, total, count)),
    )
    const summed = after(counted, (partly) =>
      reduceAfter(sums, partly, (partial, sum) =>
        after(summedUp(options, sum, store, now()), (value) =>
          withTotal(options, operation, partial, sum, value),
        ),
      ),
    )
    return after(summed, (complete) =>
      reduceAfter(tallies, complete, (partial, tally) =>
        after(tallied(options, tally, store), (counts) =>
          withTotal(options, operation, partial, tally, counts),
        ),
      ),
    )
  }
}

/** Numbers of records by the value of a property: `by_status`, `ordersByStatus`. */
interface Tally {
  readonly path: readonly string[]
  readonly resource: Resource
  readonly by: string
  readonly values: readonly string[]
}

function talliesOf({ document, model }: CrudOptions, operation: Operation): readonly Tally[] {
  const whole = wholeTally({ document, model }, operation)
  if (whole) return [whole]
  return propertiesIn(document, responseSchema(operation)).flatMap(({ path, node }): readonly Tally[] => {
    if (!typesOf(document, node).has('object') || possiblePropertiesOf(document, node).size > 0) return []
    const property = path.at(-1) ?? ''
    const [, own = '', by = ''] = /^(?:(.+) )?by (.+)$/.exec(singularWordsOf(property)) ?? []
    const [, told] =
      /^ (?:number|count) of (?:all )?(.+?) by /.exec(
        normalizedSentences(schemaDescription(document, node))[0] ?? '',
      ) ?? []
    const noun = own === '' ? (told ?? singularNounOf(pathAbove(operation.path))) : own
    const collections = model.resources.filter(({ kind }) => kind === 'collection')
    const resource =
      collections.find(({ name }) => singularNounOf(name) === noun) ??
      (own === '' && by !== '' ? soleWith(document, collections, by) : undefined)
    const [name, value] =
      [...(resource ? possiblePropertiesOf(document, resource.record) : [])].find(
        ([each]) => singularWordsOf(each) === by,
      ) ?? []
    const values = (value ? enumValues(document, value) : []).filter((each) => typeof each === 'string')
    return resource && name !== undefined && values.length > 0 ? [{ path, resource, by: name, values }] : []
  })
}

/** The only resource whose records have such an enum: `byGenre` counts books. */
function soleWith(document: Document, resources: readonly Resource[], by: string): Resource | undefined {
  const [found, ...others] = resources.filter(({ record }) =>
    [...possiblePropertiesOf(document, record)].some(
      ([name, node]) => singularWordsOf(name) === by && enumValues(document, node).length > 0,
    ),
  )
  return others.length === 0 ? found : undefined
}

/** A response that is nothing but numbers of records by a value that its sentences name: "Pet inventories by status". */
function wholeTally(
  { document, model }: Pick<CrudOptions, 'document' | 'model'>,
  operation: Operation,
): Tally | undefined {
  const body = responseSchema(operation)
  if (!body || possiblePropertiesOf(document, body).size > 0 || !typesOf(document, body).has('object'))
    return undefined
  const sentences = sentencesOf(operation)
  const [found, ...others] = model.resources.flatMap((resource): readonly Tally[] => {
    const isNamed = sentences.some((text) => text.includes(` ${singularNounOf(resource.name)} `))
    if (!isNamed || resource.kind !== 'collection' || resource.scope.length > 0) return []
    return [...possiblePropertiesOf(document, resource.record)].flatMap(([by, node]) => {
      const values = enumValues(document, node).filter((value) => typeof value === 'string')
      const isMeant = sentences.some((text) => text.includes(` by ${singularWordsOf(by)} `))
      return isMeant && values.length > 0 ? [{ path: [], resource, by, values }] : []
    })
  })
  return others.length === 0 ? found : undefined
}

/** The properties of an object, and of the objects in it. */
function propertiesIn(
  document: Document,
  node: SchemaNode | undefined,
  above: readonly string[] = [],
): readonly { readonly path: readonly string[]; readonly node: SchemaNode }[] {
  const properties = node && above.length < 3 ? [...possiblePropertiesOf(document, node)] : []
  return properties.flatMap(([name, each]) => {
    const path = [...above, name]
    const inner = typesOf(document, each).has('object') ? propertiesIn(document, each, path) : []
    return [{ path, node: each }, ...inner]
  })
}

/** A number that is the sum of one of all records of a kind, `totalRevenue` of what orders cost, or counts them in groups. */
type Sum = { readonly path: readonly string[] } & (Derivation | Told)

function sumsOf(options: CrudOptions, operation: Operation): readonly Sum[] {
  const { document, model } = options
  const collections = model.resources.filter(
    ({ kind, discoverable }) => kind === 'collection' && discoverable,
  )
  const all = new Map(
    // What is in one collection comes last, and so takes the place of what is called the same below others.
    collections
      .toSorted((one, other) => other.scope.length - one.scope.length)
      .map((member) => [singularNounOf(member.name), { member, by: undefined }] as const),
  )
  return propertiesIn(document, responseSchema(operation)).flatMap(({ path, node }): readonly Sum[] => {
    const property = path.at(-1) ?? ''
    const told =
      groupedCounts(options, (noun) => all.get(noun), property, node) ??
      momentCount(options, (noun) => all.get(noun), property)
    if (told) return [{ ...told, path }]
    const derivation =
      sumOf(document, all, node) ??
      outstandingOf(document, all, property, node) ??
      revenueOf(document, all, property, node)
    return derivation ? [{ ...derivation, path }] : []
  })
}

const summedUp = (options: CrudOptions, sum: Sum, store: Transaction, now: Date): MaybePromise<Json> =>
  'valueBelow' in sum
    ? sum.valueBelow([], store, now)
    : after(
        listEverywhere(options, sum.member, {}, store),
        (pages) =>
          meanIn(
            pages.flatMap(({ items }) => items),
            sum,
          ) ?? 0,
      )

/** The numbers of records with each of the values. */
const tallied = (
  options: CrudOptions,
  { resource, by, values }: Tally,
  store: Transaction,
): MaybePromise<JsonObject> =>
  after(
    mapAfter(values, (value) => countOf(options, { resource, state: { property: by, value } }, store)),
    (counts) => Object.fromEntries(counts.map((count, index) => [values[index] ?? '', count])),
  )

function countOf(
  options: CrudOptions,
  { resource, state }: Pick<Total, 'resource' | 'state'>,
  store: Transaction,
): MaybePromise<number> {
  const where = state && [{ property: state.property, values: [state.value] }]
  return after(listEverywhere(options, resource, { ...(where && { where }), limit: 0 }, store), (pages) =>
    pages.reduce((sum, { total }) => sum + total, 0),
  )
}

function withTotal(
  { validator }: CrudOptions,
  operation: Operation,
  outcome: Outcome,
  { path }: Pick<Total, 'path'>,
  count: Json,
): Outcome {
  if (outcome.kind !== 'ok' || typeof memberAt(outcome.body, path) !== typeof count) return outcome
  const schema = mediaOf(operation, outcome.status)?.schema
  const body = withMember(outcome.body ?? null, { path, value: count })
  return schema && validator.of(schema, 'response').accepts(body) ? { ...outcome, body } : outcome
}
