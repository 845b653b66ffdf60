import type { Operation } from '../../../../spec/document.ts'
import { summedTotalsOf, type SummedTotal } from '../../../../spec/inference/numbers/summed-totals.ts'
import { totalsOf, type Total } from '../../../../spec/inference/numbers/totals.ts'
import { isJsonObject, memberAt, stringifyJson, type JsonObject } from '../../../../spec/json.ts'
import { isSuccess, jsonOf } from '../../../answer.ts'
import { sameId } from '../../../answers/answer-records.ts'
import { operationFor, writableIn, type Api } from '../../../api/api.ts'
import { accepted, acceptedDraft } from '../../../attempts/accepted-request.ts'
import type { Severity } from '../../../check.ts'
import { aggregate } from '../../../checks/aggregate.ts'
import { inconclusive, isTrusted, type Context } from '../../../context.ts'
import { bodyValue, withBody } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readPages } from '../../../records/lists.ts'
import { inclusionsOf } from '../lists/included-states.ts'

/** A number that counts records, or adds up one of their numbers. */
export type Tally = Total & Partial<Pick<SummedTotal, 'summed'>>

/** The numbers in the response of an operation that follow from records. */
export const talliesOf = ({ document, model }: Api, operation: Operation): readonly Tally[] => [
  ...totalsOf(document, model, operation),
  ...summedTotalsOf(document, model, operation),
]

/** What a total says, and how many records the list shows, or what they add up to. */
interface Reading {
  readonly said: number
  readonly listed: number
  readonly answer: Answer
}

/** A total before and after the creation of one record. */
interface Followed {
  readonly total: Tally
  readonly before: Reading
  readonly after: Reading
  readonly creation: Answer
  /** The record whose records are counted, if it was created for this. */
  readonly owner: Fixture | undefined
}

/** Creates a record of each kind that the operation counts, and checks whether its numbers follow the lists. */
export async function judgeTotals(
  context: Context,
  operation: Operation,
  totals: readonly Tally[],
): Promise<void> {
  const followed: Followed[] = []
  for (const total of totals) {
    const each = await follow(context, operation, total)
    if (each) followed.push(each)
  }
  if (followed.length === 0) throw inconclusive('No record that is counted could be created and listed.')
  for (const each of followed) judgeTotal(context, operation, each, followed)
}

/** Reads a total before and after the creation of a record, below a new owner if it counts the records of one. */
async function follow(context: Context, operation: Operation, total: Tally): Promise<Followed | undefined> {
  const owner = total.owner && (await context.fixture(total.owner.resource, { fresh: true }))
  if (total.owner && !owner?.creation) return undefined
  const before = await readTotal(context, operation, total)
  const creation = before && (await createCounted(context, total))
  if (!before || !creation) return undefined
  // A creation that is tried again may have taken another one.
  if (owner) context.group.fixtures.set(owner.resource, owner)
  const after = await readTotal(context, operation, total)
  const isListed = after && (total.state !== undefined || after.listed > before.listed)
  return isListed ? { total, before, after, creation, owner } : undefined
}

/** Creates a record, in the state that the total counts if clients may choose it; returns the answer of its creation. */
async function createCounted(
  context: Context,
  { resource, owner, state }: Total,
): Promise<Answer | undefined> {
  const create = operationFor(context.api, resource, 'create')
  const isChosen = state && create && writableIn(context.api, create).includes(state.property)
  if (!isChosen || create.role.requestPath.length > 0)
    return (await context.fixture(resource, { fresh: true }))?.creation
  const draft = await acceptedDraft(context, create.operation, { fresh: owner === undefined })
  const body = bodyValue(draft)
  if (!isJsonObject(body)) return undefined
  const answer = await context.send(withBody(draft, { ...body, [state.property]: state.value }), 'valid')
  return isSuccess(answer.status) ? answer : undefined
}

async function readTotal(
  context: Context,
  operation: Operation,
  { resource, path, owner, state, summed }: Tally,
): Promise<Reading | undefined> {
  const list = operationFor(context.api, resource, 'list')
  if (!list || !isTrusted(context.run, list.operation)) return undefined
  const [{ template }, control] = [await accepted(context, operation), await context.control(list.operation)]
  if (!control.template) return undefined
  const wholeList = await context.instantiate(list.operation, control.template)
  const listing = await readPages({ context, resource, list, start: wholeList })
  const draft = await context.instantiate(operation, template)
  const answer = await context.send({ ...draft, query: {} }, 'valid')
  const said = isSuccess(answer.status) ? memberAt(jsonOf(answer) ?? null, path) : undefined
  if (!listing?.complete || typeof said !== 'number') return undefined
  const ownerId = owner && context.group.fixtures.get(owner.resource.name)?.id
  const isCounted = (item: JsonObject): boolean =>
    (!state || item[state.property] === state.value) &&
    (owner?.property === undefined || sameId(item[owner.property], ownerId))
  const counted = listing.items.filter(isCounted)
  const numbers = counted.map((item) => (summed === undefined ? 1 : item[summed]))
  if (!numbers.every((each) => typeof each === 'number')) return undefined
  return { said, listed: numbers.reduce((sum, each) => sum + each, 0), answer }
}

/** Whether numbers are equal, but for the error of adding decimal fractions. */
const areEqual = (one: number, other: number): boolean => Math.abs(one - other) < 0.011

const moved = ({ before, after }: Followed): number => after.said - before.said
const isFollowing = (each: Followed): boolean => areEqual(moved(each), each.after.listed - each.before.listed)
const isRight = ({ after: { said, listed } }: Followed): boolean => areEqual(said, listed) && listed > 0

function judgeTotal(
  context: Context,
  { path: from }: Operation,
  each: Followed,
  all: readonly Followed[],
): void {
  const { total, after, creation } = each
  const { resource, state, path, summed } = total
  const severity = severityOf(
    context.api,
    each,
    all.filter((other) => other !== each),
  )
  if (!severity) return
  const what = state ? `${state.property} ${stringifyJson(state.value).replaceAll('"', '')}` : 'all'
  const of =
    summed === undefined
      ? { what: 'the number of records', cause: 'count', unit: ' records' }
      : { what: `the sum of ${summed} of all records`, cause: `sum of ${summed}`, unit: '' }
  const evidence = {
    rule: `${path.join('.')} of ${from} is ${of.what} of ${resource.name} (${what})`,
    cause: `${of.cause} ${resource.name} ${what}`,
    after: `${creation.method} ${creation.draft.operation.path}`,
    contradiction: `${String(after.said)} for ${String(after.listed)}${of.unit}`,
    severity,
  } as const
  context.judge(aggregate, evidence, { answer: after.answer, after: [creation] })
}

/** How certain it is that a total is wrong; undefined if it may be right. */
function severityOf(api: Api, of: Followed, others: readonly Followed[]): Severity | undefined {
  const { total, before, after, owner } = of
  if (!isFollowing(of)) {
    if (!areEqual(before.said, before.listed)) return undefined
    // A response that follows nothing at all may be a cached one.
    const isCurrent = others.some((each) => isFollowing(each) && moved(each) > 0)
    return total.isDescribed && isCurrent ? 'error' : 'warning'
  }
  // A list may leave out records, as far as is known.
  const isWhole = inclusionsOf(api, total.resource).length === 0
  if (moved(of) <= 0 || areEqual(after.said, after.listed) || !total.isDescribed || !isWhole) return undefined
  // What a new owner had before it had anything belongs to others.
  if (owner && before.listed === 0) return 'error'
  return others.some(isRight) ? 'warning' : undefined
}
