import { looseConditionsOf, type LooseCondition } from '../../../../spec/inference/lists/loose-conditions.ts'
import { compareOrdered } from '../../../../spec/inference/lists/matching.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import type { Api, RoleOperation } from '../../../api/api.ts'
import { listFilter } from '../../../checks/list-filter.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { asking, textOfId } from '../../../draft.ts'
import { readPages, type Listing, type ReadableList } from '../../../records/lists.ts'
import { isValid } from '../../../requests/validity.ts'
import { addVariety } from './add-variety.ts'
import { prepareList, readWholeList } from './prepare-list.ts'
import { isTimeAtEdge } from './queries.ts'
import { identityOf } from './unnamed-items.ts'

/** The conditions of a list on nested properties and on times; a bound only if a sentence tells it. */
export const looseFiltersOf = (
  api: Api,
  resource: Resource,
  { operation }: RoleOperation,
): readonly LooseCondition[] =>
  looseConditionsOf(api.document, operation, resource).filter(
    ({ kind, isTold, isByDay }) => isTold || (kind === 'same' && isByDay === undefined),
  )

/** Checks that a condition returns all items that clearly meet it, and none that clearly do not. */
export async function judgeLooseFilter(
  context: Context,
  resource: Resource,
  condition: LooseCondition,
  list: RoleOperation,
): Promise<void> {
  const of = await prepareList(context, resource, list)
  for (const [property, ...inner] of condition.paths)
    if (property !== undefined && inner.length === 0)
      await addVariety(of, property, (await readWholeList(of)).items)
  const all = await readWholeList(of)
  const values = valuesFor(condition, all.items)
  if (values.length === 0) throw inconclusive('The list has no item that the filter would exclude.')
  for (const value of values) if (await judgeAsked(of, condition, value, all)) return
}

async function judgeAsked(
  of: ReadableList,
  condition: LooseCondition,
  value: Json,
  all: Listing,
): Promise<boolean> {
  const { context, resource } = of
  const { parameter, paths, isTold } = condition
  const asked = { [parameter.name]: value }
  if (!isValid(context.api, asking(of.start, asked))) return false
  const listing = await readPages(of, asked)
  const answer = listing?.answers[0]
  if (!listing || !answer) return false
  const came = new Set(listing.items.map((item) => identityOf(resource, item)))
  const wanted = listing.complete ? all.items.filter((item) => isMet(condition, value, item) === true) : []
  const evidence = {
    parameter: parameter.name,
    property: paths.map((path) => path.join('.')).join(' or '),
    values: [value],
    mismatches: listing.items
      .filter((item) => isMet(condition, value, item) === false)
      .map((item) => ownOf(condition, item)[0] ?? null),
    missing: wanted.map((item) => identityOf(resource, item)).filter((each) => !came.has(each)),
    pointer: parameter.pointer,
    severity: isTold ? 'error' : 'warning',
  } as const
  return context.judge(listFilter, evidence, { answer })
}

/** What the item has of the properties. */
const ownOf = ({ paths }: LooseCondition, item: JsonObject): readonly Json[] =>
  paths.flatMap((path) => {
    const own = path.reduce<Json | undefined>(
      (whole, name) => (whole !== undefined && isJsonObject(whole) ? whole[name] : undefined),
      item,
    )
    return own === undefined || own === null || typeof own === 'object' ? [] : [own]
  })

/** Whether an item meets the condition; undefined if the document leaves that open. */
function isMet(condition: LooseCondition, value: Json, item: JsonObject): boolean | undefined {
  const met = ownOf(condition, item).map((own) => isMetBy(condition, value, own))
  if (met.includes(true)) return true
  return met.length === condition.paths.length && met.every((each) => each === false) ? false : undefined
}

/** Milliseconds by which a day and a time have to differ so that no time zone makes them the same day. */
const twoDays = 172_800_000

function isMetBy(condition: LooseCondition, value: Json, own: Json): boolean | undefined {
  const { kind, isByDay } = condition
  if (isByDay && Math.abs(Date.parse(textOfId(own)) - Date.parse(textOfId(value))) < twoDays) return undefined
  if (kind === 'same') {
    if (textOfId(own) === textOfId(value)) return true
    const isPart = textOfId(own).toLowerCase().includes(textOfId(value).toLowerCase())
    return isPart ? undefined : false
  }
  const order = compareOrdered(own, value)
  if (order === 0) return isTimeAtEdge({ ...condition, kind })
  return order === undefined ? undefined : order > 0 === (kind === 'least')
}

/** Values that each exclude some of the items. */
function valuesFor(condition: LooseCondition, items: readonly JsonObject[]): readonly Json[] {
  const { isByDay } = condition
  const there = items.flatMap((item) => ownOf(condition, item))
  const asked = there.map((each) => (isByDay ? textOfId(each).slice(0, 10) : each))
  const distinct = [...new Map(asked.map((each) => [textOfId(each), each])).values()]
  const sorted = distinct.toSorted((one, other) => compareOrdered(one, other) ?? 0)
  const worth = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)]
  return [...new Set(worth)].flatMap((value) => {
    if (value === undefined) return []
    const isTelling = items.some((item) => isMet(condition, value, item) === false)
    return isTelling || items.some((item) => isMet(condition, value, item) === true) ? [value] : []
  })
}
