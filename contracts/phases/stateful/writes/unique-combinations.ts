import type { Operation } from '../../../../spec/document.ts'
import {
  uniqueCombinationOf,
  type UniqueCombination,
} from '../../../../spec/inference/constraints/unique-combinations.ts'
import { keptKeysOf, uniqueKeysOf } from '../../../../spec/inference/constraints/unique-keys.ts'
import { idempotencyKeyParameter } from '../../../../spec/inference/idempotency-keys.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { bodySchema, creationOf, type Api } from '../../../api/api.ts'
import type { Context } from '../../../context.ts'
import type { Draft } from '../../../interaction.ts'
import { changeIntoAnother, type Collision } from './collisions.ts'
import type { Provocation } from './provocation.ts'

/** The same request once more, for records that may exist only once. */
export async function repeated(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { operation } = base
  if (operation.method !== 'POST') return []
  const answer = await context.send(base, 'valid')
  if (!isSuccess(answer.status)) return []
  // A repeated request may be answered by its idempotency key.
  const isJudged = answer.status !== 202 && !idempotencyKeyParameter(operation)
  const role = isJudged ? context.api.model.roles.get(operation.id) : undefined
  const rule = role?.operation.role === 'create' ? ruleOf(context.api, operation, role.resource) : undefined
  const title = 'the values of an existing record'
  return [
    {
      title: 'a request for an existing record',
      intent: 'valid',
      draft: base,
      done: [answer],
      ...(rule && { forbidden: collisionOf(rule, title).forbidden }),
    },
  ]
}

/** Changes of a record to the values of another one that no two records may share. */
export async function duplicateCombinations(context: Context, base: Draft): Promise<readonly Provocation[]> {
  const { resource, operation: role } = context.api.model.roles.get(base.operation.id) ?? {}
  if (!resource || !/^(?:replace|update)$/.test(role?.role ?? '') || role?.requestPath.length !== 0) return []
  const rule = ruleOf(context.api, base.operation, resource)
  const found: Provocation[] = []
  for (const each of [...(rule ? [rule] : []), ...keysOf(context.api, base.operation, resource)]) {
    const title = `the ${each.properties.join(' and ')} of another record`
    found.push(...(await changeIntoAnother({ context, base, resource }, () => collisionOf(each, title))))
  }
  return found
}

/** The single values that a creation must not share, where nothing is said of changes: "409 if the email is taken". */
function keysOf(api: Api, operation: Operation, resource: Resource): readonly UniqueValues[] {
  const sent = bodySchema(operation)
  const creation = creationOf(api, resource)
  if (!sent || !creation) return []
  const write = { operation, sent }
  const told = uniqueKeysOf(api.document, resource.record, write, creation)
  return told.length > 0
    ? []
    : keptKeysOf(api.document, resource.record, write, creation).map(({ property, pointer }) => ({
        properties: [property],
        pointer,
      }))
}

type UniqueValues = Pick<UniqueCombination, 'properties' | 'pointer'>

/** The values that no two records may share. */
function ruleOf(api: Api, operation: Operation, resource: Resource): UniqueCombination | undefined {
  const sent = bodySchema(operation)
  return sent && uniqueCombinationOf(api.document, { operation, sent }, resource, creationOf(api, resource))
}

const collisionOf = ({ properties, pointer }: UniqueValues, title: string): Collision => ({
  properties,
  forbidden: { forbiddenBy: pointer, cause: `body/${properties.join('+')} of another record`, title },
})
