import { responseSchema } from '../../../../spec/inference/bodies/content.ts'
import type { BodyPart } from '../../../../spec/inference/bodies/envelope.ts'
import { pageNumberMember, pageSizeMember } from '../../../../spec/inference/lists/paging.ts'
import { schemaDescription } from '../../../../spec/inference/prose/sentences.ts'
import { memberAt } from '../../../../spec/json.ts'
import { jsonOf } from '../../../answer.ts'
import { pagePosition } from '../../../checks/page-position.ts'
import { askedBy } from '../../../draft.ts'
import type { Answer } from '../../../interaction.ts'
import type { Listing, ReadableList } from '../../../records/lists.ts'

/**
 * Judges what the second page tells of itself. Its number is compared with what the first page tells, as responses may count from 0 what
 * requests count from 1; its size with what was asked for, if the first page has as many items.
 */
export function judgePosition(of: ReadableList, { answers, pages }: Listing): void {
  const { context, resource, list } = of
  const { document } = context.api
  const schema = responseSchema(list.operation)
  const [first, second] = answers
  const { paging } = resource
  if (!paging || !schema || !first || !second || (pages[1] ?? []).length === 0) return
  const { position = '', size = '', first: begin } = paging
  const [asked, next] = [first, second].map(({ draft }) => askedBy(draft))
  const number = pageNumberMember(document, schema, paging)
  const before = number && memberAt(jsonOf(first), number.path)
  const [from, to] = [asked?.[position] ?? begin, next?.[position]]
  if (number && typeof before === 'number' && typeof from === 'number' && typeof to === 'number')
    judgeMember(of, second, number, before + to - from)
  const length = pageSizeMember(document, schema, paging)
  const whole = pages[0]?.length
  if (length && whole !== undefined && next?.[size] === whole) judgeMember(of, second, length, whole)
}

function judgeMember(
  { context }: ReadableList,
  answer: Answer,
  { path, schema }: BodyPart,
  asked: number,
): void {
  const told = memberAt(jsonOf(answer), path)
  const isDescribed = schemaDescription(context.api.document, schema) !== ''
  if (typeof told !== 'number') return
  const evidence = { source: path.join('.'), told, asked, isDescribed, pointer: schema.pointer }
  context.judge(pagePosition, evidence, { answer })
}
