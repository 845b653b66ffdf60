import type { Document, Operation, Parameter, Response, SchemaNode } from '../../document.ts'
import { own } from '../../util/object.ts'
import { isNumeric, typesOf } from '../../schemas/types.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { resolveRef } from '../../schemas/subschemas.ts'
import type { Paging, Resource } from '../../resources.ts'
import { responseSchema, requestSchema } from '../bodies/content.ts'
import { type BodyPart } from '../bodies/envelope.ts'
import { isObjectSchema } from '../schemas/objects.ts'
import { normalizeName } from '../prose/words.ts'

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const sizes = names(
  'limit perpage pagesize maxresults top take pagelen pagelimit itemsperpage resultsperpage maxitems maxpagesize',
)
/** These mean other things too, unless they are numbers. */
const vagueSizes = names('size max rows count num first')
const offsets = names('offset skip startindex startat pageoffset')
const vagueOffsets = names('start from')
const pages = names('page pagenumber pageno pageindex currentpage pagenum')
const cursors = names(
  'cursor after pagetoken startingafter next nexttoken nextpagetoken nextcursor continuation continuationtoken marker ' +
    'startcursor pageafter pagecursor aftercursor afterid startkey bookmark scrollid',
)
const followers = names(
  'nextcursor next nextpagetoken nexttoken nextpage nexturl nextlink endcursor after cursor continuationtoken marker ' +
    'odatanextlink nextpageurl nextmarker lastid',
)
/** What says it in an object of such a name: `paging.next.after`, or the `_links.next.href` of HAL. */
const positions = names('after cursor token nextcursor pagetoken continuationtoken startingafter')
const addresses = names('href url uri link')
const pageCounts = names('totalpages pagecount lastpage page currentpage pagenumber')
const totals = [
  ...names(
    'total totalcount totalitems totalresults totalelements totalrecords totalentries totalsize totalhits',
  ),
  ...names('totalnumber itemcount numfound resultcount recordcount hydratotalitems xtotalcount found count'),
]
const totalHeaders = names(
  'xtotalcount xtotal totalcount xwptotal xtotalitems paginationcount xpaginationtotal xcount',
)
const pagingObjects =
  /^(?:meta.*|paging|pagination|links?|_links|page|pageinfo|cursors?|responsemetadata|pagingmetadata|searchmetadata)$/

/**
 * Query parameters by the way a server is asked for a part of a list; undefined when it cannot be. `envelope` is the whole
 * body of the list's answer.
 */
export function pagingOf(document: Document, operation: Operation, envelope: BodyPart): Paging | undefined {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query')
  const find = (wanted: ReadonlySet<string>): Parameter | undefined =>
    query.find(({ name }) => wanted.has(called(name)))
  const numeric = (wanted: ReadonlySet<string>): Parameter | undefined =>
    query.find((parameter) => wanted.has(called(parameter.name)) && isNumber(document, parameter))
  const size = (find(sizes) ?? numeric(vagueSizes))?.name
  const next = followerIn(document, envelope)
  const offset = find(offsets) ?? numeric(vagueOffsets)
  if (offset)
    return { kind: 'offset', size, position: offset.name, first: firstOf(document, offset, 0), next }
  const page = find(pages)
  const isNumbered = (): boolean => next === undefined || countsPages(document, envelope)
  if (page && (isNumber(document, page) || isNumbered()))
    return { kind: 'page', size, position: page.name, first: firstOf(document, page, 1), next }
  const cursor = page ?? query.find((each) => cursors.has(called(each.name)) && isOpaque(document, each))
  if (cursor) return { kind: 'cursor', size, position: cursor.name, first: 0, next }
  return size === undefined ? undefined : { kind: 'offset', size, position: undefined, first: 0, next }
}

