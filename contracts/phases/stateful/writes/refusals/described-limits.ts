import type { Operation } from '../../../../../spec/document.ts'
import {
  describedLimits,
  type DescribedLimit,
} from '../../../../../spec/inference/numbers/described-limits.ts'
import { isJsonObject } from '../../../../../spec/json.ts'
import type { Resource } from '../../../../../spec/resources.ts'
import { isSuccess } from '../../../../answer.ts'
import { show } from '../../../../answers/compare.ts'
import { bodySchema, type Api } from '../../../../api/api.ts'
import { limitSource } from '../../../../api/limit-source.ts'
import { acceptedDraft } from '../../../../attempts/accepted-request.ts'
import type { Context } from '../../../../context.ts'
import { bodyValue, withBody, withValueAt } from '../../../../draft.ts'
import type { Answer, Draft, Fixture } from '../../../../interaction.ts'
import { readItem } from '../../../../records/read-record.ts'
import { createWith } from '../../../../records/steps/create-with.ts'
import { limitsOf, withSum } from '../../../../requests/within-limits.ts'
import type { Provocation } from './provocation.ts'

/** Requests with more than a record allows, where the document bounds a number by a property of that record. */
export async function excesses(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { api } = context
  const role = api.model.roles.get(base.operation.id)
  if (!role || role.operation.requestPath.length > 0) return []
  const found: Provocation[] = []
  for (const limit of limitsOf(api, base)) found.push(...(await beyond(context, base, limit)))
  return found
}

/** Whether a description sets a limit for what an action on a record of the resource is sent: for a refund, the payment. */
export function isLimited({ document }: Api, resource: Resource, operation: Operation): boolean {
  const schema = bodySchema(operation)
  return schema !== undefined && describedLimits(document, operation, schema, [resource]).length > 0
}

async function beyond(context: Context, base: Draft, limit: DescribedLimit): Promise<readonly Provocation[]> {
  const { operation } = base
  // A record that nothing was used of yet, after the actions that it needs.
  context.group.fixtures.delete(limit.resource.name)
  const draft = await acceptedDraft(context, operation, { attempt: 1 })
  const bounding = draft.bindings.find(({ fixture }) => fixture.resource === limit.resource.name)?.fixture
  if (!bounding?.creation) return []
  const options = [{ draft, record: bounding }, ...(await withSmaller(context, draft, limit, bounding))]
  for (const { draft: next, record } of options) {
    const most = (await readItem(context, limit.resource, record))?.record?.[limit.limit]
    if (typeof most !== 'number') continue
    const above = withSum(context.api, next, limit, most + 1)
    if (!above) continue
    const provocation = provocationOf(limit, above, most, [])
    const later = limit.isOfAll ? await afterAll(context, next, limit, most) : []
    return [provocation, ...later]
  }
  return []
}

/** One more, after everything that the limit allows has been used. */
async function afterAll(
  context: Context,
  draft: Draft,
  limit: DescribedLimit,
  most: number,
): Promise<readonly Provocation[]> {
  const all = withSum(context.api, draft, limit, most)
  const answer = all && (await context.send(all, 'valid'))
  if (!answer || !isSuccess(answer.status)) return []
  const next = await acceptedDraft(context, draft.operation, { attempt: 1 })
  const more = withSum(context.api, { ...next, path: draft.path, bindings: draft.bindings }, limit, 1)
  return more ? [provocationOf(limit, more, most, [answer])] : []
}

function provocationOf(
  { properties, limit, pointer, status }: DescribedLimit,
  draft: Draft,
  most: number,
  done: readonly Answer[],
): Provocation {
  const body = bodyValue(draft)
  const values = properties.map((name) => `${name} = ${show(isJsonObject(body) ? body[name] : undefined)}`)
  const title = `${values.join(' and ')}${done.length > 0 ? ' more' : ''}, above ${limit} = ${String(most)}`
  return {
    title: `a request with ${title},`,
    intent: 'valid',
    draft,
    done,
    forbidden: { forbiddenBy: pointer, status, cause: `body/${properties.join('+')} above ${limit}`, title },
  }
}

/** The request with a new record that has the smallest limit: the document may allow no number above that of the first record. */
async function withSmaller(
  context: Context,
  draft: Draft,
  limit: DescribedLimit,
  first: Fixture,
): Promise<readonly { readonly draft: Draft; readonly record: Fixture }[]> {
  const binding = draft.bindings.find((each) => each.in === 'body' && each.fixture === first)
  if (!binding) return []
  const source = limitSource(context.api, limit)
  const record =
    (await createWith(context, limit.resource, source, 1)) ??
    (await createWith(context, limit.resource, source, 2))
  const changed = record && withValueAt(bodyValue(draft) ?? null, binding.at, record.id)
  if (!record || changed === undefined) return []
  const bindings = draft.bindings.map((each) => (each === binding ? { ...each, fixture: record } : each))
  return [{ draft: { ...withBody(draft, changed), bindings }, record }]
}
