import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Filter, Resource } from '../../../../spec/resources.ts'
import { show } from '../../../answers/compare.ts'
import type { RoleOperation } from '../../../api/api.ts'
import { int64 } from '../../../checks/int64.ts'
import { listFilter } from '../../../checks/list-filter.ts'
import { validAccepted } from '../../../checks/valid-accepted.ts'
import type { Context } from '../../../context.ts'
import { asking, textOfId } from '../../../draft.ts'
import {
  queryParameter,
  readPages,
  smallPage,
  type Listing,
  type ReadableList,
} from '../../../records/lists.ts'
import { isValid } from '../../../requests/validity.ts'
import { prepareVariedList } from './add-variety.ts'
import { absentValue, distinctOf, inOtherCase, partsOf, unreferred, valuesOf } from './filter-values.ts'
import { judgeTotal } from './pages.ts'
import { identitiesOf, pointerOf } from './prepare-list.ts'
import { takesArray } from './selections.ts'

/** Checks that a filter returns exactly the matching records, for existing values and for other allowed ones. */
export async function judgeFilter(
  context: Context,
  resource: Resource,
  filter: Filter,
  list?: RoleOperation,
): Promise<void> {
  const { of, all } = await prepareVariedList(context, resource, filter.property, list)
  if (!queryParameter(of.list, filter.parameter)) return
  const isList = takesArray(of, filter.parameter)
  const reading = { isList, all }
  const values = [...valuesOf(of, filter, all.items), ...absentValue(of, filter, all.items)]
  for (const value of [...values, ...(await unreferred(of, filter))]) {
    if (await judgeValues(of, filter, [value], reading)) return
  }
  if (await judgeLaterPages(of, filter, reading)) return
  const several = distinctOf(filter, all.items).slice(0, 2)
  if (isList && several.length === 2) await judgeValues(of, filter, several, reading)
  if (!isList)
    for (const part of partsOf(of, filter, values)) if (await judgeValues(of, filter, [part], reading)) return
  for (const recased of inOtherCase(filter, values))
    if (await judgeValues(of, filter, [recased], { ...reading, ignoresCase: true })) return
}

/** How a filtered list is read. */
interface FilteredReading {
  /** Whether the parameter takes several values. */
  readonly isList: boolean
  /** The list without the filter. */
  readonly all: Listing
  /** The size of pages; as large as allowed if undefined. */
  readonly size?: number
  /** Whether values that differ only in case match. */
  readonly ignoresCase?: boolean
}

/** Reads the items that have one of the values in small pages: the filter has to hold for all of them. */
async function judgeLaterPages(of: ReadableList, filter: Filter, reading: FilteredReading): Promise<boolean> {
  const { items } = reading.all
  const counts = distinctOf(filter, items).map((value) => ({
    value,
    count: items.filter((item) => textOfId(item[filter.property] ?? null) === textOfId(value)).length,
  }))
  const several = counts.find(({ count }) => count > 1 && count < items.length)
  const size = several && smallPage(of.context.api, of.resource, of.list, Math.ceil(several.count / 3))
  if (!several || size === undefined || several.count <= size) return false
  return judgeValues(of, filter, [several.value], { ...reading, size })
}

/** Whether there was anything to report. */
async function judgeValues(
  of: ReadableList,
  filter: Filter,
  values: readonly Json[],
  { isList, all, size, ignoresCase = false }: FilteredReading,
): Promise<boolean> {
  const { context } = of
  const { parameter, property } = filter
  const query = { [parameter]: isList ? values : (values[0] ?? null) }
  if (!isValid(context.api, asking(of.start, query))) return false
  const listing = await readPages(of, query, size)
  const answer = listing?.answers[0]
  if (!listing || !answer) return judgeRefusal(of, filter, query, all)
  const keyOf = (value: Json): string => (ignoresCase ? textOfId(value).toLowerCase() : textOfId(value))
  const wanted = new Set(values.map(keyOf))
  const isMatch = (item: JsonObject): boolean => wanted.has(keyOf(item[property] ?? null))
  const mismatches = listing.items.filter((item) => !isMatch(item)).map((item) => item[property] ?? null)
  const came = new Set(identitiesOf(of, listing.items).map(textOfId))
  const missing = listing.complete
    ? identitiesOf(of, all.items.filter(isMatch)).filter((id) => !came.has(textOfId(id)))
    : []
  const pointer = pointerOf(of, parameter)
  const [large] = values
  if (typeof large === 'bigint' && mismatches.length + missing.length > 0) {
    const came =
      mismatches.length > 0
        ? `an item with ${property} = ${show(mismatches[0])}`
        : 'a list without the items that have it'
    return context.judge(int64, { where: `query ${parameter}`, sent: large, came, pointer }, { answer })
  }
  const evidence = { parameter, property, values, mismatches, missing, pointer }
  const wrong = listing.pages.findIndex((page) => !page.every(isMatch))
  const [before, shown] = wrong > 0 ? listing.answers.slice(wrong - 1) : [undefined, answer]
  const where = { answer: shown ?? answer, ...(before && { after: [before] }) }
  if (context.judge(listFilter, evidence, where)) return true
  return listing.complete && judgeTotal(of, answer, listing.items.length, parameter)
}

/** Judges a list that is refused for an id that an item has: other ids may be refused, since they name no record. */
async function judgeRefusal(
  of: ReadableList,
  { parameter, property }: Filter,
  query: JsonObject,
  { items }: Listing,
): Promise<boolean> {
  const { context, resource, start } = of
  const value = query[parameter] ?? null
  const isReference = resource.references.some((each) => each.property === property)
  if (!isReference || !items.some((item) => textOfId(item[property] ?? null) === textOfId(value)))
    return false
  const answer = await context.send(asking(start, query), 'valid')
  if (answer.status !== 400 && answer.status !== 422) return false
  const title = `${parameter} = ${show(value)}, which an item has`
  const evidence = { answer, cause: `query/${parameter} item`, title, allowedBy: pointerOf(of, parameter) }
  return context.judge(validAccepted, evidence, { answer })
}
