import { responseFor, type Operation, type Response } from '../../spec/document.ts'
import { isNextName } from '../../spec/inference/lists/paging.ts'
import { normalizeName } from '../../spec/inference/prose/words.ts'
import type { Json } from '../../spec/json.ts'
import type { Resource } from '../../spec/resources.ts'
import { addressesOf, neighbours, positionAt, type Asked, type Neighbours } from './pages.ts'
import type { Member, NamesAt, Presenter } from './present.ts'
import type { Page } from '../store/store.ts'

/** `X-Total-Count` and `Link` (RFC 8288), as far as the response declares them. */
export function listHeaders(asked: Asked, status: number, { total }: Page): Readonly<Record<string, string>> {
  const { resource, declared } = asked
  const response = responseFor(declared, status)
  if (response === undefined || response.headers.length === 0) return noHeaders
  const names = namesOf(response)
  const counter = resource.total && 'header' in resource.total ? resource.total.header : undefined
  const hasTotal = counter !== undefined && names.has(counter.toLowerCase())
  const hasLinks = names.has('link') && resource.paging?.position !== undefined
  return {
    ...(hasTotal && { [counter]: String(total) }),
    ...(hasLinks && { Link: links(asked, total) }),
  }
}

const noHeaders = {}
const knownNames = new WeakMap<Response, ReadonlySet<string>>()

function namesOf(response: Response): ReadonlySet<string> {
  const known = knownNames.get(response)
  if (known !== undefined) return known
  const names = new Set(response.headers.map(({ name }) => name.toLowerCase()))
  knownNames.set(response, names)
  return names
}

function links(asked: Asked, total: number): string {
  const address = addressesOf(asked)
  const around = neighbours(asked, total)
  let text = ''
  for (const relation of relations) {
    const offset = around[relation]
    if (offset === undefined) continue
    if (text !== '') text += ', '
    text += `<${address(offset)}>; rel="${relation}"`
  }
  return text
}

const relations = ['first', 'prev', 'next', 'last'] as const

/** What the envelope of a list says of its page: the total, the next page, and what documents usually put beside. */
export function listMembers(
  given: Asked,
  path: readonly string[],
  page: Page,
  { namesAt, isUrl }: Presenter,
  serverUrl: () => string,
): readonly Member[] {
  const { paging } = given.resource
  const totalPath = totalPathOf(given.resource)
  const envelope = path.slice(0, -1)
  const { members, hasUrls } = meantBy(given, envelope, namesAt, isUrl)
  const asked = hasUrls ? { ...given, root: serverUrl() } : given
  const window = windowAt(asked, page)
  return [
    ...members.flatMap((each) => memberOf(each.path, each.of(window))),
    ...(totalPath ? [{ path: totalPath, value: page.total }] : []),
    ...(paging?.next
      ? nextMembers(window, paging.next, namesAt)
      : namesAt(envelope)
          .filter(isNextName)
          .flatMap((name) => nothing([...envelope, name]))),
  ]
}

const totalPathOf = ({ total }: Resource): readonly string[] | undefined =>
  total && 'property' in total ? total.property : undefined

interface Meant {
  readonly members: readonly { readonly path: readonly string[]; readonly of: Meaning }[]
  /** Whether some of it, or what tells the next page, is a whole URL. */
  readonly hasUrls: boolean
}

const meantKnown = new WeakMap<Operation, Meant>()

/** The members of an envelope, and of what in it tells of the page, that say something by their names. */
function meantBy(
  { resource, declared }: Asked,
  envelope: readonly string[],
  namesAt: NamesAt,
  isUrl: Presenter['isUrl'],
): Meant {
  const known = meantKnown.get(declared)
  if (known !== undefined) return known
  const inner = namesAt(envelope).filter((name) => pagingObjects.has(normalizeName(name)))
  const tellers = [totalPathOf(resource)?.slice(0, -1), resource.paging?.next?.slice(0, -1)]
  const objects = [...tellers, envelope, ...inner.map((name) => [...envelope, name])]
  const places = new Map(objects.flatMap((each) => (each ? [[each.join('/'), each]] : [])))
  const members = [...places.values()].flatMap((place) => {
    const ofLinks = /links$/i.test(place.at(-1) ?? '') ? linkMeanings : undefined
    return namesAt(place).flatMap((name) => {
      const of = ofLinks?.get(normalizeName(name)) ?? byName.get(normalizeName(name))
      return of === undefined ? [] : [{ path: [...place, name], of }]
    })
  })
  const hasUrls = [resource.paging?.next ?? [], ...members.map(({ path }) => path)].some(isUrl)
  const meant = { members, hasUrls }
  meantKnown.set(declared, meant)
  return meant
}

/** What may tell of a page, beside what holds the total or the next page. */
const pagingObjects = new Set('meta links page pageable paging pageinfo pagination'.split(' '))

const memberOf = (path: readonly string[], value: Json): readonly Member[] =>
  value === null ? nothing(path) : [{ path, value }]

/** What the usual members of an envelope are made from. */
interface Window {
  readonly asked: Asked
  /** Items on the page. */
  readonly shown: number
  readonly total: number
  readonly limit: number
  readonly page: Json
  readonly around: Neighbours
}

