import type { Parameter } from '../../spec/document.ts'
import { header } from '../../spec/http.ts'
import { parseLinks } from '../../spec/http/link-header.ts'
import { isIdCursor } from '../../spec/inference/lists/id-cursor.ts'
import { isNextName } from '../../spec/inference/lists/paging.ts'
import { flattenRecord } from '../../spec/inference/records/flatten.ts'
import { isJsonObject, memberAt, type Json, type JsonObject } from '../../spec/json.ts'
import { queryParametersOf } from '../../spec/parameters/members.ts'
import type { Paging, Resource } from '../../spec/resources.ts'
import { keywordOf } from '../../spec/schemas/subschemas.ts'
import { enumValues } from '../../spec/schemas/types.ts'
import { isSuccess, jsonOf } from '../answer.ts'
import { idIn, recordsIn, sameId } from '../answers/answer-records.ts'
import { shownBy, type Api, type RoleOperation } from '../api/api.ts'
import { keywordsOf } from '../api/keywords.ts'
import type { Context } from '../context.ts'
import { askedBy, asking } from '../draft.ts'
import type { Answer, Draft } from '../interaction.ts'
import { requestAt } from '../requests/paths.ts'
import { hasMoreIn } from './has-more.ts'

/** A list, and an accepted request that reads it. */
export interface ReadableList {
  readonly context: Context
  readonly resource: Resource
  readonly list: RoleOperation
  readonly start: Draft
}

/** The pages of a list. */
export interface Listing {
  readonly items: readonly JsonObject[]
  readonly pages: readonly (readonly JsonObject[])[]
  readonly answers: readonly Answer[]
  /** Whether the last page was reached. */
  readonly complete: boolean
}

const mostPages = 30

/**
 * Reads a list from the first page to the last, or to the `most`th, in pages of `size` or as large as allowed. Returns undefined if a
 * page cannot be read.
 */
export async function readPages(
  of: ReadableList,
  query: JsonObject = {},
  size: number | undefined = largestPage(of.context.api, of.resource, of.list),
  most: number = mostPages,
): Promise<Listing | undefined> {
  const { context, resource, list, start } = of
  const pages: (readonly JsonObject[])[] = []
  const answers: Answer[] = []
  const sizeName = resource.paging?.size
  let draft: Draft | undefined = asking(start, {
    ...fromTheFirst(context.api, resource, list, start),
    ...query,
    ...(sizeName !== undefined && size !== undefined && { [sizeName]: size }),
  })
  while (draft && pages.length < most) {
    const answer: Answer = await context.send(draft, 'valid')
    const items = isSuccess(answer.status) ? recordsIn(answer, list.role) : undefined
    if (items === undefined) return undefined
    pages.push(items.map((each) => flattenRecord(resource.nesting, each)))
    answers.push(answer)
    draft = items.length === 0 ? undefined : nextPage({ ...of, size }, answer, draft, pages)
  }
  const last = answers.at(-1)
  const isCut = last !== undefined && mayBeCut({ ...of, size }, pages, last)
  return { items: pages.flat(), pages, answers, complete: draft === undefined && !isCut }
}

/** Whether more items may follow the last page read, although nothing says how to request them. */
function mayBeCut(of: PagedList, pages: Listing['pages'], last: Answer): boolean {
  const left = pages.at(-1)?.length ?? 0
  if (left === 0) return false
  const isOnly = pages.length === 1
  return (isOnly && (isUntold(of, left) || isFirstOfMany(of, left))) || tellsOfMore(of.resource, last)
}

/** The query that selects the first page if the request, or the parameter's default, starts elsewhere. */
function fromTheFirst(api: Api, { paging }: Resource, list: RoleOperation, start: Draft): JsonObject {
  const parameter = queryParameter(list, paging?.position)
  if (!paging || !parameter || paging.kind === 'cursor') return {}
  const begin = limitOf(api, parameter, 'default') ?? paging.first
  return Object.hasOwn(askedBy(start), parameter.name) || begin !== paging.first
    ? { [parameter.name]: paging.first }
    : {}
}

