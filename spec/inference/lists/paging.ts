import type { Document, Operation, Parameter, Response, SchemaNode } from '../../document.ts'
import { queryParametersOf } from '../../parameters/members.ts'
import type { Paging, Resource } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { keywordOf } from '../../schemas/subschemas.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { requestSchema, responseSchema } from '../bodies/content.ts'
import type { BodyPart } from '../bodies/envelope.ts'
import { formsOf, normalizeName } from '../prose/words.ts'
import { idBoundsOf } from './id-bounds.ts'
import { isIdCursor } from './id-cursor.ts'

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const sizes = names(
  'limit perpage pagesize maxresults top take pagelen pagelimit itemsperpage resultsperpage maxitems maxpagesize',
)
/** Ambiguous names, which count only if the parameter is a number. */
const vagueSizes = names('size max rows count num first')
const offsets = names('offset skip startindex startat pageoffset')
const vagueOffsets = names('start from')
const pages = names('page pagenumber pageno pageindex currentpage pagenum')
const cursors = names(
  'cursor after continue pagetoken startingafter next nexttoken nextpagetoken nextcursor continuation continuationtoken marker ' +
    'startcursor pageafter pagecursor aftercursor afterid startkey bookmark scrollid',
)
const nextNames = names(
  'nextcursor next continue nextpagetoken nexttoken nextpage nexturl nextlink endcursor after cursor continuationtoken marker ' +
    'odatanextlink nextpageurl nextpageuri nexturi nextmarker lastid',
)
/** Properties that hold the position or URL if the follower is an object: `paging.next.after`, or `_links.next.href` (HAL). */
const positions = names('after cursor token nextcursor pagetoken continuationtoken startingafter offset')
const addresses = names('href url uri link')
const pageCounts = names('totalpages pagecount lastpage page currentpage pagenumber')
const totals = [
  ...names(
    'total totalcount totalitems totalresults totalelements totalrecords totalentries totalsize totalhits',
  ),
  ...names(
    'totalnumber itemcount numfound resultcount recordcount hydratotalitems xtotalcount found count results',
  ),
]
const totalHeaders = names(
  'xtotalcount xtotal totalcount xwptotal xtotalitems paginationcount xpaginationtotal xcount',
)
const pagingObjects =
  /^(?:meta.*|paging|pagination|links?|_links|pages?|pageinfo|cursors?|responsemetadata|pagingmetadata|searchmetadata)$/

/**
 * The query parameters that page a list; undefined if there are none.
 * @param envelope the whole body of the list's response
 */
export function pagingOf(document: Document, operation: Operation, envelope: BodyPart): Paging | undefined {
  const query = queryParametersOf(operation)
  const find = (wanted: ReadonlySet<string>): Parameter | undefined =>
    query.find(({ name }) => wanted.has(pagingName(name)))
  const numeric = (wanted: ReadonlySet<string>): Parameter | undefined =>
    query.find((parameter) => wanted.has(pagingName(parameter.name)) && isNumber(document, parameter))
  // Beside a maximum, the `first` one is where a page starts.
  const start = numeric(names('max')) && numeric(names('first'))
  const size = (find(sizes) ?? numeric(start ? names('max') : vagueSizes))?.name
  const next = nextPathIn(document, envelope)
  const offset = find(offsets) ?? start ?? numeric(vagueOffsets)
  const page = find(pages)
  // Some offsets are cursors: "Offset token".
  if (offset && next !== undefined && !isNumber(document, offset) && isOpaque(document, offset))
    return { kind: 'cursor', size, position: offset.name, first: 0, next }
  if (offset) {
    const other = page &&
      isNumber(document, page) && {
        kind: 'page' as const,
        size:
          query.find(({ name }) => sizes.has(pagingName(name)) && /page/i.test(name.replace(prefix, '')))
            ?.name ?? size,
        position: page.name,
        first: firstOf(document, page, 1),
      }
    const first = firstOf(document, offset, 0)
    const own = other ? query.find(({ name }) => pagingName(name) === 'limit')?.name : undefined
    return { kind: 'offset', size: own ?? size, position: offset.name, first, next, ...(other && { other }) }
  }
  const isNumbered = (): boolean => next === undefined || countsPages(document, envelope)
  if (page && (isNumber(document, page) || isNumbered()))
    return { kind: 'page', size, position: page.name, first: firstOf(document, page, 1), next }
  const bounds = size === undefined ? undefined : idBoundsOf(document, operation)
  // Between older and newer ones, neither is a cursor.
  const isBounded = bounds?.older !== undefined && (bounds.newer ?? bounds.nearest) !== undefined
  const cursor =
    page ??
    query.find(
      (each) =>
        cursors.has(pagingName(each.name)) && (isOpaque(document, each) || isIdCursor(document, each)),
    )
  if (cursor && !isBounded) return { kind: 'cursor', size, position: cursor.name, first: 0, next }
  const bound = bounds?.older ?? bounds?.newer
  if (bound !== undefined) return { kind: 'cursor', size, position: bound, first: 0, next }
  return size === undefined ? undefined : { kind: 'offset', size, position: undefined, first: 0, next }
}

