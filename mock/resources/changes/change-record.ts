import type { JsonObject } from '../../../spec/json.ts'
import type { Resource } from '../../../spec/resources.ts'
import { perObject } from '../../../spec/util/memo.ts'
import type { Id } from '../../store/store.ts'
import type { RequestContext } from '../endpoint.ts'
import type { CrudOptions } from '../options.ts'
import { createComposer } from '../records/compose.ts'
import { lookupIn } from '../records/lookup.ts'
import { withComputed } from '../values/computed-values.ts'

/** A record that a request changes without naming it; without `before` it is created. */
export interface OtherRecord {
  readonly resource: Resource
  readonly scope: readonly Id[]
  readonly id: Id
  readonly before: JsonObject | undefined
}

const composerOf = perObject((options: CrudOptions) =>
  perObject((resource: Resource) => createComposer(options, resource)),
)

/** Sets values of a record that the request does not name. Undefined, and nothing is changed, if its schema does not allow them. */
export async function changeRecord(
  options: CrudOptions,
  { store, now }: Pick<RequestContext, 'store' | 'now'>,
  { resource, scope, id, before }: OtherRecord,
  values: JsonObject,
): Promise<JsonObject | undefined> {
  const record = await composerOf(options)(resource).compose({
    id,
    scope,
    lookup: lookupIn(options, store),
    sent: {},
    before,
    removed: new Set(),
    fixed: values,
    now: now(),
  })
  // Values that the schema does not allow would have been replaced.
  const expected = withComputed(options, resource, { ...before, ...values })
  const isAsExpected = Object.keys(values).every((name) => record[name] === expected[name])
  if (!isAsExpected || !options.validator.of(resource.record, 'response').accepts(record)) return undefined
  await store.collection(resource.name, scope).put(id, record)
  return record
}
