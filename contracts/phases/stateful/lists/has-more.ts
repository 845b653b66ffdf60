import { hasMore } from '../../../checks/has-more.ts'
import { textOfId } from '../../../draft.ts'
import { hasMoreIn } from '../../../records/has-more.ts'
import { readPages, smallPage, type Listing, type ReadableList } from '../../../records/lists.ts'
import { identitiesOf, readWholeList } from './prepare-list.ts'

/** Descriptions by which the property promises less than its name. */
const isVague = /\b(?:may|might|could|possibly|estimate\w*|approximate\w*)\b/i

/**
 * Judges whether pages say correctly that more items follow: the small pages of `paged`, and a page that the list just fills, which
 * is the last one. Returns whether one of them does not.
 */
export async function judgeHasMore(of: ReadableList, all: Listing, paged: Listing): Promise<boolean> {
  const { context, resource, list, start } = of
  const [first] = paged.answers
  if (!first || hasMoreIn(context.api, list, first) === undefined) return false
  if (await isContradicted(of, all, paged)) return true
  const size = all.items.length
  if (size < 2 || smallPage(context.api, resource, list, size) !== size) return false
  const full = await readPages({ context, resource, list, start }, {}, size)
  return full !== undefined && (await isContradicted(of, all, full))
}

/** Reports the first page that is wrong, if the list is still the same: others may have changed it in between. */
async function isContradicted(of: ReadableList, all: Listing, paged: Listing): Promise<boolean> {
  const { context, list } = of
  for (const [index, answer] of paged.answers.entries()) {
    const said = hasMoreIn(context.api, list, answer)
    const follows = isFollowed(of, all, paged.pages[index] ?? [])
    if (!said || follows === undefined || said.value === follows || isVague.test(said.description)) continue
    const again = await readWholeList(of)
    if (textOf(of, again) !== textOf(of, all)) return false
    const { source, value, description, pointer } = said
    const evidence = { source, value, hasMore: follows, isDescribed: description !== '', pointer }
    return context.judge(hasMore, evidence, { answer })
  }
  return false
}

/** Whether items follow a page in the whole list; undefined if the page is empty or no part of the list. */
function isFollowed(of: ReadableList, all: Listing, page: Listing['items']): boolean | undefined {
  const [whole, part] = [all.items, page].map((items) => identitiesOf(of, items).map(textOfId))
  const [begin, last] = [whole?.indexOf(part?.[0] ?? ''), part?.at(-1)]
  if (!whole || !part || begin === undefined || begin < 0 || last === undefined) return undefined
  const end = begin + part.length
  return part.every((id, index) => id === whole[begin + index]) ? end < whole.length : undefined
}

const textOf = (of: ReadableList, { items }: Listing): string =>
  identitiesOf(of, items).map(textOfId).join(' ')
