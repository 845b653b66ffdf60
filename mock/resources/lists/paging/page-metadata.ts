import { responseFor, type Operation, type Response } from '../../../../spec/document.ts'
import { isNextName } from '../../../../spec/inference/lists/paging.ts'
import { normalizeName } from '../../../../spec/inference/prose/words.ts'
import { stringifyJson, type Json } from '../../../../spec/json.ts'
import { queryParametersOf } from '../../../../spec/parameters/members.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { getOrInsertComputed } from '../../../../spec/util/memo.ts'
import type { Page } from '../../../store/store.ts'
import { idOf } from '../../identity/identity.ts'
import type { Member } from '../../member.ts'
import type { NamesAt, Presenter } from '../../presenter.ts'
import { linkWith, neighbours, pageLinksOf, positionAt, type PageRequest } from './page-links.ts'
import {
  linkTo,
  linkValues,
  orderValues,
  totalIn,
  valueByName,
  windowAt,
  type PageValue,
  type Window,
} from './page-values.ts'
export { canRefuse } from '../../../http/declared-status.ts'
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
    ...(hasLinks && { Link: links(pageRequest, page) }),
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
function links(pageRequest: PageRequest, { total, items }: Page): string {
  const { paging, idProperty = '' } = pageRequest.resource
  // Numbers cannot hold other cursors than the ids of records.
  if (paging?.kind === 'cursor' && isNumericPosition(pageRequest)) {
    const last = idOf(items.at(-1)?.[idProperty])
    const { next } = neighbours(pageRequest, total)
    return next === undefined || last === undefined ? '' : `<${linkWith(pageRequest, last)}>; rel="next"`
  }
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

const isNumericPosition = ({ declared, resource: { paging } }: PageRequest): boolean =>
  queryParametersOf(declared).some(({ name, schema: { schema } = {} }) => {
    const type = typeof schema === 'object' ? schema['type'] : undefined
    return name === paging?.position && type === 'integer'
  })

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
  const mayBePosition = pageRequest.baseUrl === '' || isPositionName.test(path.at(-1) ?? '')
  const candidates = isLink ? [position, url] : mayBePosition ? [url, position] : [url]
  return [
    ...others,
    ...urlNames.map((name) => ({ path: [...holder, name], value: url })),
    ...candidates.map((value) => ({ path, value })),
  ]
}

const isPositionName = /^(?:after|offset)$|(?:cursor|token)$/i
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
