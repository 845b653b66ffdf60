import type { Operation } from '../../../../spec/document.ts'
import { sentencesOf } from '../../../../spec/inference/prose/sentences.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { idIn, sameId } from '../../../answers/answer-records.ts'
import { operationFor, type Api } from '../../../api/api.ts'
import { deletedGone } from '../../../checks/deleted-gone.ts'
import { inconclusive, isTrusted, type Context } from '../../../context.ts'
import { readPages } from '../../../records/lists.ts'
import { createParent } from '../lists/unnamed-items.ts'

/** What a deletion of some records only may say. */
const some =
  / (?:selected|given|specified|matching|match|filter|whose|completed|done|finished|expired|old|older|inactive|unused|read|failed|archived|first|last) /

/**
 * The operation that deletes all records below another: `DELETE /lists/{id}/tasks`. One on all records there are would take those of
 * other cases as well.
 */
export function emptyingOf(api: Api, resource: Resource): Operation | undefined {
  const list = operationFor(api, resource, 'list')
  if (!list || resource.parent === undefined || resource.idProperty === undefined) return undefined
  const found = api.operations.find(
    (each) => each.method === 'DELETE' && each.path === list.operation.path && !each.requestBody,
  )
  const isOfSome = found?.parameters.some((each) => each.required && each.in !== 'path')
  return found && !isOfSome && !sentencesOf(found).some((each) => some.test(each)) ? found : undefined
}

/** Checks that nothing is left of several records below another after all of these are deleted. */
export async function judgeEmptied(context: Context, resource: Resource, emptying: Operation): Promise<void> {
  const list = operationFor(context.api, resource, 'list')
  if (!list || !isTrusted(context.run, list.operation)) throw inconclusive('No reliable list is available.')
  const [{ template }, lists] = [await context.control(emptying), await context.control(list.operation)]
  if (!template || !lists.template) throw inconclusive(`No request to ${emptying.id} was accepted.`)
  if (!(await createParent(context, resource))) throw inconclusive('No record can be created to add to.')
  const made = [
    await context.fixture(resource, { fresh: true }),
    await context.fixture(resource, { fresh: true }),
  ]
  const read = async (): ReturnType<typeof readPages> => {
    const start = lists.template && (await context.instantiate(list.operation, lists.template))
    return start && readPages({ context, resource, list, start })
  }
  const remaining = (items: readonly JsonObject[] = []): boolean =>
    made.some((each) => each && items.some((item) => sameId(idIn(item, resource), each.id)))
  if (!remaining((await read())?.items)) throw inconclusive('No records can be created for the list.')
  const deletion = await context.send(await context.instantiate(emptying, template), 'valid')
  if (!isSuccess(deletion.status) || deletion.status === 202) return
  const after = await read()
  const [answer] = after?.answers ?? []
  if (answer && remaining(after?.items))
    context.judge(
      deletedGone,
      { uses: [], listed: true, otherStatus: undefined },
      { answer, operation: emptying, after: [deletion] },
    )
}
