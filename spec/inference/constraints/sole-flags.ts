import type { Document } from '../../document.ts'
import type { Resource, ResourceModel } from '../../resources.ts'
import { possiblePropertiesOf } from '../../schemas/properties.ts'
import { typesOf } from '../../schemas/types.ts'
import { wordsOf } from '../prose/words.ts'
import { ownersAbove } from '../references/owner.ts'

/** A flag that one record of each container has: `isDefault` of the addresses of a customer. */
export interface SoleFlag {
  readonly property: string
  /** The property that refers to the container; undefined if that is in the path, or if there is none. */
  readonly within: string | undefined
}

/** The flag of a resource's records that only one of them may have. */
export function soleFlagOf(
  document: Document,
  model: ResourceModel,
  resource: Resource,
): SoleFlag | undefined {
  const flag = [...possiblePropertiesOf(document, resource.record)].find(
    ([name, node]) =>
      /^(?:is )?(?:default|primary|main)$/.test(wordsOf(name).join(' ')) &&
      typesOf(document, node).has('boolean'),
  )
  return flag && { property: flag[0], within: ownersAbove(model, resource)[0]?.property }
}
