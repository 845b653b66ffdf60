import type { Operation } from '../../../../spec/document.ts'
import { memberNamed, type Json } from '../../../../spec/json.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import { own } from '../../../../spec/util/object.ts'
import type { Page } from '../../../store/store.ts'
import { neighbours, pageLinksOf, positionAt, type Neighbours, type PageRequest } from './page-links.ts'

/** What the values of members are computed from. */
export interface Window {
  readonly pageRequest: PageRequest
  /** Items on the page. */
  readonly shown: number
  readonly total: number
  readonly limit: number
  readonly page: Json
  readonly around: Neighbours
}

export function windowAt(pageRequest: PageRequest, { items, total }: Page): Window {
  const { offset, limit = total } = pageRequest.query
  const isNumbered = pageRequest.resource.paging?.kind === 'page'
  const page = isNumbered ? positionAt(pageRequest, offset) : Math.floor(offset / Math.max(limit, 1)) + 1
  return { pageRequest, shown: items.length, total, limit, page, around: neighbours(pageRequest, total) }
}

/** The parameter that asks for the total: `$count=true`. */
const askingForTotal = perObject(({ parameters }: Operation) =>
  parameters.find(
    ({ in: place, name, schema }) =>
      place === 'query' &&
      /^\$?(?:(?:include|with|show)_?)?(?:total_?)?count$/i.test(name) &&
      own(schema?.schema, 'type') === 'boolean',
  ),
)

/** The total; null if a parameter has to ask for it, and does not. */
export function totalIn({ total, pageRequest: { declared, request } }: Window): Json {
  const asking = askingForTotal(declared)
  return !asking || memberNamed(request.query, asking.name) === true ? total : null
}

/** Computes the value of a member. */
export type PageValue = (window: Window) => Json

const offsetOf = ({ pageRequest }: Window): number =>
  pageRequest.query.offset +
  (pageRequest.resource.paging?.kind === 'offset' ? pageRequest.resource.paging.first : 0)

const firstLink: PageValue = ({ pageRequest, around }) => linkTo(pageRequest, around.first)
const thisLink: PageValue = ({ pageRequest }) => linkTo(pageRequest, pageRequest.query.offset)
const lastLink: PageValue = ({ pageRequest, around }) => linkTo(pageRequest, around.last)

const pagesOf = ({ total, limit }: Window): number => Math.ceil(total / Math.max(limit, 1))

/** A value for the previous or next page; null if there is none. */
function ofPage({ pageRequest, around }: Window, which: 'prev' | 'next', valueAt: typeof positionAt): Json {
  const offset = around[which]
  return offset === undefined || !pageRequest.resource.paging ? null : valueAt(pageRequest, offset)
}

/** The URL of the page that begins at an offset. */
export const linkTo = (pageRequest: PageRequest, offset: number): string =>
  pageRequest.baseUrl + pageLinksOf(pageRequest)(offset)

/** Well-known names of members, and their values. Values that the schema of a member does not accept are left out. */
const wellKnown: readonly (readonly [names: string, value: PageValue])[] = [
  ['count itemcount itemsonpage numberofelements', ({ shown }) => shown],
  ['size', ({ pageRequest, shown, limit }) => (pageRequest.resource.paging?.kind === 'page' ? limit : shown)],
  [
    'total totalcount totalitems totalresults totalentries totalelements totalrecords odatacount filtercount recordsfiltered',
    totalIn,
  ],
  ['totalpages pagecount pagetotal numpages pages', pagesOf],
  ['lastpage', (window) => Math.max(1, pagesOf(window))],
  ['page currentpage pagenumber number', ({ page }) => page],
  ['pagesize perpage limit take maxresults', ({ limit }) => limit],
  // SCIM counts the items on this page (RFC 7644 §3.4.2).
  [
    'itemsperpage',
    ({ pageRequest, shown, limit }) =>
      pageRequest.resource.paging?.position === 'startIndex' ? shown : limit,
  ],
  ['offset skip start startindex startat', offsetOf],
  ['end', ({ pageRequest, shown }) => (shown === 0 ? null : pageRequest.query.offset + shown - 1)],
  ['from', ({ pageRequest, shown }) => (shown === 0 ? null : pageRequest.query.offset + 1)],
  ['to', ({ pageRequest, shown }) => (shown === 0 ? null : pageRequest.query.offset + shown)],
  ['empty', ({ shown }) => shown === 0],
  ['paged', ({ pageRequest }) => pageRequest.query.limit !== undefined],
  ['unpaged', ({ pageRequest }) => pageRequest.query.limit === undefined],
  ['hasmore hasnext hasnextpage', ({ around }) => around.next !== undefined],
  ['hasprev hasprevious haspreviouspage', ({ around }) => around.prev !== undefined],
  ['first isfirst isfirstpage', ({ around }) => around.prev === undefined],
  ['last islast islastpage', ({ around }) => around.next === undefined],
  ['self uri href', thisLink],
  ['firstpageurl firstpageuri', firstLink],
  ['lastpageurl lastpageuri', lastLink],
  ['nextpage', (window) => ofPage(window, 'next', positionAt)],
  ['previouspage prevpage', (window) => ofPage(window, 'prev', positionAt)],
  [
    'previous prev previouspageurl prevpageurl previouspageuri prevpageuri',
    (window) => ofPage(window, 'prev', linkTo),
  ],
]

/** Values of members by their well-known names, normalized. */
export const valueByName: ReadonlyMap<string, PageValue> = new Map(
  wellKnown.flatMap(([names, value]) => names.split(' ').map((name) => [name, value] as const)),
)

/** Values of members in an object of links. Elsewhere `first` and `last` are flags. */
export const linkValues: ReadonlyMap<string, PageValue> = new Map<string, PageValue>([
  ['current', thisLink],
  ['first', firstLink],
  ['last', lastLink],
])

const isSorted = ({ pageRequest }: Window): boolean =>
  memberNamed(pageRequest.request.query, 'sort') !== undefined

/** Values of members in an object that describes the order, as in pages of Spring Data. */
export const orderValues: ReadonlyMap<string, PageValue> = new Map<string, PageValue>([
  ['sorted', isSorted],
  ['unsorted', (window) => !isSorted(window)],
  ['empty', (window) => !isSorted(window)],
])
