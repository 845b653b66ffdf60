import type { SchemaNode } from '../../../../spec/document.ts'
import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import { schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { memberAt, type Json } from '../../../../spec/json.ts'
import { propertyAt } from '../../../../spec/schemas/properties.ts'
import { isSuccess, jsonOf } from '../../../answer.ts'
import { recordsIn } from '../../../answers/answer-records.ts'
import type { RoleOperation } from '../../../api/api.ts'
import { hasMore } from '../../../checks/has-more.ts'
import type { Context } from '../../../context.ts'
import { asking } from '../../../draft.ts'
import type { Answer } from '../../../interaction.ts'
import { hasMoreIn } from '../../../records/has-more.ts'
import type { Listing, ReadableList } from '../../../records/lists.ts'

/** Descriptions by which the cursor of the last page is null or left out. */
const endsWithout =
  /\b(?:null|absent|omitted|missing|empty|unset|left out|not (?:present|set|returned|included))\b.*\b(?:last|final|no (?:more|further|next|other)|end)\b|\b(?:last|final|no (?:more|further|next|other)|end)\b.*\b(?:null|absent|omitted|missing|empty|unset|left out|not (?:present|set|returned|included))\b/i

/**
 * Judges the page at which a list with cursors ends: one without a next cursor says that nothing follows, and where the document says
 * that the last page has no cursor, pages after the last item do not go on for ever. Returns whether it is wrong.
 */
export async function judgeEnd(of: ReadableList, { answers, pages }: Listing): Promise<boolean> {
  const { context, resource, list } = of
  const answer = answers.at(-1)
  const next = resource.paging?.kind === 'cursor' ? resource.paging.next : undefined
  if (!answer || !next) return false
  const said = hasMoreIn(context.api, list, answer)
  const cursor = memberAt(jsonOf(answer), next)
  if (said?.value === true && cursor === null) {
    const { source, value, description, pointer } = said
    return context.judge(
      hasMore,
      { source, value, hasMore: false, isDescribed: description !== '', pointer },
      { answer },
    )
  }
  if (pages.at(-1)?.length === 0 && (await judgeEndless(of, answer, next))) return true
  const last = answers.find((each) => hasMoreIn(context.api, list, each)?.value === false)
  return last !== undefined && judgeLast(of, last, next)
}

/** Judges a cursor on a page that says itself that it is the last one, although the document says that there is none on that. */
function judgeLast({ context, list }: ReadableList, answer: Answer, next: readonly string[]): boolean {
  const node = describedCursor(context, list, next)
  const cursor = memberAt(jsonOf(answer), next)
  if (!node || typeof cursor !== 'string' || cursor === '') return false
  const evidence = { source: next.join('.'), cursor, isEmpty: false, value: true, hasMore: false }
  return context.judge(hasMore, { ...evidence, isDescribed: true, pointer: node.pointer }, { answer })
}

/** The schema of the cursor, if the document says that the last page has none. */
function describedCursor(
  { api: { document } }: Context,
  { operation }: RoleOperation,
  next: readonly string[],
): SchemaNode | undefined {
  const schema = responseSchema(operation)
  const node = schema && propertyAt(document, schema, next)
  return node && endsWithout.test(schemaDescription(document, node)) ? node : undefined
}

/** The number of empty pages in a row after which a list is taken to have no end: some servers have empty pages in between. */
const mostEmpty = 4

/** Judges cursors that lead from one empty page to the next, although the document says that there are none on the last page. */
async function judgeEndless(of: ReadableList, first: Answer, next: readonly string[]): Promise<boolean> {
  const { context, resource, list } = of
  const node = describedCursor(context, list, next)
  const position = resource.paging?.position
  if (!node || position === undefined) return false
  let answer = first
  let cursor: Json | undefined
  for (let empty = 1; ; empty += 1) {
    cursor = memberAt(jsonOf(answer), next)
    if (typeof cursor !== 'string' || cursor === '' || /^(?:https?:\/)?\//.test(cursor)) return false
    if (empty === mostEmpty) break
    answer = await context.send(asking(first.draft, { [position]: cursor }), 'valid')
    if (!isSuccess(answer.status) || recordsIn(answer, list.role)?.length !== 0) return false
  }
  const evidence = { source: next.join('.'), cursor, value: true, hasMore: false }
  return context.judge(hasMore, { ...evidence, isDescribed: true, pointer: node.pointer }, { answer })
}
