import {
  describedEffects,
  effectRefusals,
  givesBack,
  type DescribedEffect,
} from '../../../../spec/inference/numbers/described-effects.ts'
import type { JsonObject } from '../../../../spec/json.ts'
import { amountIn, withAmount } from '../../../../spec/util/amount.ts'
import { perObject } from '../../../../spec/util/memo.ts'
import { refuse } from '../../../behaviour.ts'
import { declaredStatus } from '../../declared-status.ts'
import type { Endpoint, RequestContext, WriteCheck } from '../../endpoint.ts'
import { idOf, nameOf, sentRecord } from '../../identity/identity.ts'
import { updateRelated } from '../../roles/save.ts'
import { withComputed } from '../../values/computed-values.ts'

/**
 * How an operation changes amounts of the records that its own refers to: a creation as its description says, and an action that gives
 * back what the creation took.
 */
export const effectsOf: (endpoint: Endpoint) => readonly DescribedEffect[] = perObject(
  ({ options, resource, declared, operation }: Endpoint) => {
    const { document, model, byId } = options
    if (operation.role === 'create') return describedEffects(document, model, resource, declared)
    if (operation.role !== 'action') return []
    return resource.operations.flatMap(({ role, operationId }) => {
      const creation = role === 'create' ? byId.get(operationId) : undefined
      const taken = creation ? describedEffects(document, model, resource, creation) : []
      return taken
        .filter((each) => givesBack(declared, each))
        .map((each): DescribedEffect => ({ ...each, direction: 1 }))
    })
  },
)

/** Changes the amounts of other records by what this one says. */
export async function applyEffects(
  endpoint: Endpoint,
  context: RequestContext,
  record: JsonObject,
): Promise<void> {
  for (const { reference, resource, property, amount, direction } of effectsOf(endpoint)) {
    const [id, by] = [idOf(record[reference]), amountIn(record[amount])]
    const records = context.store.collection(resource.name)
    const other = id === undefined ? undefined : await records.get(id)
    const current = amountIn(other?.[property])
    if (!other || id === undefined || by === undefined || current === undefined) continue
    const changed = { ...other, [property]: withAmount(other[property], current + direction * by) }
    const next = withComputed(endpoint.options, resource, changed)
    if (!endpoint.options.validator.of(resource.record, 'response').accepts(next)) continue
    await records.put(id, next)
    await updateRelated({ ...endpoint, resource }, { ...context, records, scope: [] }, other, next)
  }
}

/** Refuses a movement of more than there is, or between one and the same record, if the document says so. */
export function refusedMovement(endpoint: Endpoint): WriteCheck | undefined {
  const { declared, operation, options, resource, accepted } = endpoint
  if (operation.role !== 'create' || !accepted) return undefined
  const { tooLow, same } = effectRefusals(options.model, resource, declared, effectsOf(endpoint))
  if (!tooLow && !same) return undefined
  return async ({ request, store }) => {
    const sent = sentRecord(operation, request) ?? {}
    if (same) {
      const [one, other] = same.references.map((name) => idOf(sent[name]))
      const status = declaredStatus(declared, [same.status])
      if (status !== undefined && one !== undefined && String(one) === String(other))
        return refuse(status, 'same_record', `${same.references.join(' and ')} must differ.`)
    }
    if (!tooLow) return undefined
    const { reference, property, amount, resource: target } = tooLow.effect
    const id = idOf(sent[reference])
    const record = id === undefined ? undefined : await store.collection(target.name).get(id)
    const [has, needs] = [amountIn(record?.[property]), amountIn(sent[amount])]
    const status = declaredStatus(declared, [tooLow.status])
    return id !== undefined && status !== undefined && has !== undefined && needs !== undefined && has < needs
      ? refuse(status, 'too_low', `The ${property} of ${nameOf(target, id)} is too low for this ${amount}.`)
      : undefined
  }
}
