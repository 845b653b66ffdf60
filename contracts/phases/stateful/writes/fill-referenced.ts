import { isSuccess } from '../../../answer.ts'
import { operationsFor } from '../../../api/api.ts'
import { baseOf } from '../../../api/shared-ids.ts'
import type { Context } from '../../../context.ts'
import type { Answer, Draft } from '../../../interaction.ts'
import { templatesOf } from '../../../requests/templates.ts'

/**
 * Fills the records a request refers to by the example updates of the resources that share their ids: an effect on an
 * empty stock cannot be observed. Returns the accepted responses.
 */
export async function fillReferencedRecords(context: Context, draft: Draft): Promise<readonly Answer[]> {
  const { api } = context
  const done: Answer[] = []
  for (const { fixture: owner, in: place } of draft.bindings) {
    const twins =
      place === 'body' ? api.model.resources.filter((each) => baseOf(api, each)?.name === owner.resource) : []
    for (const twin of twins) {
      context.group.fixtures.set(twin.name, { ...owner, resource: twin.name })
      for (const { operation } of operationsFor(api, twin, 'update')) {
        const [template] = templatesOf(api, operation)
        if (!template) continue
        const answer = await context.send(await context.instantiate(operation, template), 'valid')
        if (!isSuccess(answer.status)) continue
        done.push(answer)
        break
      }
    }
  }
  return done
}
