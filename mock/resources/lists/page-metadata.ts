import { responseFor, type Operation, type Response } from '../../../spec/document.ts'
import { isNextName } from '../../../spec/inference/lists/paging.ts'
import { normalizeName } from '../../../spec/inference/prose/words.ts'
import { memberNamed, stringifyJson, type Json } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { getOrInsertComputed, perObject } from '../../../spec/util/memo.ts'
import { own } from '../../../spec/util/object.ts'
import type { Page } from '../../store/store.ts'
import type { Member } from '../member.ts'
import type { NamesAt, Presenter } from '../presenter.ts'
import { neighbours, pageLinksOf, positionAt, type Neighbours, type PageRequest } from './page-links.ts'
export { canRefuse } from '../../http/declared-status.ts'
export { sumMembers } from './sums.ts'

/**
 * The headers with the total, such as `X-Total-Count`, others with well-known names, `X-Per-Page`, and `Link` (RFC 8288), as far as
 * the response declares them.
 */
export function listHeaders(
  pageRequest: PageRequest,
  status: number,
  page: Page,
): Readonly<Record<string, string>> {
  const { total } = page
  const { resource, declared } = pageRequest
  const response = responseFor(declared, status)
  if (response === undefined || response.headers.length === 0) return noHeaders
  const { names, values } = headersOf(response)
  const counter = resource.total && 'header' in resource.total ? resource.total.header : undefined
  const hasTotal = counter !== undefined && names.has(counter.toLowerCase())
  const hasLinks = names.has('link') && resource.paging?.position !== undefined
  const others = hasTotal ? values.filter(([name]) => name !== counter.toLowerCase()) : values
  return {
    ...(others.length > 0 && described(others, windowAt(pageRequest, page))),
    ...(hasTotal && { [counter]: String(total) }),
    ...(hasLinks && { Link: links(pageRequest, total) }),
  }
}

const noHeaders = {}

/** The headers that a response declares. */
interface DeclaredHeaders {
  /** In lower case. */
  readonly names: ReadonlySet<string>
  /** Those with well-known names, as `x-per-page`. */
  readonly values: readonly (readonly [name: string, value: PageValue])[]
}

const declaredHeaders = new WeakMap<Response, DeclaredHeaders>()

const headersOf = (response: Response): DeclaredHeaders =>
  getOrInsertComputed(declaredHeaders, response, () => {
    const names = response.headers.map(({ name }) => name.toLowerCase())
    const values = names.flatMap((name) => {
      const known = /^x-(?:pagination-)?(.+)/.exec(name)?.[1] ?? ''
      const value = valueByName.get(normalizeName(known))
      return value ? [[name, value] as const] : []
    })
    return { names: new Set(names), values }
  })

/** The headers with the values that the page has for them. */
const described = (values: DeclaredHeaders['values'], window: Window): Readonly<Record<string, string>> =>
  Object.fromEntries(
    values.flatMap(([name, valueOf]) => {
      const value = valueOf(window)
      return value === null ? [] : [[name, typeof value === 'string' ? value : stringifyJson(value)]]
    }),
  )

/** The value of the `Link` header. */
function links(pageRequest: PageRequest, total: number): string {
  const linkAt = pageLinksOf(pageRequest)
  const around = neighbours(pageRequest, total)
  let text = ''
  for (const relation of relations) {
    const offset = around[relation]
    if (offset === undefined) continue
    if (text !== '') text += ', '
    text += `<${linkAt(offset)}>; rel="${relation}"`
  }
  return text
}

const relations = ['first', 'prev', 'next', 'last'] as const