function windowAt(asked: Asked, { items, total }: Page): Window {
  const { offset, limit = total } = asked.query
  const isNumbered = asked.resource.paging?.kind === 'page'
  const page = isNumbered ? positionAt(asked, offset) : Math.floor(offset / Math.max(limit, 1)) + 1
  return { asked, shown: items.length, total, limit, page, around: neighbours(asked, total) }
}

type Meaning = (window: Window) => Json

const offsetOf = ({ asked }: Window): number =>
  asked.query.offset + (asked.resource.paging?.kind === 'offset' ? asked.resource.paging.first : 0)

const firstAddress: Meaning = ({ asked, around }) => addressAt(asked, around.first)
const lastAddress: Meaning = ({ asked, around }) => addressAt(asked, around.last)

const pagesOf = ({ total, limit }: Window): number => Math.ceil(total / Math.max(limit, 1))

/** What is said of a page beside this one; null when there is none. */
function ofPage({ asked, around }: Window, which: 'prev' | 'next', say: typeof positionAt): Json {
  const at = around[which]
  return at === undefined || !asked.resource.paging ? null : say(asked, at)
}

const addressAt = (asked: Asked, offset: number): string => asked.root + addressesOf(asked)(offset)

/** Names that documents use, however they spell them, and what they mean. One whose schema is of another type is left out. */
const meanings: readonly (readonly [names: string, of: Meaning])[] = [
  ['count itemcount numberofelements', ({ shown }) => shown],
  ['size', ({ asked, shown, limit }) => (asked.resource.paging?.kind === 'page' ? limit : shown)],
  [
    'total totalcount totalitems totalresults totalentries totalelements totalrecords odatacount',
    ({ total }) => total,
  ],
  ['totalpages pagecount pages', pagesOf],
  ['lastpage', (window) => Math.max(1, pagesOf(window))],
  ['page currentpage pagenumber number', ({ page }) => page],
  ['pagesize perpage limit itemsperpage', ({ limit }) => limit],
  ['offset startindex', offsetOf],
  ['from', ({ asked, shown }) => (shown === 0 ? null : asked.query.offset + 1)],
  ['to', ({ asked, shown }) => (shown === 0 ? null : asked.query.offset + shown)],
  ['empty', ({ shown }) => shown === 0],
  ['hasmore hasnext hasnextpage', ({ around }) => around.next !== undefined],
  ['hasprev hasprevious haspreviouspage', ({ around }) => around.prev !== undefined],
  ['first', ({ around }) => around.prev === undefined],
  ['last', ({ around }) => around.next === undefined],
  ['firstpageurl', firstAddress],
  ['lastpageurl', lastAddress],
  ['nextpage', (window) => ofPage(window, 'next', positionAt)],
  ['previouspage prevpage', (window) => ofPage(window, 'prev', positionAt)],
  ['previous prev previouspageurl prevpageurl', (window) => ofPage(window, 'prev', addressAt)],
]

const byName = new Map(meanings.flatMap(([names, of]) => names.split(' ').map((name) => [name, of] as const)))

/** Elsewhere these are flags. */
const linkMeanings = new Map<string, Meaning>([
  ['self', ({ asked }) => addressAt(asked, asked.query.offset)],
  ['first', firstAddress],
  ['last', lastAddress],
])

/** Where the next page is: its URL, or its position, or each beside the other. */
function nextMembers(window: Window, path: readonly string[], namesAt: NamesAt): readonly Member[] {
  const {
    asked,
    around: { next },
  } = window
  const holder = path.slice(0, -1)
  const isHeld = isNextName(holder.at(-1) ?? '')
  const others = isHeld ? linksBeside(window, path, namesAt) : []
  if (next === undefined) return [...others, ...nothing(path, isHeld ? holder : path)]
  const [url, position] = [addressAt(asked, next), positionAt(asked, next)]
  const beside = isHeld ? namesAt(holder).filter((name) => isAddress.test(name)) : []
  const isLink = isAddress.test(path.at(-1) ?? '') || /links$/i.test(holder.at(-1) ?? '')
  return [
    ...others,
    ...beside.map((name) => ({ path: [...holder, name], value: url })),
    ...(isLink ? [position, url] : asked.root === '' ? [url, position] : [url]).map((value) => ({
      path,
      value,
    })),
  ]
}

const isAddress = /(?:href|ur[il]|link)$/i

/** The links of HAL to other pages and to this one, beside the link to the next. */
function linksBeside(
  { asked, around: { first, prev, last } }: Window,
  path: readonly string[],
  namesAt: NamesAt,
): readonly Member[] {
  const links = path.slice(0, -2)
  const targets: Readonly<Record<string, number | undefined>> = {
    self: asked.query.offset,
    first,
    prev,
    previous: prev,
    last,
  }
  return Object.entries(targets).flatMap(([relation, offset]): readonly Member[] => {
    const place = [...links, relation]
    const address = namesAt(place).find((name) => isAddress.test(name))
    if (address === undefined) return []
    if (offset === undefined) return [{ path: place, value: undefined }]
    return [{ path: [...place, address], value: addressAt(asked, offset) }]
  })
}

/** On the last page. Of the three the schema takes the last it allows. */
function nothing(path: readonly string[], whole: readonly string[] = path): readonly Member[] {
  return [
    { path, value: '' },
    { path: whole, value: undefined },
    { path, value: null },
  ]
}
