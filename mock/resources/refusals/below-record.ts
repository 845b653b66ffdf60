import type { Operation } from '../../../spec/document.ts'
import type { ResourceModel } from '../../../spec/resources.ts'
import { parameterNames } from '../../../spec/routing/path-template.ts'
import type { Behaviour } from '../../behaviour.ts'
import { declares } from '../../http/declares.ts'
import { after } from '../../maybe-promise.ts'
import { idInPath } from '../identity/identity.ts'
import { resourceAt } from '../resource-index.ts'
import { missing } from './missing-record.ts'

/**
 * The behaviour of an operation without a role whose path leads through a record or to one: that record has to exist. Undefined if
 * the path does not, or if the operation does not declare 404.
 */
export function belowRecord(model: ResourceModel, operation: Operation): Behaviour | undefined {
  const resource = declares(operation, 404) ? resourceAt(model, operation.path) : undefined
  if (resource?.itemPath === undefined) return undefined
  const count = parameterNames(resource.itemPath).length
  const names = parameterNames(operation.path).slice(0, count)
  return ({ request, store, next }) => {
    const ids = names.map((name) => idInPath(request, name))
    return after(missing(model, resource.name, ids, store), (refusal) => refusal ?? next())
  }
}