/** The members of a list's envelope that describe its page: the total, the next page, and others with well-known names. */
export function listMembers(
  given: PageRequest,
  path: readonly string[],
  page: Page,
  { namesAt, isUrl }: Presenter,
  serverUrl: () => string,
): readonly Member[] {
  const { paging } = given.resource
  const totalPath = totalPathOf(given.resource)
  const envelope = path.slice(0, -1)
  const { members, hasUrls } = knownMembersOf(given, envelope, namesAt, isUrl)
  const pageRequest = hasUrls ? { ...given, baseUrl: serverUrl() } : given
  const window = windowAt(pageRequest, page)
  return [
    ...members.flatMap(({ path: place, value }) => memberOf(place, value(window))),
    ...(totalPath ? [{ path: totalPath, value: totalIn(window) ?? undefined }] : []),
    ...(paging?.next
      ? nextMembers(window, paging.next, namesAt)
      : namesAt(envelope)
          .filter((name) => isNextName(name) && !valueByName.has(normalizeName(name)))
          .flatMap((name) => noPage([...envelope, name]))),
  ]
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
function totalIn({ total, pageRequest: { declared, request } }: Window): Json {
  const asking = askingForTotal(declared)
  return !asking || memberNamed(request.query, asking.name) === true ? total : null
}

const totalPathOf = ({ total }: Resource): readonly string[] | undefined =>
  total && 'property' in total ? total.property : undefined

interface KnownMembers {
  readonly members: readonly { readonly path: readonly string[]; readonly value: PageValue }[]
  /** Whether one of them, or the link to the next page, has to be an absolute URL. */
  readonly hasUrls: boolean
}

const knownMembers = new WeakMap<Operation, KnownMembers>()

/** The members with well-known names in the envelope, and in the objects in it that describe the page. */
function knownMembersOf(
  { resource, declared }: PageRequest,
  envelope: readonly string[],
  namesAt: NamesAt,
  isUrl: Presenter['isUrl'],
): KnownMembers {
  const known = knownMembers.get(declared)
  if (known !== undefined) return known
  const inner = namesAt(envelope).filter((name) => pagingObjects.has(normalizeName(name)))
  const holders = [totalPathOf(resource)?.slice(0, -1), resource.paging?.next?.slice(0, -1)]
  const objects = [...holders, envelope, ...inner.map((name) => [...envelope, name])]
  const pages = objects.filter((path) => path !== undefined)
  const orders = pages.map((path) => [...path, 'sort'])
  const paths = new Map([...pages, ...orders].map((path) => [path.join('/'), path]))
  const members = [...paths.values()].flatMap((path) => {
    const own = holdsLinks(path) ? linkValues : path.at(-1) === 'sort' ? orderValues : none
    return namesAt(path).flatMap((name) => {
      const value = own.get(normalizeName(name)) ?? valueByName.get(normalizeName(name))
      const place = [...path, name]
      return value === undefined || namesAt(place).length > 0 ? [] : [{ path: place, value }]
    })
  })
  const hasUrls = [resource.paging?.next ?? [], ...members.map(({ path }) => path)].some(isUrl)
  const found = { members, hasUrls }
  knownMembers.set(declared, found)
  return found
}

/** Whether the members of an object are links: of `links`, or of `links.pages`. */
const holdsLinks = (path: readonly string[]): boolean => /links(?:\/pages)?$/i.test(path.join('/'))

/** Names of objects that may describe the page, besides those that hold the total or the next page. */
const pagingObjects = new Set(
  'meta metadata links page pageable pagedetails pageinfo paging pagination resultinfo'.split(' '),
)

const memberOf = (path: readonly string[], value: Json): readonly Member[] =>
  value === null ? noPage(path) : [{ path, value }]

/** What the values of members are computed from. */
interface Window {
  readonly pageRequest: PageRequest
  /** Items on the page. */
  readonly shown: number
  readonly total: number
  readonly limit: number
  readonly page: Json
  readonly around: Neighbours
}

function windowAt(pageRequest: PageRequest, { items, total }: Page): Window {
  const { offset, limit = total } = pageRequest.query
  const isNumbered = pageRequest.resource.paging?.kind === 'page'
  const page = isNumbered ? positionAt(pageRequest, offset) : Math.floor(offset / Math.max(limit, 1)) + 1
  return { pageRequest, shown: items.length, total, limit, page, around: neighbours(pageRequest, total) }
}

/** Computes the value of a member. */
type PageValue = (window: Window) => Json

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

const linkTo = (pageRequest: PageRequest, offset: number): string =>
  pageRequest.baseUrl + pageLinksOf(pageRequest)(offset)

/** Well-known names of members, normalized, and their values. Values that the schema of a member does not accept are left out. */
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

const valueByName = new Map(
  wellKnown.flatMap(([names, value]) => names.split(' ').map((name) => [name, value] as const)),
)

/** Values of members in an object of links. Elsewhere `first` and `last` are flags. */
const linkValues = new Map<string, PageValue>([
  ['current', thisLink],
  ['first', firstLink],
  ['last', lastLink],
])

const isSorted = ({ pageRequest }: Window): boolean =>
  memberNamed(pageRequest.request.query, 'sort') !== undefined

/** Values of members in an object that describes the order, as in pages of Spring Data. */
const orderValues = new Map<string, PageValue>([
  ['sorted', isSorted],
  ['unsorted', (window) => !isSorted(window)],
  ['empty', (window) => !isSorted(window)],
])

const none: ReadonlyMap<string, PageValue> = new Map()

/** The members that lead to the next page: its URL, its position, or both. */
function nextMembers(window: Window, path: readonly string[], namesAt: NamesAt): readonly Member[] {
  const {
    pageRequest,
    around: { next },
  } = window
  const holder = path.slice(0, -1)
  const isHeld = isNextName(holder.at(-1) ?? '')
  const others = isHeld ? halLinks(window, path, namesAt) : []
  if (next === undefined) return [...others, ...noPage(path, isHeld ? holder : path)]
  const [url, position] = [linkTo(pageRequest, next), positionAt(pageRequest, next)]
  const urlNames = isHeld ? namesAt(holder).filter((name) => isUrlName.test(name)) : []
  const isLink = isUrlName.test(path.at(-1) ?? '') || holdsLinks(holder)
  // Of several values for a path, the last one that the schema accepts remains.
  const candidates = isLink ? [position, url] : pageRequest.baseUrl === '' ? [url, position] : [url]
  return [
    ...others,
    ...urlNames.map((name) => ({ path: [...holder, name], value: url })),
    ...candidates.map((value) => ({ path, value })),
  ]
}

const isUrlName = /(?:href|ur[il]|link)$/i

/** HAL links to this page and to others, next to the link to the next page. */
function halLinks(
  { pageRequest, around: { first, prev, last } }: Window,
  path: readonly string[],
  namesAt: NamesAt,
): readonly Member[] {
  const links = path.slice(0, -2)
  const targets: Readonly<Record<string, number | undefined>> = {
    self: pageRequest.query.offset,
    first,
    prev,
    previous: prev,
    last,
  }
  return Object.entries(targets).flatMap(([relation, offset]): readonly Member[] => {
    const place = [...links, relation]
    const urlName = namesAt(place).find((name) => isUrlName.test(name))
    if (urlName === undefined) return []
    if (offset === undefined) return [{ path: place, value: undefined }]
    return [{ path: [...place, urlName], value: linkTo(pageRequest, offset) }]
  })
}

/** Alternatives for the link to a page that does not exist. The last one that the schema accepts remains. */
function noPage(path: readonly string[], whole: readonly string[] = path): readonly Member[] {
  return [
    { path, value: '' },
    { path: whole, value: undefined },
    { path, value: null },
  ]
}