/** The normalized name of a parameter, without the prefix of `pagination[page]` and `paging.limit`. */
const pagingName = (name: string): string => normalizeName(name.replace(prefix, ''))
const prefix = /^(?:pagination|paging)[[._]/i

/** Properties of a search's body that hold the cursor of the next page, if the response provides one. */
export function cursorProperties(document: Document, operation: Operation): readonly string[] {
  const [sent, shown] = [requestSchema(operation), responseSchema(operation)]
  if (!sent || !shown || !nextPathIn(document, { path: [], schema: shown })) return []
  return [...possiblePropertiesOf(document, sent)].flatMap(([name, schema]) =>
    cursors.has(pagingName(name)) && isOpaque(document, { schema }) ? [name] : [],
  )
}

/** Whether a property with this name tells where the next page is. */
export const isNextName = (name: string): boolean => nextNames.has(normalizeName(name))

/** The path to what tells where the next page is. */
function nextPathIn(document: Document, envelope: BodyPart): readonly string[] | undefined {
  const next = bodyMember(document, envelope, isNextName, ['string', 'object'])
  if (!next) return undefined
  const members = membersOf(document, next.schema, next.path)
  const leaf = [positions, addresses]
    .map((wanted) => members.find(({ path }) => wanted.has(normalizeName(path.at(-1) ?? ''))))
    .find((member) => member !== undefined)
  return (leaf ?? next).path
}

const backward = /* @__PURE__ */ names(
  'before endingbefore previous prev pagebefore beforeid previouspagetoken prevcursor',
)

/** Whether a query parameter with this name takes a cursor for the previous page. */
export const isBackwardCursor = (name: string): boolean => backward.has(pagingName(name))

/** Whether a query parameter with this name limits the number of items. */
export const isPageSize = (name: string): boolean => sizes.has(pagingName(name))

/** Whether a query parameter with this name selects the properties to return. */
export const isFieldSelection = (name: string): boolean =>
  /^\$?(?:fields?|select|(?:excluded)?attributes|(?:read|field)_?mask)$/i.test(name)

/** Whether a query parameter pages, sorts or shapes a response, rather than selecting its items. */
export function shapesResponse(parameter: Parameter): boolean {
  const name = pagingName(parameter.name)
  return (
    [sizes, vagueSizes, offsets, vagueOffsets, pages, cursors].some((each) => each.has(name)) ||
    /^(?:before|(?:max|min|since)id|endingbefore|endcursor|sort.*|order(?!(?:uu)?ids?$).*|direction|fields?|include.*|expand.*|embed|select|exclude.*|format|locale|lang.*|pretty.*|envelope|page.*|per.*|market|(?:resource)?version|api.*|callback)$/.test(
      name,
    )
  )
}

function isNumber(document: Document, { schema }: Pick<Parameter, 'schema'>): boolean {
  return schema !== undefined && isNumeric(typesOf(document, schema))
}

/** Whether a parameter may hold an opaque cursor, which is neither a number nor a time. */
function isOpaque(document: Document, parameter: Pick<Parameter, 'schema'>): boolean {
  const { schema } = parameter
  const format = schema && keywordOf(document, schema, 'format')
  return !isNumber(document, parameter) && !(typeof format === 'string' && format.startsWith('date'))
}

/** The number of the first page or item: 0 or 1. */
function firstOf(document: Document, { schema }: Parameter, usual: 0 | 1): number {
  const given = schema && (keywordOf(document, schema, 'minimum') ?? keywordOf(document, schema, 'default'))
  return given === 0 || given === 1 ? given : usual
}

/**
 * Where a list's response has the total number of items.
 * @param items the path to the items, whose name the total may have too: `num_groups` of `groups`
 */
export function totalOf(
  document: Document,
  response: Response | undefined,
  envelope: BodyPart,
  items: readonly string[] | undefined,
): Resource['total'] {
  const header = response?.headers.find(({ name }) => totalHeaders.has(normalizeName(name)))
  if (header) return { header: header.name }
  for (const total of [...totals, ...totalsOf(items?.at(-1))]) {
    const member = bodyMember(document, envelope, (name) => name === total, ['integer', 'number'])
    if (member) return { property: member.path }
  }
  return undefined
}

/** Names of the total number of items with a name: `totalPets`, `num_pets`, `petCount`. */
function totalsOf(items: string | undefined): readonly string[] {
  if (items === undefined) return []
  const forms = [...formsOf(items)]
  return [
    ...['total', 'num', 'numberof'].flatMap((before) => forms.map((form) => before + form)),
    ...forms.map((form) => `${form}count`),
  ]
}

/** Whether a number with this name, which is not described, may be that of the items on the page instead of all. */
export const mayCountPage = (name: string): boolean => /count$/i.test(name) && !/total/i.test(name)

// Bundles leave out what only the runner uses.
const wholeCounts = /* @__PURE__ */ names('totalpages pagecount numpages pages')

/** The path to the number of pages in a list's response, which is that of the last page if they count from 1. */
export const pageCountPath = (
  document: Document,
  schema: SchemaNode,
  first: number,
): readonly string[] | undefined =>
  bodyMember(
    document,
    { path: [], schema },
    (name) => wholeCounts.has(name) || (name === 'lastpage' && first === 1),
    ['integer', 'number'],
  )?.path

const pageNumbers = /* @__PURE__ */ names('page currentpage pagenumber pageindex')

/** The number of the page in a list's response, or that of the items before it, as the parameter for it counts. */
export const pageNumberMember = (
  document: Document,
  schema: SchemaNode,
  { kind, position = '' }: Paging,
): BodyPart | undefined =>
  bodyMember(
    document,
    { path: [], schema },
    (name) =>
      kind === 'page' ? pageNumbers.has(name) : kind === 'offset' && name === normalizeName(position),
    ['integer', 'number'],
  )

/** The size of the page in a list's response, under the name of the parameter for it. */
export const pageSizeMember = (
  document: Document,
  schema: SchemaNode,
  { size = '' }: Paging,
): BodyPart | undefined =>
  bodyMember(document, { path: [], schema }, (name) => name === pagingName(size) && sizes.has(name), [
    'integer',
    'number',
  ])

const moreFlags = /* @__PURE__ */ names('hasmore hasnext hasnextpage')

/** The boolean in a list's response that says whether more items follow. */
export const hasMoreMember = (document: Document, schema: SchemaNode): BodyPart | undefined =>
  bodyMember(document, { path: [], schema }, (name) => moreFlags.has(name), ['boolean'])

/** Whether a list's response has the number of the page, or of all pages. */
const countsPages = (document: Document, envelope: BodyPart): boolean =>
  bodyMember(document, envelope, (name) => pageCounts.has(name), ['integer', 'number']) !== undefined

/** The first property in the envelope with such a name and type, at the top level or in objects that hold paging metadata. */
function bodyMember(
  document: Document,
  envelope: BodyPart,
  isWanted: (name: string) => boolean,
  types: readonly string[],
): BodyPart | undefined {
  let level: readonly BodyPart[] = [envelope]
  for (let depth = 0; depth < 3 && level.length > 0; depth++) {
    const members = level.flatMap(({ path, schema }) => membersOf(document, schema, path))
    const match = members.find(({ path, schema }) => {
      const given = typesOf(document, schema)
      return (
        isWanted(normalizeName(path.at(-1) ?? '')) &&
        // A union of objects and of anything else still means objects.
        (given.size > 0
          ? types.some((type) => given.has(type as 'object'))
          : types.includes('object') || possiblePropertiesOf(document, schema).size === 0)
      )
    })
    if (match) return match
    level = members.filter(({ path }) => pagingObjects.test(normalizeName(path.at(-1) ?? '')))
  }
  return undefined
}

function membersOf(document: Document, schema: SchemaNode, above: readonly string[]): readonly BodyPart[] {
  return [...possiblePropertiesOf(document, schema)].map(([name, node]) => ({
    path: [...above, name],
    schema: node,
  }))
}
