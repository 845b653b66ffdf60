import { type Json, type JsonObject } from '../../../spec/json.ts'
import { resolveRef } from '../../../spec/refs.ts'
import type { Filter, Resource } from '../../../spec/resources.ts'
import { isSuccess } from '../../answer.ts'
import { operationFor, recordProperties, resourceNamed, type RoleOperation } from '../../api.ts'
import { show } from '../../records/compare.ts'
import { idsUnique } from '../../checks/ids-unique.ts'
import { int64 } from '../../checks/int64.ts'
import { listFilter } from '../../checks/list-filter.ts'
import { listLimit } from '../../checks/list-limit.ts'
import { listOffset } from '../../checks/list-offset.ts'
import { listTotal } from '../../checks/list-total.ts'
import { inconclusive, isTrusted, type Context } from '../../context.ts'
import { textOfId, type Draft } from '../../draft.ts'
import type { Lane } from '../../records/lane.ts'
import { largestPage, limitOf, queryParameter, totalIn, walk, type Listing } from '../../records/lists.ts'
import { statesOf } from '../../requests/recipes.ts'
import { idIn, recordsIn } from '../../records/records.ts'
import { isValid } from '../../requests/validity.ts'
import { feed, feederOf, freshParent, identityOf, isBare } from './feed.ts'
import { matches, valuesFor, type Query } from './queries.ts'

/** A list with enough in it to be judged. */
export interface Subject {
  readonly context: Context
  readonly lane: Lane
  readonly resource: Resource
  readonly list: RoleOperation
  readonly start: Draft
}

export async function subject(context: Context, lane: Lane, resource: Resource): Promise<Subject> {
  const list = operationFor(context.api, resource, 'list')
  if (!list || !isTrusted(context.run, list.operation)) throw inconclusive('There is no list to rely on.')
  if (isBare(resource)) return bareSubject(context, lane, resource, list)
  // Of different owners and numbers, so that filters have something to leave out.
  for (const freshReferences of [false, false, true])
    await lane.fixture(context, resource, { fresh: true, freshReferences })
  await feed(context, lane, resource, 1)
  const accepted = await lane.control(context, list.operation)
  if (!accepted.answer || !isSuccess(accepted.answer.status)) throw inconclusive('The list cannot be read.')
  return { context, lane, resource, list, start: accepted.answer.draft }
}

const mostFed = 5

/** A list whose items cannot be named, with as many as can be added, of a parent of its own where it has one. */
async function bareSubject(
  context: Context,
  lane: Lane,
  resource: Resource,
  list: RoleOperation,
): Promise<Subject> {
  if (feederOf(context.api, resource) && (await freshParent(context, lane, resource)))
    await feed(context, lane, resource, mostFed)
  const { recipe } = await lane.control(context, list.operation)
  if (!recipe) throw inconclusive('The list cannot be read.')
  return { context, lane, resource, list, start: await lane.instantiate(context, list.operation, recipe) }
}

async function whole(of: Subject, query: JsonObject = {}): Promise<Listing> {
  const listing = await walk(of.context, of.resource, of.list, of.start, query)
  if (!listing?.complete) throw inconclusive('The list is too long to be read whole.')
  return listing
}

const ids = ({ resource }: Subject, items: readonly JsonObject[]): readonly Json[] =>
  isBare(resource)
    ? items.map((item) => identityOf(resource, item))
    : items.map((item) => idIn(item, resource)).filter((id) => id !== undefined)

/** Pages are as long as asked for, follow one another, and are the whole list together; the total is right. */
export async function judgePages(context: Context, lane: Lane, resource: Resource): Promise<void> {
  const of = await subject(context, lane, resource)
  await judgeLimits(of)
  const all = await whole(of)
  if (await isBegunLate(of, all)) return
  judgeWhole(of, all)
  // Where items may be alike, an overlap cannot be told from a repetition.
  if (isBare(resource) && new Set(ids(of, all.items)).size < all.items.length) return
  if (!resource.paging?.position && resource.paging?.kind !== 'cursor') return
  await judgePartition(of, all)
  if (resource.paging.kind === 'offset') await judgeShift(of, all)
}

