import { instantiate } from '../requests/instantiate.ts'
import { control } from './control.ts'
import { fixture } from './fixtures.ts'
import type { Lane } from './lane.ts'

/** A request needs records, a record a request that is accepted, and that one a request: each asks the lane for the others. */
export function createLane(): Lane {
  const lane: Lane = {
    fixtures: new Map(),
    parents: new Map(),
    controls: new Map(),
    making: new Set(),
    unmade: new Set(),
    control: (context, operation) => control(context, lane, operation),
    fixture: (context, resource, freshness = {}) => fixture(context, lane, resource, freshness),
    instantiate: (context, operation, template, freshness = {}) =>
      instantiate(context, lane, operation, template, freshness),
  }
  return lane
}
