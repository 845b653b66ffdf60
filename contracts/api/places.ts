import { positionsOf, type Positions } from '../../spec/inference/numbers/positions.ts'
import type { Resource } from '../../spec/resources.ts'
import { perObject } from '../../spec/util/memo.ts'
import type { Api } from './api.ts'

/**
 * The property with the places of a resource's records where these have no gaps: what is sent to a place beyond the last one gets that
 * one, and moves as others come and go. Undefined if there is none.
 */
export const placesIn = (api: Api, resource: Resource): Positions | undefined => {
  const positions = positionsIn(api)(resource)
  return positions?.isManaged ? positions : undefined
}

const positionsIn = perObject(({ document, byId }: Api) =>
  perObject((resource: Resource) => positionsOf(document, resource, byId)),
)