/** Whether the first page has nothing of a list that has something. */
async function isBegunLate(of: Subject, all: Listing): Promise<boolean> {
  const { context, lane, resource } = of
  const [answer] = all.answers
  const known = isBare(resource) ? undefined : await lane.fixture(context, resource)
  if (!answer || !known?.creation || all.items.length > 0 || (all.total ?? 0) === 0) return false
  const parameter = resource.paging?.position ?? 'page'
  const pointer = queryParameter(of.list, parameter)?.pointer ?? of.list.operation.pointer
  return context.judge(
    listOffset,
    { parameter, whole: [known.id], pages: [[]], complete: true, pointer },
    { answer },
  )
}

function judgeWhole(of: Subject, all: Listing): void {
  const { context, resource } = of
  const [answer] = all.answers
  const every = ids(of, all.items)
  const texts = every.map(textOfId)
  const repeated = every.find((id, index) => texts.indexOf(textOfId(id)) !== index)
  if (!answer) return
  // A repetition across pages is what the pages' own check is for.
  if (repeated !== undefined && all.pages.length === 1 && !isBare(resource))
    context.judge(idsUnique, { id: repeated, conflict: 'repeated' }, { answer })
  judgeTotal(of, all, '')
  if (resource.total === undefined || all.pages.length < 2) return
  const last = all.answers.at(-1)
  const evidence = {
    source: sourceOf(of),
    total: last && totalIn(last, resource),
    counted: all.items.length,
    narrowed: '',
  }
  if (last) context.judge(listTotal, evidence, { answer: last })
}

function judgeTotal(of: Subject, listing: Listing, narrowed: string): boolean {
  const [answer] = listing.answers
  if (!of.resource.total || !answer) return false
  const evidence = { source: sourceOf(of), total: listing.total, counted: listing.items.length, narrowed }
  return of.context.judge(listTotal, evidence, { answer })
}

function sourceOf({ resource: { total } }: Subject): string {
  if (!total) return ''
  return 'header' in total ? total.header : total.property.join('.')
}

async function judgeLimits(of: Subject): Promise<void> {
  const { resource, context } = of
  const parameter = queryParameter(of.list, resource.paging?.size)
  if (!parameter) return
  for (const limit of [1, 2]) {
    const draft = { ...of.start, query: { ...of.start.query, [parameter.name]: limit } }
    if (!isValid(context.api, draft)) continue
    const answer = await context.send(draft, 'valid')
    const returned = recordsIn(answer, of.list.role)?.length ?? 0
    context.judge(
      listLimit,
      { parameter: parameter.name, limit, returned, pointer: parameter.pointer },
      { answer },
    )
  }
  await judgeDefault(of, parameter.name, limitOf(context.api, parameter, 'default'), parameter.pointer)
}

const mostExtras = 30

/** Without a limit the default of the document holds: there have to be more records than that to see it. */
async function judgeDefault(
  of: Subject,
  name: string,
  limit: number | undefined,
  pointer: string,
): Promise<void> {
  const { context, lane, resource } = of
  if (limit === undefined) return
  const { [name]: _, ...query } = of.start.query
  const ask = async (): Promise<number> => {
    const answer = await context.send({ ...of.start, query }, 'valid')
    const returned = recordsIn(answer, of.list.role)?.length ?? 0
    context.judge(listLimit, { parameter: name, limit, returned, pointer }, { answer })
    return returned
  }
  const returned = await ask()
  const isCreatable =
    operationFor(context.api, resource, 'create') !== undefined && !context.run.options.readOnly
  const missing = limit + 1 - returned
  if (returned >= limit || !isCreatable || missing > mostExtras) return
  for (let count = 0; count < missing; count += 1) {
    if (!(await lane.fixture(context, resource, { fresh: true }))?.creation) return
  }
  await ask()
}