/** Whether the page is full, and the document does not say how to request the next one. */
function isUntold(
  { context, resource: { paging }, list, size = Infinity }: PagedList,
  items: number,
): boolean {
  const isTold =
    paging?.kind === 'cursor'
      ? paging.next !== undefined || isPagedById(context.api, paging, list)
      : paging?.position !== undefined
  return !isTold && items >= Math.min(size, mostItems(context, list))
}

/** Whether the next page is requested by the id of the last item of this one. */
const isPagedById = ({ document }: Api, paging: Paging, list: RoleOperation): boolean => {
  const cursor = paging.kind === 'cursor' ? queryParameter(list, paging.position) : undefined
  return cursor !== undefined && paging.next === undefined && isIdCursor(document, cursor)
}

/** Whether an undescribed list has a customary page size: it may be the first of several pages. */
const isFirstOfMany = ({ context, resource }: PagedList, items: number): boolean =>
  context.api.supposed.has(resource.name) && items >= 10 && items % 5 === 0

/** The `maxItems` of the list's schema; Infinity if it has none. */
function mostItems({ api }: Context, list: RoleOperation): number {
  const shown = shownBy(api, list)
  const most = shown && keywordsOf(api, shown).get('maxItems')
  return typeof most === 'number' ? most : Infinity
}

/** Whether a response says that more items follow, although the document does not say how to request them. */
function tellsOfMore({ paging }: Resource, answer: Answer): boolean {
  if (paging !== undefined && paging.kind !== 'cursor') return false
  const members = membersWithin(jsonOf(answer), 3)
  const flags = members.flatMap(([name, value]) => (/^has_?(?:more|next)/i.test(name) ? [value] : []))
  if (flags.length > 0) return flags.includes(true)
  return members.some(
    ([name, value]) => isNextName(name) && value !== '' && value !== null && !isEmpty(value),
  )
}

const isEmpty = (value: Json): boolean => isJsonObject(value) && Object.keys(value).length === 0

/** The members of an object and of the objects within, but not of the items of lists. */
function membersWithin(value: Json | undefined, depth: number): readonly (readonly [string, Json])[] {
  if (value === undefined || !isJsonObject(value) || depth === 0) return []
  return Object.entries(value).flatMap(([name, member]) => [
    [name, member] as const,
    ...membersWithin(member, depth - 1),
  ])
}

/** A list that is being read in pages of `size`. */
interface PagedList extends ReadableList {
  readonly size: number | undefined
}

/** The request of the page that follows the response; undefined if there is none. */
function nextPage(
  paged: PagedList,
  answer: Answer,
  draft: Draft,
  pages: readonly (readonly JsonObject[])[],
): Draft | undefined {
  const { context, resource, list, size } = paged
  const { paging } = resource
  if (!paging || paging.position === undefined) return followLink(context, answer, draft)
  if (isPagedById(context.api, paging, list)) return afterLastItem(paged, answer, draft, pages)
  if (paging.kind === 'cursor') return nextCursor(context, paging, answer, draft)
  // The declared total is ignored: a wrong one must not end the reading early.
  if ((pages.at(-1)?.length ?? 0) < (size ?? 1)) return undefined
  const passed = paging.kind === 'offset' ? pages.flat().length : pages.length
  return asking(draft, { [paging.position]: paging.first + passed })
}

/** The request of the page after the last item, unless the answer says that nothing follows. */
function afterLastItem(
  { context, resource, list, size }: PagedList,
  answer: Answer,
  draft: Draft,
  pages: readonly (readonly JsonObject[])[],
): Draft | undefined {
  const { position = '' } = resource.paging ?? {}
  const [page = [], before] = pages.toReversed()
  const [id, idBefore] = [page, before].map((items) => idIn(items?.at(-1), resource))
  const hasMore = hasMoreIn(context.api, list, answer)?.value ?? page.length >= (size ?? 1)
  // Without this, a server that ignores the cursor would be read for ever.
  const isRepeated = id !== undefined && idBefore !== undefined && sameId(id, idBefore)
  return hasMore && id !== undefined && !isRepeated ? asking(draft, { [position]: id }) : undefined
}

