import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import type { Json, JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { enumValues } from '../../../../spec/schemas/types.ts'
import type { Api, RoleOperation } from '../../../api/api.ts'
import { listFilter } from '../../../checks/list-filter.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { asking, textOfId } from '../../../draft.ts'
import { queryParameter, readPages, type Listing, type ReadableList } from '../../../records/lists.ts'
import { isValid } from '../../../requests/validity.ts'
import { isAskable } from './filter-values.ts'
import { pointerOf, prepareList, readWholeList } from './prepare-list.ts'
import { matches, queriesOf, valuesFor, type Query } from './queries.ts'
import { askedFor, takesArray } from './selections.ts'
import { identityOf } from './unnamed-items.ts'

/** A value for a parameter that selects items. */
interface Selection {
  readonly parameter: string
  readonly property: string
  readonly value: Json
  readonly kind: Query['kind'] | 'equal'
  readonly query: JsonObject
  /** Undefined if that cannot be decided. */
  matches(item: JsonObject): boolean | undefined
}

/** Pairs of parameters that are tried. */
const mostPairs = 4

/** Whether a list has several parameters that select items, and nothing says that one of them is enough. */
export function combinesFilters(api: Api, resource: Resource, list: RoleOperation): boolean {
  return parametersOf(api, resource, list).size > 1 && !mayBeAlternatives(api, list)
}

/** Names of the parameters that select items. */
const parametersOf = (api: Api, resource: Resource, list: RoleOperation): ReadonlySet<string> =>
  new Set([
    ...resource.filters.map(({ parameter }) => parameter),
    ...queriesOf(api, resource, list).map(({ parameter }) => parameter.name),
  ])

const alternatives =
  /\b(?:either|any of|at least one|instead of|ignored?|ignores|exclusive(?:ly)?|precedence|overrides?)\b/i

/** Whether the document says that items need not match all parameters, or lets clients choose that. */
function mayBeAlternatives({ document }: Api, { operation }: RoleOperation): boolean {
  const texts = operation.parameters.map((each) => parameterDescription(document, each))
  const isChosen = operation.parameters.some(({ schema }) => {
    const values = new Set(
      schema ? enumValues(document, schema).map((each) => textOfId(each).toLowerCase()) : [],
    )
    return (values.has('or') && values.has('and')) || (values.has('any') && values.has('all'))
  })
  return (
    isChosen ||
    [operation.description ?? '', ...texts].some((text) => alternatives.test(text) || /\bOR\b/.test(text))
  )
}

/** Checks that items match all of the parameters in a request that has two. */
export async function judgeCombinedFilters(
  context: Context,
  resource: Resource,
  list?: RoleOperation,
): Promise<void> {
  const of = await prepareList(context, resource, list)
  const all = await readWholeList(of)
  const pairs = pairsOf(selectionsOf(of, all.items), all.items).slice(0, mostPairs)
  if (pairs.length === 0) throw inconclusive('The list has no items that match one filter and not the other.')
  for (const pair of pairs) if (await judgePair(of, pair, all)) return
}

/** Every value worth selecting by. */
function selectionsOf(of: ReadableList, items: readonly JsonObject[]): readonly Selection[] {
  const { context, resource, list } = of
  const filters = resource.filters
    .filter(({ parameter }) => queryParameter(list, parameter))
    .flatMap(({ parameter, property }) => {
      const values = items.map((item) => item[property] ?? null).filter(isAskable)
      const distinct = new Map(values.map((value) => [textOfId(value), value]))
      return [...distinct].slice(-2).map(([text, value]): Selection => ({
        parameter,
        property,
        value,
        kind: 'equal',
        query: { [parameter]: takesArray(of, parameter) ? [value] : value },
        matches: (item) => textOfId(item[property] ?? null) === text,
      }))
    })
  const queries = queriesOf(context.api, resource, list).flatMap((query) =>
    valuesFor(query, items).map((value): Selection => ({
      parameter: query.parameter.name,
      property: query.property,
      value,
      kind: query.kind,
      query: { [query.parameter.name]: askedFor(of, query, value) },
      matches: (item) => matches(query, value, item),
    })),
  )
  return [...filters, ...queries]
}

type Pair = readonly [Selection, Selection]

/** For two parameters each, values of which each selects an item that the other one does not, or at least one does. */
function pairsOf(selections: readonly Selection[], items: readonly JsonObject[]): readonly Pair[] {
  const pairs = new Map<string, { readonly pair: Pair; readonly worth: number }>()
  for (const [index, first] of selections.entries())
    for (const second of selections.slice(index + 1)) {
      if (!areIndependent(first, second)) continue
      const worth = [isWider(first, second, items), isWider(second, first, items)].filter(Boolean).length
      const names = `${first.parameter}\n${second.parameter}`
      if (worth > (pairs.get(names)?.worth ?? 0)) pairs.set(names, { pair: [first, second], worth })
    }
  return [...pairs.values()].toSorted((a, b) => b.worth - a.worth).map(({ pair }) => pair)
}

/** Whether two parameters select by different properties, or by both ends of a range. */
const areIndependent = (first: Selection, second: Selection): boolean =>
  first.parameter !== second.parameter &&
  (first.property !== second.property ||
    (first.kind === 'least' && second.kind === 'most') ||
    (first.kind === 'most' && second.kind === 'least'))

const isWider = (first: Selection, second: Selection, items: readonly JsonObject[]): boolean =>
  items.some((item) => first.matches(item) === true && second.matches(item) === false)

/** Whether there was anything to report. */
async function judgePair(of: ReadableList, [first, second]: Pair, all: Listing): Promise<boolean> {
  const { context } = of
  const listing = await ask(of, { ...first.query, ...second.query })
  const answer = listing?.answers[0]
  if (!listing || !answer) return false
  const deviations = deviationsOf(of, [first, second], listing, all)
  if (deviations.mismatches.length + deviations.missing.length === 0) return false
  // What one of them does wrong alone is reported of that one.
  for (const each of [first, second]) {
    const alone = await ask(of, each.query)
    if (!alone) return false
    const own = deviationsOf(of, [each], alone, all)
    if (own.mismatches.length + own.missing.length > 0) return false
  }
  const { parameter, property, value } = deviations.by ?? second
  const other = parameter === first.parameter ? second : first
  const pointer = pointerOf(of, parameter)
  return context.judge(
    listFilter,
    { parameter, property, values: [value], ...deviations, pointer, together: other },
    { answer },
  )
}

async function ask(of: ReadableList, query: JsonObject): Promise<Listing | undefined> {
  const { context, resource, list, start } = of
  return isValid(context.api, asking(start, query))
    ? readPages({ context, resource, list, start }, query)
    : undefined
}

interface Deviations {
  /** The selection that the first mismatch does not match. */
  readonly by: Selection | undefined
  readonly mismatches: readonly Json[]
  readonly missing: readonly Json[]
}

/** What a list has that does not match every selection, and what it lacks. */
function deviationsOf(
  { resource }: ReadableList,
  selections: readonly Selection[],
  listing: Listing,
  all: Listing,
): Deviations {
  const broken = listing.items.flatMap((item) => {
    const by = selections.find((each) => each.matches(item) === false)
    return by ? [{ by, value: item[by.property] ?? null }] : []
  })
  const came = new Set(listing.items.map((item) => identityOf(resource, item)))
  const wanted = listing.complete
    ? all.items.filter((item) => selections.every((each) => each.matches(item) === true))
    : []
  return {
    by: broken[0]?.by,
    mismatches: broken.map(({ value }) => value),
    missing: wanted.map((item) => identityOf(resource, item)).filter((id) => !came.has(id)),
  }
}
