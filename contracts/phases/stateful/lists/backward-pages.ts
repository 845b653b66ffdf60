import { backwardIdCursor } from '../../../../spec/inference/lists/backward-id-cursor.ts'
import { isIdCursor } from '../../../../spec/inference/lists/id-cursor.ts'
import { isSuccess } from '../../../answer.ts'
import { recordsIn } from '../../../answers/answer-records.ts'
import { listOffset } from '../../../checks/list-offset.ts'
import { asking, textOfId } from '../../../draft.ts'
import { queryParameter, smallPage, type Listing, type ReadableList } from '../../../records/lists.ts'
import { identitiesOf, pointerOf, readWholeList } from './prepare-list.ts'

/** Checks that the page that ends before the last item has the items right before it. */
export async function judgeBackwards(of: ReadableList, all: Listing): Promise<void> {
  const { context, resource, list, start } = of
  const { document } = context.api
  const parameter = backwardIdCursor(document, list.operation)
  const forward = queryParameter(list, resource.paging?.position)
  const [size, sizeName] = [smallPage(context.api, resource, list, 2), resource.paging?.size]
  const whole = identitiesOf(of, all.items)
  const last = whole.at(-1)
  if (parameter === undefined || !forward || !isIdCursor(document, forward) || last === undefined) return
  if (size === undefined || sizeName === undefined || whole.length < size + 2) return
  const answer = await context.send(asking(start, { [sizeName]: size, [parameter]: last }), 'valid')
  const items = isSuccess(answer.status) ? recordsIn(answer, list.role) : undefined
  if (!items) return
  const begin = whole.length - 1 - size
  const pages = [whole.slice(0, begin), identitiesOf(of, items), [last]]
  const evidence = { parameter, whole, pages, complete: true, pointer: pointerOf(of, parameter) }
  // Others may have changed the list in between.
  const again = identitiesOf(of, (await readWholeList(of)).items)
  if (again.map(textOfId).join(' ') === whole.map(textOfId).join(' '))
    context.judge(listOffset, evidence, { answer })
}
