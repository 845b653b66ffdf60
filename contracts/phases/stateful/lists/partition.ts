import { canonicalJson } from '../../../../spec/json/canonical.ts'
import type { PagesEvidence } from '../../../checks/list-offset.ts'
import { readPages, type Listing, type ReadableList } from '../../../records/lists.ts'
import { identitiesOf, pointerOf } from './prepare-list.ts'

/** What small pages show of a list, next to the whole list. */
export function partitionOf(of: ReadableList, all: Listing, paged: Listing): PagesEvidence {
  const { paging } = of.resource
  const parameter = paging?.position ?? paging?.size ?? 'Link'
  return {
    parameter,
    whole: identitiesOf(of, all.items),
    pages: paged.pages.map((page) => identitiesOf(of, page)),
    complete: paged.complete,
    pointer: pointerOf(of, parameter),
  }
}

/**
 * The list as it is now, if its items are others than before: what was added or removed while its pages were read moved items from one to
 * another. Undefined if it is the same.
 */
export async function changedList(of: ReadableList, before: Listing): Promise<Listing | undefined> {
  const after = await readPages(of)
  if (!after?.complete) return undefined
  const [old, now] = [before, after].map(({ items }) =>
    identitiesOf(of, items).map(canonicalJson).sort().join(),
  )
  return old === now ? undefined : after
}

/** The list as its other parameters page it, such as `page` beside `offset`; undefined if it has none. */
export function otherwisePaged(of: ReadableList): ReadableList | undefined {
  const { paging } = of.resource
  if (!paging?.other) return undefined
  const { other, ...own } = paging
  return { ...of, resource: { ...of.resource, paging: { ...own, ...other } } }
}
