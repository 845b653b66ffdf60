import { describedTimes } from '../../../../spec/inference/states/described-times.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { states } from '../../../checks/states.ts'
import type { Context } from '../../../context.ts'
import type { Answer, Fixture } from '../../../interaction.ts'
import { readItem, type ReadResult } from '../../../records/read-record.ts'
import { readable } from '../../../records/readable.ts'

/** Checks that a record has the times that an action sets according to its description: "Sets `published_at`". */
export async function judgeDescribedTimes(
  context: Context,
  resource: Resource,
  record: Fixture,
  { record: seen }: ReadResult,
  action: Answer,
): Promise<void> {
  const { operation } = action.draft
  // What was accepted with 202 may be done later.
  if (action.status === 202) return
  const isReadable = readable(context.api, resource)
  const missing = describedTimes(context.api.document, resource.record, operation).filter(
    (property) => isReadable(property) && (seen?.[property] ?? null) === null,
  )
  const again = missing.length > 0 ? await readItem(context, resource, record) : undefined
  if (!again?.record) return
  for (const property of missing.filter((each) => (again.record?.[each] ?? null) === null))
    context.judge(
      states,
      { kind: 'unset', property, actual: again.record[property], pointer: operation.pointer },
      { answer: again.answer, operation, after: [action] },
    )
}
