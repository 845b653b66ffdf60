import type { HeaderParameter } from '../../../../spec/document.ts'
import { header } from '../../../../spec/http.ts'
import { parseLinks } from '../../../../spec/http/link-header.ts'
import { parameterDescription } from '../../../../spec/inference/prose/sentences.ts'
import { memberAt, type Json, type JsonObject } from '../../../../spec/json.ts'
import type { Filter } from '../../../../spec/resources.ts'
import { isSuccess, jsonOf } from '../../../answer.ts'
import { recordsIn } from '../../../answers/answer-records.ts'
import { show } from '../../../answers/compare.ts'
import { listLimit } from '../../../checks/list-limit.ts'
import { nextLink } from '../../../checks/next-link.ts'
import { textOfId } from '../../../draft.ts'
import type { Answer } from '../../../interaction.ts'
import { queryParameter, readPages, type Listing, type ReadableList } from '../../../records/lists.ts'
import { requestAt } from '../../../requests/paths.ts'
import { isValid } from '../../../requests/validity.ts'
import { identitiesOf } from './prepare-list.ts'

/** Matches descriptions that promise the link exactly if there is a next page. */
const always =
  /\b(?:unless|except|absent|omitted|left out|as long as|(?:that|which|if|where) (?:there (?:is|are)|exist|any)|(?:if|when|where|whenever) (?:more|there|a next|another))\b/i

/** Checks that each page links to the next one, and the last to none, if the document declares such links. */
export async function judgeNextLinks(of: ReadableList, all: Listing, paged: Listing): Promise<void> {
  if (!(await judgeLinkHeaders(of, all, paged))) await judgeLastPage(of, all, paged)
}

/**
 * Checks that later pages have no more items than were requested: by a link of the page before, or by the same parameter. Returns whether
 * there was anything to report.
 */
export function judgeSizes(
  { context, resource, list }: ReadableList,
  { pages, answers }: Listing,
  size: number,
): boolean {
  const parameter = queryParameter(list, resource.paging?.size)
  const index = pages.findIndex((page, at) => at > 0 && page.length > size)
  const [before, answer] = [answers[index - 1], answers[index]]
  const returned = pages[index]?.length ?? 0
  if (!parameter || !before || !answer) return false
  const { name, pointer } = parameter
  if (!answer.draft.raw)
    return context.judge(
      listLimit,
      { parameter: name, limit: size, returned, pointer },
      { answer, after: [before] },
    )
  const { path, query } = answer.exchange.request
  const oversize = { asked: `${name}=${String(size)}`, returned }
  const evidence = { ...nothingFound({ pointer }), uri: query === '' ? path : `${path}?${query}`, oversize }
  return context.judge(nextLink, evidence, { answer, after: [before] })
}

/**
 * Reports a link to a next page on the last one, if it leads to an empty page. With cursors that is common: the server may not know
 * yet that nothing follows.
 */
async function judgeLastPage(of: ReadableList, all: Listing, paged: Listing): Promise<void> {
  const { paging } = of.resource
  const answer = paged.answers[paged.pages.findLastIndex((page) => page.length > 0)]
  const isWhole = paged.complete && paged.items.length === all.items.length
  if (!answer || !isWhole || paging === undefined || paging.kind === 'cursor') return
  const declared = linkField(of, answer)
  const nextOf = (page: Answer): Json | undefined =>
    declared ? nextIn(page) : paging.next && memberAt(jsonOf(page), paging.next)
  const uri = nextOf(answer)
  const linked = typeof uri === 'string' && uri !== '' ? await follow(of, uri, answer) : undefined
  if (typeof uri !== 'string' || linked?.items.length !== 0) return
  // Read once more, because other clients may have deleted records in between.
  const again = await of.context.send(answer.draft, 'valid')
  if (nextOf(again) !== uri) return
  const pointer = declared?.pointer ?? of.list.operation.pointer
  const evidence = { ...nothingFound({ pointer }), uri, isEmpty: true } as const
  of.context.judge(nextLink, evidence, { answer: linked.answer, after: [again] })
}

/** Judges the `Link` headers; returns whether there was anything to report. */
async function judgeLinkHeaders(of: ReadableList, all: Listing, paged: Listing): Promise<boolean> {
  const [first, last] = [paged.answers[0], paged.answers.at(-1)]
  const declared = first && linkField(of, first)
  if (!first || !last || !declared) return false
  const isSaid = always.test(parameterDescription(of.context.api.document, declared))
  const [page = [], after = []] = paged.pages
  if (await judgeLink(of, declared, first, { page, after, isSaid })) return true
  const isWhole = paged.complete && paged.items.length === all.items.length
  if (isSaid && isWhole && last !== first) {
    const evidence = { ...nothingFound(declared), uri: nextIn(last), hasMore: false }
    if (of.context.judge(nextLink, evidence, { answer: last })) return true
  }
  for (const filter of of.resource.filters) if (await judgeFiltered(of, declared, filter, all)) return true
  return false
}

