import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { mayCountPage, pageCountPath } from '../../../../spec/inference/lists/paging.ts'
import { schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { memberAt } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { propertyAt } from '../../../../spec/schemas/properties.ts'
import { isSuccess, jsonOf } from '../../../answer.ts'
import { recordsIn } from '../../../answers/answer-records.ts'
import { operationFor, type RoleOperation } from '../../../api/api.ts'
import { idsUnique } from '../../../checks/ids-unique.ts'
import { listLimit } from '../../../checks/list-limit.ts'
import { listOffset } from '../../../checks/list-offset.ts'
import { listTotal } from '../../../checks/list-total.ts'
import type { Context } from '../../../context.ts'
import { asking, textOfId } from '../../../draft.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import {
  limitOf,
  queryParameter,
  smallPage,
  totalIn,
  readPages,
  type Listing,
  type ReadableList,
} from '../../../records/lists.ts'
import { isValid } from '../../../requests/validity.ts'
import { judgeBackwards } from './backward-pages.ts'
import { judgeHasMore } from './has-more.ts'
import { judgeEnd } from './list-end.ts'
import { judgeNextLinks, judgeSizes } from './next-link.ts'
import { judgePosition } from './page-position.ts'
import { changedList, otherwisePaged, partitionOf } from './partition.ts'
import { completeOrEnd, identitiesOf, pointerOf, prepareList } from './prepare-list.ts'
import { judgeUnknownCursor } from './unknown-cursor.ts'
import { hasUnnamedItems } from './unnamed-items.ts'

/** Checks that pages have the requested size, do not overlap and add up to the whole list, and that the total is right. */
export async function judgePages(context: Context, resource: Resource, list?: RoleOperation): Promise<void> {
  const of = await prepareList(context, resource, list)
  await judgeLimits(of)
  await judgeUnknownCursor(of)
  const read = await readPages(of)
  if (read && (await judgeEnd(of, read))) return
  const all = completeOrEnd(read)
  if (await isBegunLate(of, all)) return
  judgeWhole(of, all)
  // If items may be equal, an overlap cannot be told from a repetition.
  if (hasUnnamedItems(resource) && new Set(identitiesOf(of, all.items)).size < all.items.length) return
  if (!resource.paging?.position && resource.paging?.kind !== 'cursor') return
  await judgePartition(of, all)
  await judgeBackwards(of, all)
  if (resource.paging.kind === 'offset') await judgeShift(of, all)
  const otherwise = otherwisePaged(of)
  if (otherwise) await judgePartition(otherwise, all)
}

/** Whether the first page is empty although the list is not. */
async function isBegunLate(of: ReadableList, all: Listing): Promise<boolean> {
  const { context, resource } = of
  const [answer] = all.answers
  const known = hasUnnamedItems(resource) ? undefined : await context.fixture(resource)
  if (!answer || !known?.creation || all.items.length > 0 || (totalIn(answer, resource) ?? 0) === 0)
    return false
  const parameter = resource.paging?.position ?? 'page'
  const pointer = pointerOf(of, parameter)
  return context.judge(
    listOffset,
    { parameter, whole: [known.id], pages: [[]], complete: true, pointer },
    { answer },
  )
}

function judgeWhole(of: ReadableList, all: Listing): void {
  const { context, resource } = of
  const [answer] = all.answers
  const every = identitiesOf(of, all.items)
  const texts = every.map(textOfId)
  const repeated = every.find((id, index) => texts.indexOf(textOfId(id)) !== index)
  if (!answer) return
  // Repetitions across pages are reported by the check of the pages.
  if (repeated !== undefined && all.pages.length === 1 && !hasUnnamedItems(resource))
    context.judge(idsUnique, { id: repeated, conflict: 'repeated' }, { answer })
  judgeTotal(of, answer, all.items.length)
  const last = all.answers.at(-1)
  if (last && last !== answer) judgeTotal(of, last, all.items.length)
}

/** Compares the total in a page of a list with the number of items of the whole list; returns whether it is wrong. */
export function judgeTotal(of: ReadableList, answer: Answer, counted: number, filter = ''): boolean {
  const { context, resource } = of
  const total = resource.total && totalIn(answer, resource)
  if (total === undefined || (total > counted && mayBeCutOff(of, counted))) return false
  const shown = mayTotalPage(of) ? recordsIn(answer, of.list.role)?.length : undefined
  const evidence = { source: sourceOf(of), total, counted, shown, filter }
  return context.judge(listTotal, evidence, { answer })
}

/** Whether a list without paging may show only its latest items, as many as a round number says. */
const mayBeCutOff = ({ resource: { paging } }: ReadableList, counted: number): boolean =>
  paging === undefined && counted >= 10 && counted % 10 === 0

/** Whether the total may be that of one page: neither its name nor its description tells. */
function mayTotalPage({ context, resource: { total }, list }: ReadableList): boolean {
  const path = total && 'property' in total ? total.property : []
  if (!mayCountPage(path.at(-1) ?? '')) return false
  const { document } = context.api
  const body = responseSchema(list.operation)
  const counter = body && propertyAt(document, body, path)
  return !counter || !/\b(?:total|all|overall|matching)\b/i.test(schemaDescription(document, counter))
}

function sourceOf({ resource: { total } }: ReadableList): string {
  if (!total) return ''
  return 'header' in total ? total.header : total.property.join('.')
}

