import type { Pointer } from '../../../../spec/document.ts'
import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Filter, Resource } from '../../../../spec/resources.ts'
import { resolveRef } from '../../../../spec/schemas/subschemas.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { escapeRegExp } from '../../../../spec/util/escape-reg-exp.ts'
import { recordProperties, resourceNamed, type RoleOperation } from '../../../api/api.ts'
import { statesOf } from '../../../api/state-values.ts'
import type { Severity } from '../../../check.ts'
import { int64 } from '../../../checks/int64.ts'
import { listFilter } from '../../../checks/list-filter.ts'
import { validAccepted } from '../../../checks/valid-accepted.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { asking, textOfId } from '../../../draft.ts'
import { show } from '../../../records/compare.ts'
import {
  queryParameter,
  readPages,
  smallPage,
  type Listing,
  type ReadableList,
} from '../../../records/lists.ts'
import { isValid } from '../../../requests/validity.ts'
import { addVariety } from './add-variety.ts'
import { judgeTotal } from './pages.ts'
import { identitiesOf, pointerOf, prepareList, readWholeList } from './prepare-list.ts'
import { matches, valuesFor, type Query } from './queries.ts'
import { identityOf } from './unnamed-items.ts'

/** Checks that a filter returns exactly the matching records, for existing values and for other allowed ones. */
export async function judgeFilter(
  context: Context,
  resource: Resource,
  filter: Filter,
  list?: RoleOperation,
): Promise<void> {
  const of = await prepareList(context, resource, list)
  await addVariety(of, filter.property, (await readWholeList(of)).items)
  const all = await readWholeList(of)
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

/** An existing string in the other case, if the description says that the filter ignores case. */
function inOtherCase({ ignoresCase }: Filter, values: readonly Json[]): readonly Json[] {
  if (!ignoresCase) return []
  const texts = values.filter((each) => typeof each === 'string')
  return texts
    .map((each) => (each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase()))
    .filter((each) => !texts.includes(each))
    .slice(0, 1)
}

/** An integer that no item has, where no existing value excludes any item: a server that ignores the filter lists everything. */
function absentValue(
  { context, resource }: ReadableList,
  filter: Filter,
  items: readonly JsonObject[],
): readonly Json[] {
  const node = recordProperties(context.api, resource).get(filter.property)
  const isInteger = node !== undefined && typesOf(context.api.document, node).has('integer')
  // What lists do not show may have any value.
  const there = items.flatMap(
    (item) => item[filter.property] ?? (Object.hasOwn(item, filter.property) ? [null] : []),
  )
  const isShown = there.length > 0 && there.length === items.length
  if (!isInteger || !isShown || new Set(there.map(textOfId)).size > 1) return []
  const [only] = there
  return [typeof only === 'number' ? only + 1 : 1]
}

/** A part of an existing string, if the description says that the filter matches exactly. */
function partsOf(
  { context, list }: ReadableList,
  { parameter }: Filter,
  values: readonly Json[],
): readonly Json[] {
  const declared = queryParameter(list, parameter)
  const isWhole = declared && asksForWhole(parameterDescription(context.api.document, declared), parameter)
  if (!isWhole) return []
  return values.flatMap((each) => (typeof each === 'string' ? partOf(each) : [])).slice(0, 1)
}

/** "Matched exactly", "Only the driver with this email address". */
const asksForWhole = (text: string, parameter: string): boolean =>
  /\bexact(?:ly)?\b/i.test(text) ||
  new RegExp(`\\bthe \\w+ with (?:this|that|the given) ${escapeRegExp(parameter)}\\b`, 'i').test(text)

/** Most of a word, or of an email address, which stays one. */
function partOf(text: string): readonly string[] {
  if (/^\w{4,}$/.test(text)) return [text.slice(0, -1)]
  return /^\w{2,}@[\w.-]+$/.test(text) ? [text.slice(1)] : []
}

/** The id of a new record that nothing refers to: a server that ignores a filter without matches lists everything. */
async function unreferred(
  { context, resource }: ReadableList,
  { property }: Filter,
): Promise<readonly Json[]> {
  const other = resource.references.find((each) => each.property === property)?.resource
  const referred =
    other === undefined || other === resource.name ? undefined : resourceNamed(context.api, other)
  const made = referred && (await context.fixture(referred, { fresh: true }))
  return made?.creation ? [made.id] : []
}

/** Whether a value can be filtered by; an empty parameter may count as a missing one. */
export const isAskable = (value: Json): boolean => value !== null && value !== '' && typeof value !== 'object'

/** The distinct existing values. */
function distinctOf({ property }: Filter, items: readonly JsonObject[]): readonly Json[] {
  const there = items.map((item) => item[property] ?? null).filter(isAskable)
  return [...new Map(there.map((value) => [textOfId(value), value])).values()]
}

/** Whether a parameter takes several values. */
export function takesArray({ context, list }: ReadableList, name: string): boolean {
  const schema = queryParameter(list, name)?.schema
  const resolved = schema && resolveRef(context.api.document, schema).schema
  return typeof resolved === 'object' && (resolved['type'] === 'array' || resolved['items'] !== undefined)
}

/** The first existing values, large integers among them, and the declared states. */
function valuesOf(of: ReadableList, { property }: Filter, items: readonly JsonObject[]): readonly Json[] {
  const node = recordProperties(of.context.api, of.resource).get(property)
  const states = (node && statesOf(of.context.api, node)) ?? []
  const there = items.map((item) => item[property] ?? null).filter(isAskable)
  const large = there.filter((value) => typeof value === 'bigint')
  const small = there.filter((value) => typeof value !== 'bigint')
  const distinct = new Map(
    [...small.slice(-2), ...small.slice(0, 1), ...states.filter(isAskable), ...large.slice(0, 1)].map(
      (value) => [textOfId(value), value] as const,
    ),
  )
  return [...distinct.values()].slice(-8)
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

/** Checks that a query returns the items that match and no others. */
export async function judgeQuery(
  context: Context,
  resource: Resource,
  query: Query,
  list?: RoleOperation,
): Promise<void> {
  const of = await prepareList(context, resource, list)
  await addVariety(of, query.property, (await readWholeList(of)).items)
  const all = await readWholeList(of)
  const values = valuesFor(query, all.items)
  if (values.length === 0) throw inconclusive('The list has no item that the filter would exclude.')
  for (const value of values) {
    if (await judgeAsked(of, query, value, all)) return
  }
}

async function judgeAsked(of: ReadableList, query: Query, value: Json, all: Listing): Promise<boolean> {
  const { parameter, property, field, isDescribed } = query
  const selection = {
    asked: { [parameter.name]: askedFor(of, query, value) },
    parameter: field === undefined ? parameter.name : `${parameter.name}[${field}]`,
    property,
    value,
    pointer: parameter.pointer,
    severity: isDescribed ? 'error' : 'warning',
    matches: (item: JsonObject) => matches(query, value, item),
  } as const
  return judgeSelection(of, selection, all)
}

/** The items that a query asks for. */
export interface Selection {
  readonly asked: JsonObject
  /** The parameter's name, for reports. */
  readonly parameter: string
  readonly property: string
  readonly value: Json
  readonly pointer: Pointer
  readonly severity: Severity
  /** Whether an item has to be listed, or must not be; undefined if that cannot be decided. */
  readonly matches: (item: JsonObject) => boolean | undefined
}

/** Reads the items that a query asks for. Returns whether there was anything to report. */
export async function judgeSelection(
  of: ReadableList,
  { asked, value, matches: isMatch, ...told }: Selection,
  all: Listing,
): Promise<boolean> {
  const { context, resource } = of
  if (!isValid(context.api, asking(of.start, asked))) return false
  const listing = await readPages(of, asked)
  const answer = listing?.answers[0]
  if (!listing || !answer) return false
  const mismatches = listing.items
    .filter((item) => isMatch(item) === false)
    .map((item) => item[told.property] ?? null)
  const came = new Set(listing.items.map((item) => identityOf(resource, item)))
  const wanted = listing.complete ? all.items.filter((item) => isMatch(item) === true) : []
  const missing = wanted.map((item) => identityOf(resource, item)).filter((each) => !came.has(each))
  return context.judge(listFilter, { ...told, values: [value], mismatches, missing }, { answer })
}

/** The value of a query's parameter that asks for items with that value. */
export function askedFor(of: ReadableList, { kind, field, parameter }: Query, value: Json): Json {
  if (field !== undefined) return { [field]: value }
  const isOneOf = kind === 'member' || kind === 'reference'
  return isOneOf && takesArray(of, parameter.name) ? [value] : value
}
