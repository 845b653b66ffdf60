import type { Operation } from '../../../spec/document.ts'
import { isSuccess } from '../../answer.ts'
import type { Api } from '../../api/api.ts'
import { rangesOf } from '../../api/described-ranges.ts'
import { acceptedDraft } from '../../attempts/accepted-request.ts'
import { disorders, withOrder, type RangeInRequest } from '../../attempts/described-order.ts'
import type { Case } from '../../case.ts'
import { invalidRefused } from '../../checks/invalid-refused.ts'
import { inconclusive, type Context } from '../../context.ts'
import { coverageCase } from './coverage-case.ts'

/** Cases about ranges whose order the document demands: "`to` must be later than `from`". */
export function rangeCases(api: Api, operation: Operation): readonly Case[] {
  return rangesIn(api, operation).map((of) => {
    const { lower, upper } = of.range
    return coverageCase(
      operation,
      `${of.place}/${lower}-${upper}/order`,
      `refuses ${upper} before ${lower}`,
      (context) => judgeOrder(context, operation, of),
    )
  })
}

/** The ranges in the query, and in bodies other than those of records, which are judged with their other rules. */
function rangesIn(api: Api, operation: Operation): readonly RangeInRequest[] {
  const { query, body } = rangesOf(api, operation)
  const role = api.model.roles.get(operation.id)?.operation.role
  const isWrite = role === 'create' || role === 'update' || role === 'replace'
  return [
    ...query.map((range) => ({ place: 'query', range }) as const),
    ...(isWrite ? [] : body).map((range) => ({ place: 'body', range }) as const),
  ]
}

async function judgeOrder(context: Context, operation: Operation, of: RangeInRequest): Promise<void> {
  const ordered = withOrder(context.api, await acceptedDraft(context, operation), of)
  const control = ordered && (await context.send(ordered, 'valid'))
  if (!control || !isSuccess(control.status)) throw inconclusive('No values for the range are accepted.')
  const base = await acceptedDraft(context, operation, { fresh: true, attempt: 1 })
  for (const { draft, forbidden } of disorders(context.api, base, control.draft, of)) {
    const answer = await context.send(draft, 'probe')
    context.judge(invalidRefused, { answer, ...forbidden, severity: 'error' }, { answer })
  }
}
