import type { Operation } from '../../../../spec/document.ts'
import { trashOperation } from '../../../../spec/inference/states/trash.ts'
import { ok, type Behaviour } from '../../../behaviour.ts'
import { after } from '../../../maybe-promise.ts'
import type { BehaviourOf } from '../../endpoint.ts'
import { list } from '../../lists/list.ts'
import type { CrudOptions } from '../../options.ts'
import { deletedRecords } from '../../records/existing.ts'
import { handleWholeList } from '../batches/whole-list.ts'

/** Lists the deleted records of a resource, or deletes them for good. Undefined for any other operation. */
export function trashBehaviour(
  { document, model, byId }: CrudOptions,
  operation: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  const trash = trashOperation(document, model.resources, operation, byId)
  const listing = trash?.resource.operations.find(
    ({ role, within }) => role === 'list' && within.length === 0,
  )
  if (!trash || !listing) return emptying({ model, byId }, operation, behaviourOf)
  const { resource, responsePath } = trash
  const status = Number(operation.responses.find(({ status: each }) => /^2\d\d$/.test(each))?.status ?? 200)
  const entry = { resource, operation: { ...listing, operationId: operation.id, responsePath, status } }
  return behaviourOf(entry, (endpoint, context) => {
    const records = deletedRecords(resource, context)
    if (responsePath !== undefined) return list(endpoint, { ...context, records })
    return after(records.clear(), () => (status === 204 ? ok(status) : context.next()))
  })
}

/** The behaviour of a DELETE at the path of a list of records that are in the trash, but not deleted: `/boards/{id}/trash`. */
function emptying(
  { model, byId }: Pick<CrudOptions, 'model' | 'byId'>,
  { id, method, path }: Operation,
  behaviourOf: BehaviourOf,
): Behaviour | undefined {
  if (method !== 'DELETE') return undefined
  for (const resource of model.resources) {
    const list = resource.operations.find(
      ({ role, operationId }) => role === 'list' && byId.get(operationId)?.path === path,
    )
    const operation = list && { ...list, operationId: id, responsePath: undefined }
    if (operation) return behaviourOf({ resource, operation }, handleWholeList)
  }
  return undefined
}
