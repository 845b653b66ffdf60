import type { Resource } from '../../../spec/resources.ts'
import { isSuccess, type Answer } from '../../answer.ts'
import { operationFor, operationsFor } from '../../api/api.ts'
import { inconclusive, type Context } from '../../context.ts'
import { itemDraft, type Fixture } from '../../draft.ts'
import { baseOf } from '../../records/identity.ts'
import type { Lane } from '../../records/lane.ts'

/** A record that was made and deleted again; the one in use stays. */
export async function goneRecord(
  context: Context,
  lane: Lane,
  resource: Resource,
): Promise<Fixture | undefined> {
  const removal = operationFor(context.api, resource, 'delete')
  const kept = lane.fixtures.get(resource.name)
  const made = removal && (await lane.fixture(context, resource, { fresh: true }))
  if (!made?.creation || !removal) return undefined
  if (kept) lane.fixtures.set(resource.name, kept)
  const answer: Answer = await context.send(itemDraft(removal, made), 'valid')
  return isSuccess(answer.status) ? made : undefined
}

/** Uses the record that came with another one, once that one is deleted. */
export async function useMissing(context: Context, lane: Lane, resource: Resource): Promise<void> {
  const base = baseOf(context.api, resource)
  const gone = base && (await goneRecord(context, lane, base))
  if (!gone) throw inconclusive('No record can be deleted.')
  for (const role of ['read', 'update', 'replace'] as const) {
    for (const { operation } of operationsFor(context.api, resource, role)) {
      const { template } = await lane.control(context, operation)
      lane.fixtures.set(resource.name, { ...gone, resource: resource.name, gone: false })
      if (template) await context.send(await lane.instantiate(context, operation, template), 'valid')
      lane.fixtures.delete(resource.name)
    }
  }
}
