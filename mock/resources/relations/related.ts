import { referencedIds } from '../../../spec/inference/references/referenced-ids.ts'
import type { JsonObject } from '../../../spec/json.ts'
import type { Resource, ResourceModel } from '../../../spec/resources.ts'
import type { Id } from '../../store/store.ts'
import { idOf } from '../identity/identity.ts'
import { resourceNamed } from '../resource-index.ts'

/**
 * Finds the path of the related record: the ids of its parents and its own, or its own alone; undefined if the request names
 * none.
 */
type Find = (sent: JsonObject, scope: readonly Id[]) => readonly Id[] | undefined

/** A record that a request leads through or refers to. */
export interface Related {
  readonly resource: Resource
  readonly find: Find
  /** The property that refers to it; undefined if it is in the path. */
  readonly property: string | undefined
}

/** What a request for a record of a resource leads through or refers to. */
export const relatedTo = (model: ResourceModel, resource: Resource): readonly Related[] => [
  ...above(model, resource),
  ...referredBy(model, resource),
]

/** The resources that the path leads through. */
function above(model: ResourceModel, { parent }: Resource): readonly Related[] {
  const resource = parent && resourceNamed(model, parent.resource)
  if (!resource) return []
  const length = resource.scope.length + 1
  const find: Find = (_, scope) => (scope.length < length ? undefined : scope.slice(0, length))
  return [{ resource, find, property: undefined }, ...above(model, resource)]
}

/** The resources that records refer to. Those below others are found by their ids alone unless these are referred to as well. */
function referredBy(model: ResourceModel, { references }: Resource): readonly Related[] {
  return references.flatMap((reference): readonly Related[] => {
    const resource = resourceNamed(model, reference.resource)
    if (!resource) return []
    const { parent } = resource
    const owner = parent && references.find((each) => each.resource === parent.resource)
    const steps = [...(owner ? [owner] : []), reference]
    const find: Find = (sent) => {
      const ids = steps.map((each) => idOf(referencedIds(sent[each.property], each)[0]))
      const known = ids.filter((id) => id !== undefined)
      if (ids.at(-1) === undefined) return undefined
      return known.length === resource.scope.length + 1 ? known : known.slice(-1)
    }
    return [{ resource, find, property: reference.property }]
  })
}
