import { describedMoments } from '../../../../../spec/inference/times/described-moments.ts'
import { isJsonObject } from '../../../../../spec/json.ts'
import { show } from '../../../../answers/compare.ts'
import { bodySchema } from '../../../../api/api.ts'
import { rangesOf } from '../../../../api/described-ranges.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue, withBody } from '../../../../draft.ts'
import type { Draft } from '../../../../interaction.ts'
import { movedTo } from '../../../../requests/described-moments.ts'
import { withPeriodsKept } from '../../../../requests/ordered-ranges.ts'
import type { Provocation } from './provocation.ts'

/** Requests with a date in the past that has to be in the future by the document, or the other way round. */
export async function wrongMoments(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { api } = context
  const { operation } = base
  const schema = bodySchema(operation)
  if (!schema || api.model.roles.get(operation.id)?.operation.requestPath.length !== 0) return []
  const found: Provocation[] = []
  for (const each of describedMoments(api.document, operation, schema)) {
    const { property, time, isRequired, pointer, status } = each
    if (!isRequired) continue
    const draft = await acceptedDraft(context, operation, { fresh: true, attempt: 1 })
    const body = bodyValue(draft)
    if (!isJsonObject(body) || typeof body[property] !== 'string') continue
    const other = time === 'future' ? 'past' : 'future'
    const value = movedTo(other, body[property])
    const moved = withPeriodsKept(body, { ...body, [property]: value }, rangesOf(api, operation).body)
    const title = `${property} = ${show(value)}, in the ${other}`
    found.push({
      title: `a request with ${title},`,
      intent: 'valid',
      draft: withBody(draft, moved),
      done: [],
      forbidden: { forbiddenBy: pointer, status, cause: `body/${property} in the ${other}`, title },
    })
  }
  return found
}