/** The declaration of `Link` for a response, if it mentions a next page. */
function linkField({ context, list }: ReadableList, { status }: Answer): HeaderParameter | undefined {
  const response = list.operation.responses.find((each) => each.status === String(status))
  return response?.headers.find(
    (each) =>
      each.name.toLowerCase() === 'link' &&
      /\bnext\b/i.test(parameterDescription(context.api.document, each)),
  )
}

function nextIn({ exchange }: Answer): string | undefined {
  const reading = parseLinks(header(exchange.response.headers, 'link') ?? '')
  return reading.kind === 'ok' ? reading.links.find(({ rel }) => rel === 'next')?.uri : undefined
}

const nothingFound = ({
  pointer,
}: Pick<HeaderParameter, 'pointer'>): Parameters<typeof nextLink.judge>[0] => ({
  uri: undefined,
  hasMore: undefined,
  repeated: undefined,
  skipped: undefined,
  mismatch: undefined,
  pointer,
})

interface Around {
  readonly page: readonly JsonObject[]
  readonly after: readonly JsonObject[]
  readonly isSaid: boolean
}

/** Judges the link of one page; returns whether there was anything to report. */
async function judgeLink(
  of: ReadableList,
  declared: HeaderParameter,
  answer: Answer,
  { page, after, isSaid }: Around,
): Promise<boolean> {
  const uri = nextIn(answer)
  const hasMore = isSaid && after.length > 0 ? true : undefined
  const evidence = { ...nothingFound(declared), uri, hasMore }
  const linked = uri === undefined ? undefined : await follow(of, uri, answer)
  if (!linked) return of.context.judge(nextLink, evidence, { answer })
  const there = new Set(identitiesOf(of, linked.items).map(textOfId))
  const repeated = identitiesOf(of, page).find((id) => there.has(textOfId(id)))
  const skipped = identitiesOf(of, after.slice(0, 1)).find((id) => !there.has(textOfId(id)))
  return of.context.judge(
    nextLink,
    { ...evidence, repeated, skipped },
    { answer: linked.answer, after: [answer] },
  )
}

async function follow(
  { context, list }: ReadableList,
  uri: string,
  from: Answer,
): Promise<{ readonly answer: Answer; readonly items: readonly JsonObject[] } | undefined> {
  const raw = requestAt(context.run.client.target, uri, from.exchange.request.path)
  const match = raw && context.api.router.match('GET', raw.path, raw.query, {})
  if (!raw || match?.kind !== 'found' || match.operation.id !== list.operation.id) return undefined
  const answer = await context.send({ ...from.draft, raw }, 'valid', { after: [from] })
  const items = isSuccess(answer.status) ? recordsIn(answer, list.role) : undefined
  return items && { answer, items }
}

/** Whether the next link of a filtered list leads to records that do not match. */
async function judgeFiltered(
  of: ReadableList,
  declared: HeaderParameter,
  { parameter, property }: Filter,
  all: Listing,
): Promise<boolean> {
  const { context } = of
  const valueOf = (item: JsonObject): Json => item[property] ?? null
  const shared = all.items.map(valueOf).find((value) => {
    const count = all.items.filter((item) => valueOf(item) === value).length
    return (
      value !== null && value !== '' && typeof value !== 'object' && count > 1 && count < all.items.length
    )
  })
  const query = { [parameter]: shared ?? null }
  if (shared === undefined || !isValid(context.api, { ...of.start, query: { ...of.start.query, ...query } }))
    return false
  const most = Math.min(all.items.filter((item) => valueOf(item) === shared).length - 1, 20)
  // The second page without the filter should show other items.
  const size = Array.from({ length: most }, (_, index) => index + 1).findLast((size) =>
    all.items.slice(size, 2 * size).some((item) => valueOf(item) !== shared),
  )
  const listing = await readPages(of, query, size ?? most, 1)
  const [answer] = listing?.answers ?? []
  const uri = answer && nextIn(answer)
  if (!listing || !answer || uri === undefined) return false
  if (listing.items.some((item) => valueOf(item) !== shared)) return false
  const linked = await follow(of, uri, answer)
  const other = linked?.items.find((item) => valueOf(item) !== shared)
  if (!linked || !other) return false
  const mismatch = {
    filter: `${parameter}=${show(shared)}`,
    item: `an item with ${property} = ${show(valueOf(other))}`,
  }
  return context.judge(
    nextLink,
    { ...nothingFound(declared), uri, mismatch },
    { answer: linked.answer, after: [answer] },
  )
}
