import { keptByDeletion } from '../../../../spec/inference/states/kept-by-deletion.ts'
import type { Resource } from '../../../../spec/resources.ts'
import { isSuccess } from '../../../answer.ts'
import { operationFor, operationsFor } from '../../../api/api.ts'
import { baseOf } from '../../../api/shared-ids.ts'
import { inconclusive, type Context } from '../../../context.ts'
import { itemDraft } from '../../../draft.ts'
import type { Answer, Fixture } from '../../../interaction.ts'

/**
 * Creates a record and deletes it again; the group's current record stays the same. Undefined if that is not possible, or if the
 * deletion only archives it.
 *
 * @param prepare what is done with the record before its deletion
 */
export async function deletedRecord(
  context: Context,
  resource: Resource,
  prepare?: (record: Fixture) => Promise<void>,
): Promise<Fixture | undefined> {
  const removal = operationFor(context.api, resource, 'delete')
  if (removal && keptByDeletion(context.api.document, removal.operation, resource.record)) return undefined
  const kept = context.group.fixtures.get(resource.name)
  const created = removal && (await context.fixture(resource, { fresh: true }))
  if (!created?.creation || !removal) return undefined
  await prepare?.(created)
  if (kept) context.group.fixtures.set(resource.name, kept)
  const answer: Answer = await context.send(itemDraft(removal, created), 'valid')
  return isSuccess(answer.status) ? created : undefined
}

/** Uses a record of a dependent resource after the record that it belongs to was deleted. */
export async function useDeletedRecord(context: Context, resource: Resource): Promise<void> {
  const base = baseOf(context.api, resource)
  const gone = base && (await deletedRecord(context, base))
  if (!gone) throw inconclusive('No record can be deleted.')
  for (const role of ['read', 'update', 'replace'] as const) {
    for (const { operation } of operationsFor(context.api, resource, role)) {
      const { template } = await context.control(operation)
      context.group.fixtures.set(resource.name, { ...gone, resource: resource.name, gone: false })
      if (template) await context.send(await context.instantiate(operation, template), 'valid')
      context.group.fixtures.delete(resource.name)
    }
  }
}
