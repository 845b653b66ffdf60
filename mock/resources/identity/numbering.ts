import { positionsOf, type Positions } from '../../../spec/inference/numbers/positions.ts'
import type { Resource } from '../../../spec/resources.ts'
import type { CrudOptions } from '../options.ts'

const known = new WeakMap<Resource, Positions | 'none'>()

/** How the records of a resource are numbered; undefined if they are not. */
export function numberingOf({ document, byId }: CrudOptions, resource: Resource): Positions | undefined {
  const positions = known.get(resource) ?? positionsOf(document, resource, byId) ?? 'none'
  known.set(resource, positions)
  return positions === 'none' ? undefined : positions
}
