import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn, recordIn, sameId } from '../../../answers/answer-records.ts'
import { operationFor, type RoleOperation } from '../../../api/api.ts'
import { int64, mangled } from '../../../checks/int64.ts'
import { inconclusive, isTrusted, type Context } from '../../../context.ts'
import { fixtureAt, itemDraft, textOfId } from '../../../draft.ts'
import type { Answer } from '../../../interaction.ts'
import { readPages } from '../../../records/lists.ts'

/** Checks that records whose ids exceed the precision of a double are found under exactly these ids. */
export async function readLargeIds(context: Context, resource: Resource): Promise<void> {
  const list = operationFor(context.api, resource, 'list')
  const read = operationFor(context.api, resource, 'read')
  if (!list || !read || !isTrusted(context.run, list.operation))
    throw inconclusive('No reliable list is available.')
  const accepted = await context.control(list.operation)
  const listing =
    accepted.answer && (await readPages({ context, resource, list, start: accepted.answer.draft }))
  const large = (listing?.items ?? [])
    .map((item) => idIn(item, resource))
    .filter((id) => typeof id === 'bigint')
  const [answer] = listing?.answers ?? []
  if (large.length === 0 || !answer) throw inconclusive('No record has such a large id.')
  for (const id of large.slice(0, 3)) await readLarge(context, resource, read, answer, id)
}

async function readLarge(
  context: Context,
  resource: Resource,
  read: RoleOperation,
  listed: Answer,
  id: bigint,
): Promise<void> {
  const answer = await context.send(itemDraft(read, fixtureAt(resource.name, [id])), 'valid')
  if (context.run.retired.has(read.operation.id)) return
  const found = isSuccess(answer.status) ? idIn(recordIn(answer, read.role), resource) : undefined
  if (found !== undefined && sameId(found, id)) return
  const { pointer } = read.operation
  if (found !== undefined) {
    context.judge(
      int64,
      { where: 'the response', sent: id, came: `a record with ${textOfId(found)}`, pointer },
      { answer },
    )
    return
  }
  const came = mangled(answer, id)
  if (came !== undefined) {
    context.judge(
      int64,
      { where: `path ${read.role.idParameter ?? 'id'}`, sent: id, came, pointer },
      { answer },
    )
    return
  }
  if (answer.status !== 404) return
  const neighbour = await readable(context, resource, read, id)
  if (neighbour === undefined) return
  const evidence = {
    where: 'the list',
    sent: neighbour,
    came: `${String(id)}, which is not the id of a record`,
    pointer: listed.operation?.pointer ?? pointer,
  }
  context.judge(int64, evidence, { answer: listed })
}

/** Another record's id that rounds to the same double. */
async function readable(
  context: Context,
  resource: Resource,
  read: RoleOperation,
  rounded: bigint,
): Promise<bigint | undefined> {
  for (const step of [1n, -1n, 2n, -2n]) {
    const id = rounded + step
    if (BigInt(Number(id)) !== rounded) continue
    if (isSuccess((await context.send(itemDraft(read, fixtureAt(resource.name, [id])), 'valid')).status))
      return id
  }
  return undefined
}