/** `pagination[page]` and `paging.limit` are called `page` and `limit`. */
const called = (name: string): string => normalizeName(name.replace(/^(?:pagination|paging)[[._]/i, ''))

/** Properties of a search's body that go on with the page before: what its answer gives for that, no text of anyone else's. */
export function cursorProperties(document: Document, operation: Operation): readonly string[] {
  const [sent, shown] = [requestSchema(operation), responseSchema(operation)]
  if (!sent || !shown || !followerIn(document, { path: [], schema: shown })) return []
  return [...possiblePropertiesOf(document, sent)].flatMap(([name, schema]) =>
    cursors.has(called(name)) && isOpaque(document, { schema }) ? [name] : [],
  )
}

/** Whether a list's answer says by a property of that name what follows. */
export const isNextName = (name: string): boolean => followers.has(normalizeName(name))

/** Where a list's answer says what follows. */
function followerIn(document: Document, envelope: BodyPart): readonly string[] | undefined {
  const found = bodyMember(document, envelope, isNextName, ['string', 'object'])
  if (!found) return undefined
  const members = membersOf(document, found.schema, found.path)
  const leaf = [positions, addresses]
    .map((wanted) => members.find(({ path }) => wanted.has(normalizeName(path.at(-1) ?? ''))))
    .find((member) => member !== undefined)
  return (leaf ?? found).path
}

const backward = names('before endingbefore previous prev pagebefore beforeid previouspagetoken prevcursor')

/** Whether a query parameter of that name takes a cursor for the page before. */
export const isBackwardCursor = (name: string): boolean => backward.has(called(name))

/** Whether a query parameter of that name asks for a number of items. */
export const isPageSize = (name: string): boolean => sizes.has(called(name))

/** Whether a query parameter is about paging, sorting or shaping the answer rather than about which items are in it. */
export function shapesResponse(parameter: Parameter): boolean {
  const name = called(parameter.name)
  return (
    [sizes, vagueSizes, offsets, vagueOffsets, pages, cursors].some((each) => each.has(name)) ||
    /^(?:before|endingbefore|endcursor|sort.*|order.*|direction|fields?|include.*|expand.*|embed|select|exclude.*|format|locale|lang.*|pretty.*|envelope|page.*|per.*|market|version|api.*|callback)$/.test(
      name,
    )
  )
}

function isNumber(document: Document, { schema }: Pick<Parameter, 'schema'>): boolean {
  return schema !== undefined && isNumeric(typesOf(document, schema))
}

/** Whether it may hold what a list's answer gives to go on with, which is a text of no meaning: no number, and no time. */
function isOpaque(document: Document, parameter: Pick<Parameter, 'schema'>): boolean {
  const { schema } = parameter
  const format = schema && own(resolveRef(document, schema).schema, 'format')
  return !isNumber(document, parameter) && !(typeof format === 'string' && format.startsWith('date'))
}

/** Whether pages, or items, are counted from 0 or from 1. */
function firstOf(document: Document, { schema }: Parameter, usual: 0 | 1): number {
  const resolved = schema && resolveRef(document, schema).schema
  const given = own(resolved, 'minimum') ?? own(resolved, 'default')
  return given === 0 || given === 1 ? given : usual
}

/** Where a list's answer says how many items there are in all. */
export function totalOf(
  document: Document,
  response: Response | undefined,
  envelope: BodyPart,
): Resource['total'] {
  const header = response?.headers.find(({ name }) => totalHeaders.has(normalizeName(name)))
  if (header) return { header: header.name }
  for (const total of totals) {
    const member = bodyMember(document, envelope, (name) => name === total, ['integer', 'number'])
    if (member) return { property: member.path }
  }
  return undefined
}

const wholeCounts = names('totalpages pagecount numpages pages')

/** Where a list's answer says how many pages there are. */
export const pageCountPath = (document: Document, schema: SchemaNode): readonly string[] | undefined =>
  bodyMember(document, { path: [], schema }, (name) => wholeCounts.has(name), ['integer', 'number'])?.path

/** Whether a list's answer tells by numbers which page it is, or how many there are. */
const countsPages = (document: Document, envelope: BodyPart): boolean =>
  bodyMember(document, envelope, (name) => pageCounts.has(name), ['integer', 'number']) !== undefined

/** The first property with such a name and type in the envelope: at its top, then in what holds the paging. */
function bodyMember(
  document: Document,
  envelope: BodyPart,
  isWanted: (name: string) => boolean,
  types: readonly string[],
): BodyPart | undefined {
  let level: readonly BodyPart[] = [envelope]
  for (let depth = 0; depth < 3 && level.length > 0; depth++) {
    const members = level.flatMap(({ path, schema }) => membersOf(document, schema, path))
    const found = members.find(({ path, schema }) => {
      const given = typesOf(document, schema)
      return (
        isWanted(normalizeName(path.at(-1) ?? '')) &&
        (given.size === 0 || types.some((type) => given.has(type as 'object')))
      )
    })
    if (found) return found
    level = members.filter(
      ({ path, schema }) =>
        pagingObjects.test(normalizeName(path.at(-1) ?? '')) && isObjectSchema(document, schema),
    )
  }
  return undefined
}

function membersOf(document: Document, schema: SchemaNode, above: readonly string[]): readonly BodyPart[] {
  if (!isObjectSchema(document, schema)) return []
  return [...possiblePropertiesOf(document, schema)].map(([name, node]) => ({
    path: [...above, name],
    schema: node,
  }))
}
