import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import { mapAfter, type MaybePromise } from '../../maybe-promise.ts'
import type { Id } from '../../store/store.ts'
import { changeRecord } from '../changes/change-record.ts'
import type { Endpoint, RequestContext } from '../endpoint.ts'
import { identityReference } from '../identity/identity.ts'
import type { CrudOptions } from '../options.ts'
import { createsMissing } from '../roles/creates-missing.ts'

/**
 * The resources with a record for each one of this resource, under the same id: the stock of each pet. No operation creates or deletes
 * these by themselves, so that they exist as long as the other.
 */
export const twinsOf: (options: CrudOptions) => (resource: Resource) => readonly Resource[] = perObject(
  (options: CrudOptions) =>
    perObject((resource: Resource) =>
      options.rulesKeepTwins === true || resource.scope.length > 0
        ? []
        : options.model.resources.filter((each) => isTwin(options, each, resource)),
    ),
)

function isTwin({ byId }: CrudOptions, twin: Resource, { name }: Resource): boolean {
  const { kind, scope, operations } = twin
  const sharesId = identityReference(twin)?.resource === name
  const onlyChanges = operations.every(({ role, operationId }) => {
    const declared = byId.get(operationId)
    return (
      /^(?:list|read|update|replace)$/.test(role) && declared !== undefined && !createsMissing(declared, twin)
    )
  })
  return kind === 'collection' && scope.length === 0 && sharesId && onlyChanges
}

/** Creates the records that exist along with a new one. */
export function createTwins(
  { options, resource }: Endpoint,
  context: RequestContext,
  id: Id,
): MaybePromise<unknown> {
  return mapAfter(twinsOf(options)(resource), (twin) =>
    changeRecord(options, context, { resource: twin, scope: [], id, before: undefined }, {}),
  )
}
