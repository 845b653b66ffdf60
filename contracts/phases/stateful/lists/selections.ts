import type { Pointer } from '../../../../spec/document.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { resolveRef } from '../../../../spec/schemas/subschemas.ts'
import type { RoleOperation } from '../../../api/api.ts'
import type { Severity } from '../../../check.ts'
import { listFilter } from '../../../checks/list-filter.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { asking } from '../../../draft.ts'
import { queryParameter, readPages, type Listing, type ReadableList } from '../../../records/lists.ts'
import { isValid } from '../../../requests/validity.ts'
import { prepareVariedList } from './add-variety.ts'
import { matches, valuesFor, type Query } from './queries.ts'
import { identityOf } from './unnamed-items.ts'

/** Checks that a query returns the items that match and no others. */
export async function judgeQuery(
  context: Context,
  resource: Resource,
  query: Query,
  list?: RoleOperation,
): Promise<void> {
  const { of, all } = await prepareVariedList(context, resource, query.property, list)
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

/** Whether a parameter takes several values. */
export function takesArray({ context, list }: ReadableList, name: string): boolean {
  const schema = queryParameter(list, name)?.schema
  const resolved = schema && resolveRef(context.api.document, schema).schema
  return typeof resolved === 'object' && (resolved['type'] === 'array' || resolved['items'] !== undefined)
}