async function judgeLimits(of: ReadableList): Promise<void> {
  const { resource, context } = of
  const parameter = queryParameter(of.list, resource.paging?.size)
  if (!parameter) return
  for (const limit of [1, 2]) {
    const draft = asking(of.start, { [parameter.name]: limit })
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

/** Judges the size of a page without a limit, for which the document's default holds: more records have to exist than that. */
async function judgeDefault(
  of: ReadableList,
  name: string,
  limit: number | undefined,
  pointer: string,
): Promise<void> {
  if (limit === undefined) return
  const [omitted, explicit] = [undefined, limit].map((size) => asking(of.start, { [name]: size }))
  if (!omitted || !explicit) return
  const evidence = { parameter: name, limit, pointer }
  const pageWithout = async (whenSent?: number): Promise<number | undefined> => {
    const page = await readPage(of, omitted)
    if (!page) return undefined
    const { answer, returned } = page
    const isWrong = of.context.judge(
      listLimit,
      { ...evidence, returned, ...(whenSent !== undefined && { whenSent }) },
      { answer },
    )
    return isWrong ? undefined : returned
  }
  const before = await pageWithout()
  if (before === undefined || before >= limit) return
  const returned = (await createRecords(of, limit + 1 - before)) ? await pageWithout() : before
  if (returned === undefined || returned >= limit || !isValid(of.context.api, explicit)) return
  const sent = await readPage(of, explicit)
  // Requested once more, because other clients may have added records in between.
  if (sent && returned < sent.returned) await pageWithout(sent.returned)
}

/** Sends a request of the list; undefined if its answer is no list. */
async function readPage(
  { context, list }: ReadableList,
  draft: Draft,
): Promise<{ readonly answer: Answer; readonly returned: number } | undefined> {
  const answer = await context.send(draft, 'valid')
  const records = isSuccess(answer.status) ? recordsIn(answer, list.role) : undefined
  return records && { answer, returned: records.length }
}

/** Creates that many records, unless they are too many or one is refused; whether all were created. */
async function createRecords({ context, resource }: ReadableList, count: number): Promise<boolean> {
  const isCreatable =
    operationFor(context.api, resource, 'create') !== undefined && !context.run.options.readOnly
  if (!isCreatable || count > mostExtras) return false
  for (let made = 0; made < count; made += 1)
    if (!(await context.fixture(resource, { fresh: true }))?.creation) return false
  return true
}

/** Compares the list in small pages with the list in large ones. */
async function judgePartition(of: ReadableList, all: Listing, isAgain = false): Promise<void> {
  const { context, resource, list } = of
  const { paging } = resource
  // Without a size parameter the server chooses the size of pages.
  const size =
    paging?.size === undefined ? undefined : smallPage(context.api, resource, list, sizeOf(all.items.length))
  if (paging?.size !== undefined && size === undefined) return
  const paged = await readPages(of, {}, size)
  const [first, second] = paged?.answers ?? []
  if (!paged || !first) return
  if (judgeTotal(of, first, all.items.length)) return
  judgePosition(of, paged)
  if (size !== undefined) await judgePageCounts(of, first, size, all.items.length)
  const hasCursor = paging?.next !== undefined
  // Where pages have no cursor of their own, has_more may have ended the list too early.
  if (!hasCursor && (await judgeHasMore(of, all, paged))) return
  const evidence = partitionOf(of, all, paged)
  const changed = isAgain || listOffset.judge(evidence).length === 0 ? undefined : await changedList(of, all)
  if (changed) {
    await judgePartition(of, changed, true)
    return
  }
  if (context.judge(listOffset, evidence, { answer: second ?? first })) return
  if (size !== undefined && judgeSizes(of, paged, size)) return
  if (hasCursor && (await judgeHasMore(of, all, paged))) return
  await judgeNextLinks(of, all, paged)
}

/**
 * Compares the declared number of pages with the number read, for pages of that size, and where the items just fill one page: that
 * one is the last.
 */
async function judgePageCounts(of: ReadableList, answer: Answer, size: number, items: number): Promise<void> {
  const { context, resource, list } = of
  const { kind, first = 1, size: parameter = '' } = resource.paging ?? {}
  const shown = kind === 'page' ? responseSchema(list.operation) : undefined
  const path = shown && pageCountPath(context.api.document, shown, first)
  if (!path || items === 0 || judgePageCount(of, answer, path, Math.ceil(items / size))) return
  const full = asking(of.start, { [parameter]: items })
  const page = isValid(context.api, full) ? await readPage(of, full) : undefined
  if (page?.returned === items) judgePageCount(of, page.answer, path, 1)
}

function judgePageCount(
  { context }: ReadableList,
  answer: Answer,
  path: readonly string[],
  counted: number,
): boolean {
  const total = memberAt(jsonOf(answer), path)
  if (typeof total !== 'number') return false
  const evidence = { source: path.join('.'), total, counted, filter: '', unit: 'pages' as const }
  return context.judge(listTotal, evidence, { answer })
}

/** A page size that makes about four pages, the last with one item if possible: servers most easily miss that one. */
function sizeOf(items: number): number {
  const least = Math.max(2, Math.ceil(items / 4))
  for (let size = least; size <= (items - 1) / 2; size += 1) if ((items - 1) % size === 0) return size
  return least
}

/** Checks that the page at offset one begins with the second item. */
async function judgeShift(of: ReadableList, all: Listing): Promise<void> {
  const { context, resource } = of
  const { position, size, first = 0 } = resource.paging ?? {}
  if (position === undefined || size === undefined || all.items.length < 3) return
  const answer = await context.send(asking(of.start, { [size]: 2, [position]: first + 1 }), 'valid')
  const items = recordsIn(answer, of.list.role)
  const wanted = identitiesOf(of, all.items)
  if (!items || !isSuccess(answer.status)) return
  const pages = [wanted.slice(0, 1), identitiesOf(of, items)]
  const pointer = pointerOf(of, position)
  context.judge(
    listOffset,
    { parameter: position, whole: wanted.slice(0, 3), pages, complete: true, pointer },
    { answer },
  )
}
