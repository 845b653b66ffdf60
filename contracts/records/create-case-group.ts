import { instantiate } from '../requests/instantiate.ts'
import { control } from './control.ts'
import { fixture } from './fixtures.ts'
import type { CaseGroup } from './case-group.ts'

/** Creating a request can require records, and creating a record requires an accepted request: each asks the group for the other. */
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