function nextCursor(
  context: Context,
  paging: NonNullable<Resource['paging']>,
  answer: Answer,
  draft: Draft,
): Draft | undefined {
  const next = paging.next && memberAt(jsonOf(answer), paging.next)
  if (paging.next === undefined) return followLink(context, answer, draft)
  if (typeof next !== 'string' && typeof next !== 'number') return undefined
  const text = String(next)
  if (text === '') return undefined
  if (/^(?:https?:\/)?\//.test(text)) return at(context, text, draft)
  return paging.position === undefined ? undefined : asking(draft, { [paging.position]: next })
}

/** The request of the next page in the Link header (RFC 8288). */
function followLink(context: Context, answer: Answer, draft: Draft): Draft | undefined {
  const field = header(answer.exchange.response.headers, 'link')
  const reading = parseLinks(field ?? '')
  const next = reading.kind === 'ok' ? reading.links.find(({ rel }) => rel === 'next') : undefined
  return next && at(context, next.uri, draft)
}

function at(context: Context, uri: string, draft: Draft): Draft | undefined {
  const raw = requestAt(context.run.client.target, uri, draft.operation.path)
  return raw && { ...draft, raw }
}

/** The total number of items, read where the document declares it. */
export function totalIn(answer: Answer, { total }: Pick<Resource, 'total'>): number | undefined {
  if (!total) return undefined
  const value =
    'header' in total
      ? header(answer.exchange.response.headers, total.header)
      : memberAt(jsonOf(answer), total.property)
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

const usualSizes = [100, 50, 25, 20, 10, 5, 2, 1]

/** The largest page size that may be requested; at most a hundred unless the document allows more. */
export function largestPage(api: Api, resource: Resource, list: RoleOperation): number | undefined {
  const parameter = queryParameter(list, resource.paging?.size)
  const largest = parameter && limitOf(api, parameter, 'maximum')
  const listed = parameter ? sizesIn(api, parameter).toReversed() : []
  return pageSize(api, parameter, [...(largest === undefined ? [] : [largest]), ...listed, ...usualSizes])
}

/** The wanted page size if it is allowed, otherwise the smallest allowed one of at least two items. */
export function smallPage(
  api: Api,
  resource: Resource,
  list: RoleOperation,
  wanted: number,
): number | undefined {
  const parameter = queryParameter(list, resource.paging?.size)
  const listed = parameter ? sizesIn(api, parameter).filter((size) => size > 1) : []
  return pageSize(api, parameter, [wanted, ...listed])
}

/** The first of these sizes that the parameter accepts, as a number or as a string. */
function pageSize(api: Api, parameter: Parameter | undefined, sizes: readonly number[]): number | undefined {
  if (!parameter?.schema) return undefined
  const { accepts } = api.validator.of(parameter.schema, 'request')
  return sizes.find((size) => accepts(size) || accepts(String(size)))
}

/** The sizes in the parameter's enum, in ascending order. */
const sizesIn = ({ document }: Api, { schema }: Parameter): readonly number[] =>
  (schema ? enumValues(document, schema) : [])
    .map(Number)
    .filter(Number.isInteger)
    .toSorted((a, b) => a - b)

/** The number that the parameter's schema has for a keyword. */
export function limitOf(
  api: Api,
  parameter: Parameter,
  keyword: 'maximum' | 'minimum' | 'default',
): number | undefined {
  const value = parameter.schema && keywordOf(api.document, parameter.schema, keyword)
  return typeof value === 'number' ? value : undefined
}

export function queryParameter(
  { operation }: RoleOperation,
  name: string | undefined,
): Parameter | undefined {
  return queryParametersOf(operation).find((each) => each.name === name)
}
