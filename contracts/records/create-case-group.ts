import { instantiate } from '../requests/instantiate.ts'
import { control } from './control.ts'
import { fixture } from './fixtures.ts'
import type { CaseGroup } from './case-group.ts'

/** A request needs records, a record a request that is accepted, and that one a request: each asks the group for the others. */
export function createCaseGroup(): CaseGroup {
  const group: CaseGroup = {
    fixtures: new Map(),
    parents: new Map(),
    controls: new Map(),
    making: new Set(),
    unmade: new Set(),
    control: (context, operation) => control(context, group, operation),
    fixture: (context, resource, freshness = {}) => fixture(context, group, resource, freshness),
    instantiate: (context, operation, template, freshness = {}) =>
      instantiate(context, group, operation, template, freshness),
  }
  return group
}
