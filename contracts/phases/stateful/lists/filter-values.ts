import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Filter } from '../../../../spec/resources.ts'
import { typesOf } from '../../../../spec/schemas/types.ts'
import { escapeRegExp } from '../../../../spec/util/escape-reg-exp.ts'
import { recordProperties, resourceNamed } from '../../../api/api.ts'
import { statesOf } from '../../../api/state-values.ts'
import { textOfId } from '../../../draft.ts'
import { queryParameter, type ReadableList } from '../../../records/lists.ts'

/** The first existing values, large integers among them, and the declared states. */
export function valuesOf(
  of: ReadableList,
  { property }: Filter,
  items: readonly JsonObject[],
): readonly Json[] {
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

/** An existing string in the other case, if the description says that the filter ignores case. */
export function inOtherCase({ ignoresCase }: Filter, values: readonly Json[]): readonly Json[] {
  if (!ignoresCase) return []
  const texts = values.filter((each) => typeof each === 'string')
  return texts
    .map((each) => (each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase()))
    .filter((each) => !texts.includes(each))
    .slice(0, 1)
}

/** An integer that no item has, where no existing value excludes any item: a server that ignores the filter lists everything. */
export function absentValue(
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
export function partsOf(
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
export async function unreferred(
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
export function distinctOf({ property }: Filter, items: readonly JsonObject[]): readonly Json[] {
  const there = items.map((item) => item[property] ?? null).filter(isAskable)
  return [...new Map(there.map((value) => [textOfId(value), value])).values()]
}
