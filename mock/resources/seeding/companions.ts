import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { CrudOptions } from '../options.ts'
import { factsOf, type Companion, type Edit } from './companions/companion.ts'
import { assignments, detours, expiry, itemTallies, schedules, sequences } from './companions/lifecycle.ts'
import { actors, drafts, failures, progress, reasons, trials } from './companions/states.ts'
import { alternatives, edits, limits, outcome } from './companions/values.ts'

/**
 * Makes the values of a generated record consistent with each other: only what was rejected has a `rejection_reason`, only what has an
 * `approved_at` has an `approved_by`, and all of what is completed is done.
 */
export function withCompanions(options: CrudOptions, resource: Resource, record: JsonObject): JsonObject {
  const companions = companionsOf(options)(resource)
  if (companions.length === 0) return record
  const isValid = options.validator.of(resource.record, 'response').accepts
  let result = record
  const change = (next: JsonObject): void => {
    if (isValid(next)) result = next
  }
  const edit: Edit = {
    set(name, value) {
      if (Object.hasOwn(result, name) && result[name] !== value) change({ ...result, [name]: value })
    },
    unset(name) {
      const { [name]: known, ...others } = result
      if (known !== undefined) change(others)
    },
    clear(name) {
      edit.set(name, null)
      if ((result[name] ?? null) !== null) edit.unset(name)
      if ((result[name] ?? null) !== null) edit.set(name, '')
    },
  }
  for (const companion of companions) companion(result, edit)
  return result
}

const kinds = [
  detours,
  sequences,
  assignments,
  expiry,
  schedules,
  itemTallies,
  reasons,
  failures,
  actors,
  drafts,
  trials,
  edits,
  alternatives,
  limits,
  outcome,
  progress,
]

const companionsOf = perObject((options: CrudOptions) =>
  perObject((resource: Resource): readonly Companion[] => {
    const facts = factsOf(options, resource)
    return kinds.flatMap((kind) => kind(facts))
  }),
)