/** Small pages, one after another, against the list in large ones. */
async function judgePartition(of: Subject, all: Listing): Promise<void> {
  const { context, resource } = of
  // Where nobody can ask for a size, pages are as long as they are.
  const size = resource.paging?.size === undefined ? undefined : Math.max(2, Math.ceil(all.items.length / 4))
  const largest = largestPage(context.api, resource, of.list)
  if (largest !== undefined && size !== undefined && size > largest) return
  const paged = await walk(context, resource, of.list, of.start, {}, size)
  const answer = paged?.answers[1] ?? paged?.answers[0]
  if (!paged || !answer) return
  const parameter = resource.paging?.position ?? resource.paging?.size ?? 'Link'
  const pointer = queryParameter(of.list, parameter)?.pointer ?? of.list.operation.pointer
  const pages = paged.pages.map((page) => ids(of, page))
  const [first] = paged.answers
  if (first && resource.total) {
    const evidence = { source: sourceOf(of), total: paged.total, counted: all.items.length, narrowed: '' }
    if (context.judge(listTotal, evidence, { answer: first })) return
  }
  context.judge(
    listOffset,
    { parameter, whole: ids(of, all.items), pages, complete: paged.complete, pointer },
    { answer },
  )
}

/** The page from the second item on is the first page without its first item. */
async function judgeShift(of: Subject, all: Listing): Promise<void> {
  const { context, resource } = of
  const { position, size, first = 0 } = resource.paging ?? {}
  if (position === undefined || size === undefined || all.items.length < 3) return
  const query = { ...of.start.query, [size]: 2, [position]: first + 1 }
  const answer = await context.send({ ...of.start, query }, 'valid')
  const items = recordsIn(answer, of.list.role)
  const wanted = ids(of, all.items)
  if (!items || !isSuccess(answer.status)) return
  const pages = [wanted.slice(0, 1), ids(of, items)]
  const pointer = queryParameter(of.list, position)?.pointer ?? of.list.operation.pointer
  context.judge(
    listOffset,
    { parameter: position, whole: wanted.slice(0, 3), pages, complete: true, pointer },
    { answer },
  )
}

/** A filter gives the records that match, for the values there are and for those there may be. */
export async function judgeFilter(
  context: Context,
  lane: Lane,
  resource: Resource,
  filter: Filter,
): Promise<void> {
  const of = await subject(context, lane, resource)
  const all = await whole(of)
  const parameter = queryParameter(of.list, filter.parameter)
  if (!parameter) return
  const schema = parameter.schema
  const isList = schema !== undefined && takesArray(of, filter.parameter)
  const values = valuesOf(of, filter, all.items)
  for (const value of [...values, ...(await unreferred(of, filter))]) {
    if (await judgeValues(of, filter, [value], isList, all)) return
  }
  const several = distinctOf(filter, all.items).slice(0, 2)
  if (isList && several.length === 2) await judgeValues(of, filter, several, true, all)
}

/** The id of a new record that nothing refers to yet: who drops a filter that finds nothing lists everything. */
async function unreferred(
  { context, lane, resource }: Subject,
  { property }: Filter,
): Promise<readonly Json[]> {
  const other = resource.references.find((each) => each.property === property)?.resource
  const referred =
    other === undefined || other === resource.name ? undefined : resourceNamed(context.api, other)
  const made = referred && (await lane.fixture(context, referred, { fresh: true }))
  return made?.creation ? [made.id] : []
}

/** What can be asked for; a parameter without a value may be as good as none. */
const isAskable = (value: Json): boolean => value !== null && value !== '' && typeof value !== 'object'

/** The values there are, each once. */
function distinctOf({ property }: Filter, items: readonly JsonObject[]): readonly Json[] {
  const there = items.map((item) => item[property] ?? null).filter(isAskable)
  return [...new Map(there.map((value) => [textOfId(value), value])).values()]
}

function takesArray({ context, list }: Subject, name: string): boolean {
  const schema = queryParameter(list, name)?.schema
  const resolved = schema && resolveRef(context.api.document, schema).schema
  return typeof resolved === 'object' && (resolved['type'] === 'array' || resolved['items'] !== undefined)
}

/** The first values there are, large integers among them, and the states there may be. */
function valuesOf(of: Subject, { property }: Filter, items: readonly JsonObject[]): readonly Json[] {
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

/** Whether there was anything to report. */
async function judgeValues(
  of: Subject,
  filter: Filter,
  values: readonly Json[],
  isList: boolean,
  all: Listing,
): Promise<boolean> {
  const { context, resource } = of
  const { parameter, property } = filter
  const query = { [parameter]: isList ? values : (values[0] ?? null) }
  if (!isValid(context.api, { ...of.start, query: { ...of.start.query, ...query } })) return false
  const listing = await walk(context, resource, of.list, of.start, query)
  const answer = listing?.answers[0]
  if (!listing || !answer) return false
  const wanted = new Set(values.map(textOfId))
  const isMatch = (item: JsonObject): boolean => wanted.has(textOfId(item[property] ?? null))
  const strangers = listing.items.filter((item) => !isMatch(item)).map((item) => item[property] ?? null)
  const came = new Set(ids(of, listing.items).map(textOfId))
  const missing = listing.complete
    ? ids(of, all.items.filter(isMatch)).filter((id) => !came.has(textOfId(id)))
    : []
  const pointer = queryParameter(of.list, parameter)?.pointer ?? of.list.operation.pointer
  const [large] = values
  if (typeof large === 'bigint' && strangers.length + missing.length > 0) {
    const came =
      strangers.length > 0
        ? `an item with ${property} = ${show(strangers[0])}`
        : 'a list without what has that value'
    return context.judge(int64, { where: `query ${parameter}`, sent: large, came, pointer }, { answer })
  }
  if (context.judge(listFilter, { parameter, property, values, strangers, missing, pointer }, { answer }))
    return true
  return judgeTotal(of, listing, parameter)
}

/** A query gives the items that are what it asks for, and leaves out those that are not. */
export async function judgeQuery(
  context: Context,
  lane: Lane,
  resource: Resource,
  query: Query,
): Promise<void> {
  const of = await subject(context, lane, resource)
  const all = await whole(of)
  const values = valuesFor(query, all.items)
  if (values.length === 0) throw inconclusive('There is nothing that it would leave out.')
  for (const value of values) {
    if (await judgeAsked(of, query, value, all)) return
  }
}

async function judgeAsked(of: Subject, query: Query, value: Json, all: Listing): Promise<boolean> {
  const { context, resource } = of
  const { parameter, property, field } = query
  const asked = { [parameter.name]: askedFor(of, query, value) }
  if (!isValid(context.api, { ...of.start, query: { ...of.start.query, ...asked } })) return false
  const listing = await walk(context, resource, of.list, of.start, asked)
  const answer = listing?.answers[0]
  if (!listing || !answer) return false
  const strangers = listing.items
    .filter((item) => matches(query, value, item) === false)
    .map((item) => item[property] ?? null)
  const came = new Set(listing.items.map((item) => identityOf(resource, item)))
  const wanted = listing.complete ? all.items.filter((item) => matches(query, value, item) === true) : []
  const missing = wanted.map((item) => identityOf(resource, item)).filter((each) => !came.has(each))
  const evidence = {
    parameter: field === undefined ? parameter.name : `${parameter.name}[${field}]`,
    property,
    values: [value],
    strangers,
    missing,
    pointer: parameter.pointer,
    severity: query.isDescribed ? 'error' : 'warning',
  } as const
  return context.judge(listFilter, evidence, { answer })
}

function askedFor(of: Subject, { kind, field, parameter }: Query, value: Json): Json {
  if (kind === 'field' && field !== undefined) return { [field]: value }
  const isOneOf = kind === 'member' || kind === 'reference'
  return isOneOf && takesArray(of, parameter.name) ? [value] : value
}
